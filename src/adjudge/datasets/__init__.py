"""Readers and writers of benchmarks and samples, and the bundled starter benchmark."""
