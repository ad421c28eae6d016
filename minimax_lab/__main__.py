"""`python -m minimax_lab` is `minimax-lab`."""

import sys

from minimax_lab.app.launch import main

sys.exit(main())
