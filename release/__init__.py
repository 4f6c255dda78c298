"""What is published: sdist and wheel, the same octet by octet on every machine (dist.py), and their SBOM (sbom.py)."""
