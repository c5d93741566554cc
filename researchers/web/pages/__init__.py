"""From fetched bytes to text with its offsets, its author and its date."""
