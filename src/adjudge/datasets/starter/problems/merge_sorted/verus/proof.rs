use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn is_sorted(s: Seq<i32>) -> bool {
        forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] <= s[j]
    }

    /// How many times `v` occurs in `s`.
    pub open spec fn occurrences(s: Seq<i32>, v: i32) -> int
        decreases s.len(),
    {
        if s.len() == 0 {
            0
        } else {
            Self::occurrences(s.drop_last(), v) + if s.last() == v { 1int } else { 0int }
        }
    }

    proof fn lemma_push(s: Seq<i32>, x: i32, v: i32)
        ensures
            Self::occurrences(s.push(x), v)
                == Self::occurrences(s, v) + (if x == v { 1int } else { 0int }),
    {
        assert(s.push(x).drop_last() =~= s);
        assert(s.push(x).last() == x);
    }

    pub fn merge_sorted(left: Vec<i32>, right: Vec<i32>) -> (result: Vec<i32>)
        requires
            left.len() <= 100_000,
            right.len() <= 100_000,
            Self::is_sorted(left@),
            Self::is_sorted(right@),
        ensures
            Self::is_sorted(result@),
            result.len() == left.len() + right.len(),
            forall|v: i32| #[trigger] Self::occurrences(result@, v)
                == Self::occurrences(left@, v) + Self::occurrences(right@, v),
    {
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        let mut j: usize = 0;
        proof {
            assert(left@.subrange(0, 0) =~= result@);
            assert(right@.subrange(0, 0) =~= result@);
            assert forall|v: i32| #[trigger] Self::occurrences(result@, v)
                == Self::occurrences(left@.subrange(0, 0), v)
                    + Self::occurrences(right@.subrange(0, 0), v) by {
                assert(Self::occurrences(result@, v) == 0);
            }
        }
        while i < left.len() || j < right.len()
            invariant
                i <= left.len(),
                j <= right.len(),
                Self::is_sorted(left@),
                Self::is_sorted(right@),
                result.len() == i + j,
                Self::is_sorted(result@),
                forall|p: int, q: int| 0 <= p < result.len() && i <= q < left.len() ==>
                    result[p] <= left[q],
                forall|p: int, q: int| 0 <= p < result.len() && j <= q < right.len() ==>
                    result[p] <= right[q],
                forall|v: i32| #[trigger] Self::occurrences(result@, v)
                    == Self::occurrences(left@.subrange(0, i as int), v)
                        + Self::occurrences(right@.subrange(0, j as int), v),
            decreases left.len() - i + right.len() - j,
        {
            let ghost before = result@;
            if j >= right.len() || (i < left.len() && left[i] <= right[j]) {
                result.push(left[i]);
                proof {
                    let x = left@[i as int];
                    let shorter = left@.subrange(0, i as int);
                    let longer = left@.subrange(0, i + 1);
                    let other = right@.subrange(0, j as int);
                    assert(longer =~= shorter.push(x));
                    assert(result@ =~= before.push(x));
                    assert forall|v: i32| #[trigger] Self::occurrences(result@, v)
                        == Self::occurrences(longer, v) + Self::occurrences(other, v) by {
                        Self::lemma_push(before, x, v);
                        Self::lemma_push(shorter, x, v);
                        assert(Self::occurrences(before, v)
                            == Self::occurrences(shorter, v) + Self::occurrences(other, v));
                    }
                    assert forall|p: int, q: int| 0 <= p < q < result.len() implies
                        result[p] <= result[q] by {
                        assert(result[p] == before[p]);
                        if q < before.len() {
                            assert(result[q] == before[q]);
                        } else {
                            assert(result[q] == x);
                            assert(before[p] <= left[i as int]);
                        }
                    }
                    assert forall|p: int, q: int|
                        0 <= p < result.len() && i + 1 <= q < left.len() implies
                        result[p] <= left[q] by {
                        if p < before.len() {
                            assert(result[p] == before[p]);
                        } else {
                            assert(result[p] == x);
                            assert(left@[i as int] <= left@[q]);
                        }
                    }
                    assert forall|p: int, q: int|
                        0 <= p < result.len() && j <= q < right.len() implies
                        result[p] <= right[q] by {
                        if p < before.len() {
                            assert(result[p] == before[p]);
                        } else {
                            assert(result[p] == x);
                            assert(x <= right@[j as int]);
                            if j < q {
                                assert(right@[j as int] <= right@[q]);
                            }
                        }
                    }
                }
                i += 1;
            } else {
                result.push(right[j]);
                proof {
                    let x = right@[j as int];
                    let shorter = right@.subrange(0, j as int);
                    let longer = right@.subrange(0, j + 1);
                    let other = left@.subrange(0, i as int);
                    assert(longer =~= shorter.push(x));
                    assert(result@ =~= before.push(x));
                    assert forall|v: i32| #[trigger] Self::occurrences(result@, v)
                        == Self::occurrences(other, v) + Self::occurrences(longer, v) by {
                        Self::lemma_push(before, x, v);
                        Self::lemma_push(shorter, x, v);
                        assert(Self::occurrences(before, v)
                            == Self::occurrences(other, v) + Self::occurrences(shorter, v));
                    }
                    assert forall|p: int, q: int| 0 <= p < q < result.len() implies
                        result[p] <= result[q] by {
                        assert(result[p] == before[p]);
                        if q < before.len() {
                            assert(result[q] == before[q]);
                        } else {
                            assert(result[q] == x);
                            assert(before[p] <= right[j as int]);
                        }
                    }
                    assert forall|p: int, q: int|
                        0 <= p < result.len() && j + 1 <= q < right.len() implies
                        result[p] <= right[q] by {
                        if p < before.len() {
                            assert(result[p] == before[p]);
                        } else {
                            assert(result[p] == x);
                            assert(right@[j as int] <= right@[q]);
                        }
                    }
                    assert forall|p: int, q: int|
                        0 <= p < result.len() && i <= q < left.len() implies
                        result[p] <= left[q] by {
                        if p < before.len() {
                            assert(result[p] == before[p]);
                        } else {
                            assert(result[p] == x);
                            assert(x <= left@[i as int]);
                            if i < q {
                                assert(left@[i as int] <= left@[q]);
                            }
                        }
                    }
                }
                j += 1;
            }
        }
        proof {
            assert(left@.subrange(0, i as int) =~= left@);
            assert(right@.subrange(0, j as int) =~= right@);
        }
        result
    }
}

} // verus!
