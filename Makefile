# Two commands: `make demo` and `make test`. Both set up all that they need first.
.PHONY: demo test lint clean

demo:
	@tools/setup core
	.venv/bin/adjudge judge starter/code

test:
	@tools/setup dev
	.venv/bin/pytest -n auto

lint:
	@tools/setup dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
