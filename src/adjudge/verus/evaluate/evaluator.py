"""Decides whether a specification accepts a case: true, false or unknown, never wrong."""

from __future__ import annotations

import enum
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudge.errors import BadInput
from adjudge.verus.evaluate.budget import Budget, OutOfSteps
from adjudge.verus.evaluate.program import Program
from adjudge.verus.evaluate.unknown import Unknown, Value, unknown
from adjudge.verus.evaluate.values import from_model, to_model
from adjudge.verus.ir import Clause, LoweredContract, Variable
from adjudge.verus.lower import lower, lower_expression
from adjudge.verus.parser import parse_file, parse_fragment

_UNTOLD = object()
_FRAMES = 300_000
_ONE_AT_A_TIME = threading.RLock()  # the meter and the recursion limit are the interpreter's


class Truth(enum.Enum):
    """A truth value of three-valued logic."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"

    def __and__(self, other: Truth) -> Truth:
        if Truth.FALSE in (self, other):
            return Truth.FALSE
        return Truth.TRUE if self is other is Truth.TRUE else Truth.UNKNOWN


@dataclass(frozen=True, slots=True)
class ClauseResult:
    """How one clause evaluated.

    Attributes:
        clause: The clause.
        truth: Its value.
        reason: Why it is unknown; else empty.
        steps: The work it took.
        witness: The values of quantified variables that decided it, by name, as far as there are.
    """

    clause: Clause
    truth: Truth
    reason: str
    steps: int
    witness: Mapping[str, Any]


class SpecEvaluator:
    """Evaluates the clauses of one contract on cases.

    Args:
        spec: A text in Verus, or a contract that was lowered already.
        name: The target function, as in `adjudge.verus.contract.target`.
        budget: What one clause may cost.

    Raises:
        VerusSyntaxError: The text is not Verus.
        NoSuchFunction: It has no such function.
    """

    def __init__(
        self,
        spec: str | LoweredContract,
        name: str | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.contract = spec if isinstance(spec, LoweredContract) else lower(parse_file(spec), name)
        self.budget = budget or Budget()
        self._program = Program(self.contract.functions, self.contract.datatypes, self.budget)
        after = tuple(self.contract.mutated.values())
        result = (self.contract.result,) if self.contract.result else ()
        self._variables = (*self.contract.params, *after, *result)
        untold = after if result else ()
        self._open = frozenset(v.name for v in untold)
        self._compiled: dict[int, Any] = {}

    def precondition(self, args: Sequence[Any]) -> Truth:
        """Whether the arguments satisfy the `requires` clauses."""
        return _conjunction(self.clauses(args, stop=True))

    def postcondition(
        self, args: Sequence[Any], output: Any, *, final: Sequence[Any] | None = None
    ) -> Truth:
        """Whether the output satisfies the `ensures` clauses, given the arguments."""
        return _conjunction(self.clauses(args, output, stop=True, final=final))

    def clauses(
        self,
        args: Sequence[Any],
        *output: Any,
        stop: bool = False,
        final: Sequence[Any] | None = None,
        steps: int | None = None,
    ) -> list[ClauseResult]:
        """The truth of each clause: of `requires`, or with an output of `ensures`.

        Args:
            args: The arguments in the order of the parameters, as `adjudge.model` has them.
            output: The output, if the `ensures` clauses are asked for. For a function that changes
                its arguments in place it is their final value, or the tuple of them.
            stop: Whether a clause that is false ends it.
            final: For a function that changes arguments and returns a value besides: the final
                values of those arguments. Without them what rests on them is unknown.
            steps: What one clause may cost, if that is less than the budget allows.

        Raises:
            BadInput: The arguments or the output do not fit the contract.
        """
        allowed = self.budget.steps if steps is None else min(steps, self.budget.steps)
        clauses = self.contract.ensures if output else self.contract.requires
        variables = self._variables if output else self.contract.params
        given = self._values(args, output, final)
        results: list[ClauseResult] = []
        with _ONE_AT_A_TIME:
            for clause in clauses:
                results.append(self._clause(clause, variables, given, allowed))
                if stop and results[-1].truth is Truth.FALSE:
                    break
            self._program.forget()
        return results

    def _values(
        self, args: Sequence[Any], output: tuple[Any, ...], final: Sequence[Any] | None
    ) -> list[Value]:
        if len(args) != len(self.contract.params):
            wanted = len(self.contract.params)
            raise BadInput(f"{self.contract.name} takes {wanted} arguments, not {len(args)}")
        given = list(args)
        if output:
            given += self._outputs(output[0], final)
        variables = self._variables[: len(given)]
        return [self._value(v, x) for v, x in zip(variables, given, strict=True)]

    def _outputs(self, output: Any, final: Sequence[Any] | None) -> list[Any]:
        """The final arguments and the result, as far as a case tells them."""
        after, result = len(self.contract.mutated), self.contract.result
        if result is not None:
            told = (_UNTOLD,) * after if final is None else tuple(final)
            if len(told) != after:
                raise BadInput(f"{self.contract.name} changes {after} arguments, not {len(told)}")
            return [*told, output]
        if after == 0:
            return []
        return [output] if after == 1 else list(output)

    def _value(self, variable: Variable, value: Any) -> Value:
        if value is _UNTOLD:
            return unknown(variable.type, f"the final value of `{variable.name}` is not told")
        try:
            return from_model(value, variable.type, self.contract.datatypes)
        except (TypeError, ValueError, AttributeError, KeyError) as error:
            raise BadInput(f"a value that does not fit `{variable.name}`: {error}") from None

    def _clause(
        self, clause: Clause, variables: tuple[Variable, ...], given: list[Value], allowed: int
    ) -> ClauseResult:
        program = self._program
        program.steps[0] = allowed
        program.witness.clear()
        reason = ""
        limit = sys.getrecursionlimit()
        try:
            sys.setrecursionlimit(max(limit, _FRAMES))
            function = self._compiled.get(id(clause))
            if function is None:
                function = program.clause(clause.expr, variables, self._open)
                self._compiled[id(clause)] = function
            value = function(*given)
        except OutOfSteps as error:
            value = None
            reason = str(error)
        except RecursionError:
            value = None
            reason = "recursion too deep"
        except Exception as error:  # a failure of ours decides nothing
            value = None
            reason = f"the evaluator failed: {type(error).__name__}: {error}"
        finally:
            sys.setrecursionlimit(limit)
        truth = Truth.TRUE if value is True else Truth.FALSE if value is False else Truth.UNKNOWN
        if isinstance(value, Unknown):
            reason = value.reason or "depends on a value that is not known"
        steps = allowed - program.steps[0]
        return ClauseResult(clause, truth, reason, steps, self._witness())

    def _witness(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for index, values in self._program.witness.items():
            variables = self._program.binders[index][0].variables
            for variable, value in zip(variables, values, strict=False):
                found[variable.name] = to_model(value, variable.type, self.contract.datatypes)
        return found


def _conjunction(results: list[ClauseResult]) -> Truth:
    truth = Truth.TRUE
    for result in results:
        truth = truth & result.truth
    return truth


def evaluate_expression(
    text: str,
    types: Mapping[str, str] | None = None,
    values: Mapping[str, Any] | None = None,
    *,
    definitions: str = "",
    budget: Budget | None = None,
) -> ClauseResult:
    """Whether an expression of Verus is true.

    Args:
        text: The expression.
        types: The types of its variables, as Verus writes them.
        values: Their values, as `adjudge.model` has them.
        definitions: Items that the expression may use.
        budget: What it may cost.

    Raises:
        VerusSyntaxError: A text is not Verus.
    """
    source = f"{definitions}\nspec fn expression() -> bool {{ {text} }}\n"
    file = parse_fragment(source)
    function = file.items[-1]
    node = getattr(getattr(function, "body", None), "tail", None)
    if node is None:
        raise BadInput("no expression", mend="such as `1 + 1 == 2int`")
    contract = lower_expression(file, node, types or {})
    evaluator = SpecEvaluator(contract, budget=budget)
    given = [(values or {})[name] for name in types or {}]
    return evaluator.clauses(given, None)[0]
