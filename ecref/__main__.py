"""`python -m ecref` is the command `ecref`."""

import sys

from ecref.cli import main

if __name__ == "__main__":
    sys.exit(main())
