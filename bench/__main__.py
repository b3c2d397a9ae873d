"""Run benchmarks: `python -m bench --help`."""

import sys

from bench.runner import main

sys.exit(main())
