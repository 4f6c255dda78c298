"""Containers of keys and signatures, one file a format."""
