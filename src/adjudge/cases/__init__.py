"""Making and converting cases."""
