"""What `--output FILE` writes: one result in the form that the file's ending asks for."""
