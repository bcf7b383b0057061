"""Makes the strategies importable by every test that wants random types and values."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
