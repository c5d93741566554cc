"""From the bytes of a file to text, blocks, links, tags and fields, for every researcher that
reads. Parsers are free of I/O; hostile formats are parsed in a confined process."""
