"""The researcher of your own notes: reads them, never writes them, has no network."""
