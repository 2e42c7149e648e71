"""`python -m maintext`."""

import sys

from maintext.cli import main

sys.exit(main())
