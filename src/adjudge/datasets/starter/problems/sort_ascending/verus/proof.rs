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

    proof fn lemma_update(s: Seq<i32>, i: int, x: i32, v: i32)
        requires
            0 <= i < s.len(),
        ensures
            Self::occurrences(s.update(i, x), v) + (if s[i] == v { 1int } else { 0int })
                == Self::occurrences(s, v) + (if x == v { 1int } else { 0int }),
        decreases s.len(),
    {
        let t = s.update(i, x);
        assert(t.len() == s.len());
        if i == s.len() - 1 {
            assert(t.drop_last() =~= s.drop_last());
            assert(t.last() == x);
            assert(s.last() == s[i]);
        } else {
            Self::lemma_update(s.drop_last(), i, x, v);
            assert(t.drop_last() =~= s.drop_last().update(i, x));
            assert(t.last() == s.last());
            assert(s.drop_last()[i] == s[i]);
        }
    }

    pub fn sort_ascending(nums: Vec<i32>) -> (result: Vec<i32>)
        requires
            nums.len() <= 1000,
        ensures
            Self::is_sorted(result@),
            result.len() == nums.len(),
            forall|v: i32| #[trigger] Self::occurrences(result@, v)
                == Self::occurrences(nums@, v),
    {
        let n = nums.len();
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        proof {
            assert(nums@.subrange(0, 0) =~= result@);
        }
        while i < n
            invariant
                n == nums.len(),
                i <= n,
                result.len() == i,
                Self::is_sorted(result@),
                forall|v: i32| #[trigger] Self::occurrences(result@, v)
                    == Self::occurrences(nums@.subrange(0, i as int), v),
            decreases n - i,
        {
            let ghost before = result@;
            result.push(nums[i]);
            proof {
                let shorter = nums@.subrange(0, i as int);
                let longer = nums@.subrange(0, i + 1);
                assert(longer =~= shorter.push(nums@[i as int]));
                assert(result@ =~= before.push(nums@[i as int]));
                assert forall|v: i32| #[trigger] Self::occurrences(result@, v)
                    == Self::occurrences(longer, v) by {
                    Self::lemma_push(before, nums@[i as int], v);
                    Self::lemma_push(shorter, nums@[i as int], v);
                    assert(Self::occurrences(before, v) == Self::occurrences(shorter, v));
                }
                assert forall|a: int, b: int| 0 <= a < b < i implies result[a] <= result[b] by {
                    assert(result[a] == before[a]);
                    assert(result[b] == before[b]);
                }
            }
            let mut j: usize = i;
            while j > 0 && result[j - 1] > result[j]
                invariant
                    n == nums.len(),
                    i < n,
                    j <= i,
                    result.len() == i + 1,
                    forall|a: int, b: int| 0 <= a < b <= i && b != j as int ==>
                        result[a] <= result[b],
                    forall|v: i32| #[trigger] Self::occurrences(result@, v)
                        == Self::occurrences(nums@.subrange(0, i + 1), v),
                decreases j,
            {
                let ghost unswapped = result@;
                let larger = result[j - 1];
                let smaller = result[j];
                result[j - 1] = smaller;
                result[j] = larger;
                proof {
                    let half = unswapped.update(j - 1, smaller);
                    assert(larger == unswapped[j - 1]);
                    assert(smaller == unswapped[j as int]);
                    assert(half[j as int] == smaller);
                    assert(result@ =~= half.update(j as int, larger));
                    assert forall|v: i32| #[trigger] Self::occurrences(result@, v)
                        == Self::occurrences(nums@.subrange(0, i + 1), v) by {
                        Self::lemma_update(unswapped, j - 1, smaller, v);
                        Self::lemma_update(half, j as int, larger, v);
                        assert(Self::occurrences(unswapped, v)
                            == Self::occurrences(nums@.subrange(0, i + 1), v));
                    }
                    assert forall|a: int, b: int| 0 <= a < b <= i && b != j - 1 implies
                        result[a] <= result[b] by {
                        if b == j {
                            if a < j - 1 {
                                assert(result[a] == unswapped[a]);
                                assert(unswapped[a] <= unswapped[j - 1]);
                            } else {
                                assert(a == j - 1);
                            }
                        } else if a == j {
                            assert(result[b] == unswapped[b]);
                            assert(unswapped[j - 1] <= unswapped[b]);
                        } else if a == j - 1 {
                            assert(result[b] == unswapped[b]);
                            assert(unswapped[j as int] <= unswapped[b]);
                        } else {
                            assert(result[a] == unswapped[a]);
                            assert(result[b] == unswapped[b]);
                            assert(unswapped[a] <= unswapped[b]);
                        }
                    }
                }
                j -= 1;
            }
            proof {
                assert forall|a: int, b: int| 0 <= a < b < result.len() implies
                    result[a] <= result[b] by {
                    if b == j {
                        assert(result[j - 1] <= result[j as int]);
                        if a < j - 1 {
                            assert(result[a] <= result[j - 1]);
                        }
                    }
                }
                assert(Self::is_sorted(result@));
            }
            i += 1;
        }
        proof {
            assert(nums@.subrange(0, n as int) =~= nums@);
        }
        result
    }
}

} // verus!
