"""From the bytes of a file to text, blocks, links, tags and fields. Free of I/O."""
