"""Small random arguments that satisfy a precondition, for the benchmarks of deciding."""

import copy
import random
import zlib
from collections.abc import Iterator
from typing import Any

from adjudge.model import Problem
from adjudge.model.types import Bool, Char, Int, List, Nat, Option, Record, Str, Tuple, Type
from adjudge.verus.evaluate import Budget, SpecEvaluator, Truth
from adjudge.verus.ir import Call, CharType, Expr, Literal, LoweredContract, walk

TRIES = 4000
STEPS = 12_000


class Inputs:
    """Random small arguments, near what the precondition mentions."""

    def __init__(self, problem: Problem, contract: LoweredContract, seed: int) -> None:
        self.random = random.Random(seed)
        self.problem = problem
        found = {
            int(node.value)
            for clause in contract.requires
            for node in self._nodes(contract, clause.expr)
            if isinstance(node, Literal) and not isinstance(node.value, bool)
        }
        self.constants = sorted(found | {-value for value in found if value > 1})

    @staticmethod
    def _nodes(contract: LoweredContract, expr: Expr) -> Iterator[Expr]:
        stack: list[Expr] = [expr]
        seen: set[str] = set()
        while stack:
            for node in walk(stack.pop()):
                yield node
                if isinstance(node, Call) and node.function not in seen:
                    seen.add(node.function)
                    body = contract.functions[node.function].body
                    stack += [body] if body is not None else []

    def arguments(self) -> tuple[Any, ...]:
        pick = self.random
        self.size = pick.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8])
        self.width = pick.choice([self.size, 1, 2, 3])
        self.shared = pick.random() < 0.7
        self.style = pick.choice(["any", "any", "sorted", "distinct", "permutation", "descending"])
        self.low = pick.choice([0, 0, 1, 1, -3, pick.choice(self.constants or [0])])
        self.span = pick.choice([0, 1, 2, 4, 9, self.size, 30])
        self.letters = pick.choice(
            ["ab", "abc", "01", "()", "az", "aeiou", "AbZ", "abc xyz", "0123456789", "LR", "*.|"]
        )
        return tuple(self.value(p.type, 0) for p in self.problem.signature.params)

    def value(self, type_: Type, depth: int) -> Any:
        pick = self.random
        match type_:
            case Bool():
                return pick.random() < 0.5
            case Int() | Nat():
                return self.integer(type_, depth)
            case Char():
                return pick.choice(self.letters)
            case Str():
                return "".join(pick.choice(self.letters) for _ in range(self.length(depth)))
            case List():
                return self.items(type_, depth)
            case Tuple():
                return tuple(self.value(item, depth) for item in type_.items)
            case Option():
                return None if pick.random() < 0.3 else self.value(type_.item, depth)
            case Record():
                fields = self.problem.signature.records[type_.name]
                return {name: self.value(t, depth) for name, t in fields}
        raise NotImplementedError(str(type_))

    def length(self, depth: int) -> int:
        if depth:
            return self.width
        return self.size if self.shared else self.random.choice([0, 1, 2, 3, 4, 6])

    def items(self, type_: List, depth: int) -> list[Any]:
        pick = self.random
        n = self.length(depth)
        if isinstance(type_.item, Int | Nat):
            if isinstance(type_.item, Int) and type_.item.name == "u8" and pick.random() < 0.6:
                return [ord(pick.choice(self.letters)) for _ in range(n)]
            if self.style == "permutation":
                return pick.sample(range(self.low, self.low + n), n)
            if self.style == "distinct":
                made = pick.sample(range(self.low, self.low + n + self.span), n)
                return sorted(made) if pick.random() < 0.5 else made
        made = [self.value(type_.item, depth + 1) for _ in range(n)]
        if self.style in ("sorted", "descending") and all(isinstance(x, int) for x in made):
            made.sort(reverse=self.style == "descending")
        return made

    def integer(self, type_: Int | Nat, depth: int) -> int:
        pick = self.random
        if depth:
            value = self.low + pick.randint(0, self.span)
        else:
            value = pick.choice(
                [
                    pick.randint(0, 10),
                    pick.randint(-3, 20),
                    self.size,
                    self.size + pick.choice([-1, 1]),
                    self.width,
                    pick.choice(self.constants or [1]) + pick.choice([-1, 0, 0, 1, 2]),
                    pick.randint(1, 60),
                ]
            )
            if abs(value) > 100_000 and pick.random() < 0.8:
                value = pick.randint(1, 50)
        low, high = (0, None) if isinstance(type_, Nat) else (type_.low, type_.high)
        value = value if low is None else max(low, value)
        return value if high is None else min(high, value)


class Fitted(Inputs):
    """Arguments of the very sizes and letters that the precondition names, mended step by step."""

    def __init__(self, evaluator: SpecEvaluator, problem: Problem, seed: int) -> None:
        super().__init__(problem, evaluator.contract, seed)
        self.evaluator = SpecEvaluator(evaluator.contract, budget=Budget(steps=50_000, cells=50))
        nodes = [
            node
            for clause in evaluator.contract.requires
            for node in self._nodes(evaluator.contract, clause.expr)
        ]
        self.sizes = [c for c in self.constants if 0 < c <= 64] or [1]
        self.alphabet = "".join(
            sorted({chr(n.value) for n in nodes if isinstance(n, Literal) and n.type == CharType()})
        )

    def arguments(self) -> tuple[Any, ...]:
        super().arguments()
        self.style = "any"
        self.letters = self.alphabet or self.letters
        self.again()
        return tuple(self.value(p.type, 0) for p in self.problem.signature.params)

    def again(self) -> None:
        """Draw sizes and ranges anew."""
        pick = self.random
        self.size = pick.choice([1, 2, 3, 5, *self.sizes])
        self.width = pick.choice([self.size, 1, 2, *self.sizes])
        self.low, self.span = pick.choice([0, 0, 1]), pick.choice([0, 0, 1, 1, self.size])

    def items(self, type_: List, depth: int) -> list[Any]:
        return [self.value(type_.item, depth + 1) for _ in range(self.length(depth))]

    def score(self, args: tuple[Any, ...]) -> int:
        """How many clauses of the precondition hold."""
        return sum(r.truth is Truth.TRUE for r in self.evaluator.clauses(args))

    def walk(self) -> Iterator[tuple[Any, ...]]:
        """Arguments that fit, each changed from another in a few places."""
        wanted = len(self.evaluator.contract.requires)
        args, best, stuck = self.arguments(), -1, 0
        for _ in range(STEPS):
            new = args if best < 0 else self.changed(args)
            score = self.score(new)
            stuck = 0 if score > best else stuck + 1
            if score >= best:
                args, best = new, score
            if best == wanted:
                yield args
            if stuck > 300:
                args, best, stuck = self.arguments(), -1, 0

    def changed(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments with one to three places changed."""
        self.again()
        new = list(copy.deepcopy(args))
        for _ in range(self.random.choice([1, 1, 2, 3])):
            i = self.random.randrange(len(new))
            new[i] = self.other(new[i], self.problem.signature.params[i].type, 0)
        return tuple(new)

    def other(self, value: Any, type_: Type, depth: int) -> Any:
        pick = self.random
        if not isinstance(type_, List) or not value or pick.random() < 0.1:
            return self.value(type_, depth)
        i, kind = pick.randrange(len(value)), pick.random()
        if kind < 0.1:
            return value[:-1]
        if kind < 0.2:
            return [*value, value[i]]
        if kind < 0.3:
            j = pick.randrange(len(value))
            value[i], value[j] = value[j], value[i]
        else:
            value[i] = self.other(value[i], type_.item, depth + 1)
        return value


def simple_inputs(problem: Problem, evaluator: SpecEvaluator, count: int) -> list[tuple[Any, ...]]:
    """Distinct arguments whose precondition evaluates to true."""
    seed = zlib.crc32(problem.name.encode())
    source = Inputs(problem, evaluator.contract, seed)
    found: dict[str, tuple[Any, ...]] = {}
    for _ in range(TRIES):
        args = source.arguments()
        if evaluator.precondition(args) is Truth.TRUE:
            found.setdefault(repr(args), args)
            if len(found) >= count:
                return list(found.values())
    if not found and problem.signature.params:
        for kept, args in enumerate(Fitted(evaluator, problem, seed).walk()):
            if kept % 20 == 0:  # neighbours are much alike
                found.setdefault(repr(args), args)
            if len(found) >= count:
                break
    return list(found.values())
