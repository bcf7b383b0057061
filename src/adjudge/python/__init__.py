"""Reference solutions in Python, run inside the sandbox."""
