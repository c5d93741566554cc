"""Search engines and other places where addresses of pages come from."""
