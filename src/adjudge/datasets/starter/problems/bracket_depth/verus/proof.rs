use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// Opening minus closing brackets among the first k characters.
    pub open spec fn height(s: Seq<char>, k: int) -> int
        decreases k,
    {
        if k <= 0 {
            0
        } else {
            Self::height(s, k - 1)
                + (if s[k - 1] == '(' { 1int } else if s[k - 1] == ')' { -1int } else { 0int })
        }
    }

    pub open spec fn balanced(s: Seq<char>) -> bool {
        &&& Self::height(s, s.len() as int) == 0
        &&& forall|k: int| 0 <= k <= s.len() ==> #[trigger] Self::height(s, k) >= 0
    }

    pub open spec fn is_max_height(s: Seq<char>, d: int) -> bool {
        &&& exists|k: int| 0 <= k <= s.len() && #[trigger] Self::height(s, k) == d
        &&& forall|k: int| 0 <= k <= s.len() ==> #[trigger] Self::height(s, k) <= d
    }

    pub fn bracket_depth(s: Vec<char>) -> (result: Option<usize>)
        requires
            s.len() <= 1_000,
            forall|i: int| 0 <= i < s.len() ==> ' ' <= #[trigger] s[i] <= '~',
        ensures
            result is Some <==> Self::balanced(s@),
            result is Some ==> Self::is_max_height(s@, result->Some_0 as int),
    {
        let mut depth: usize = 0;
        let mut deepest: usize = 0;
        let mut i: usize = 0;
        let ghost mut at: int = 0;
        proof {
            assert(Self::height(s@, 0) == 0);
        }
        while i < s.len()
            invariant
                s.len() <= 1_000,
                0 <= i <= s.len(),
                0 <= depth <= deepest,
                deepest <= i,
                depth as int == Self::height(s@, i as int),
                0 <= at <= i,
                Self::height(s@, at) == deepest as int,
                forall|k: int| 0 <= k <= i ==> 0 <= #[trigger] Self::height(s@, k) <= deepest,
            decreases s.len() - i,
        {
            let ghost i0: int = i as int;
            let ghost deepest0: int = deepest as int;
            let c = s[i];
            proof {
                assert(c == s@[i0]);
                assert(Self::height(s@, i0 + 1) == Self::height(s@, i0)
                    + (if s@[i0] == '(' { 1int } else if s@[i0] == ')' { -1int } else { 0int }));
            }
            if c == '(' {
                depth = depth + 1;
                if depth > deepest {
                    deepest = depth;
                    proof {
                        at = i0 + 1;
                    }
                }
            } else if c == ')' {
                if depth == 0 {
                    proof {
                        assert(Self::height(s@, i0 + 1) == -1);
                        assert(0 <= i0 + 1 <= s@.len());
                        assert(!Self::balanced(s@));
                    }
                    return None;
                }
                depth = depth - 1;
            }
            i = i + 1;
            proof {
                assert(i as int == i0 + 1);
                assert(Self::height(s@, i0 + 1) == depth as int);
                assert forall|k: int| 0 <= k <= i implies 0 <= #[trigger] Self::height(s@, k) <= deepest by {
                    if k <= i0 {
                        assert(0 <= Self::height(s@, k) && Self::height(s@, k) <= deepest0);
                    } else {
                        assert(k == i0 + 1);
                    }
                }
            }
        }
        proof {
            assert(i as int == s@.len());
            assert(Self::height(s@, s@.len() as int) == depth as int);
            if depth == 0 {
                assert(Self::balanced(s@));
                assert(0 <= at <= s@.len() && Self::height(s@, at) == deepest as int);
                assert(Self::is_max_height(s@, deepest as int));
            } else {
                assert(!Self::balanced(s@));
            }
        }
        if depth == 0 {
            Some(deepest)
        } else {
            None
        }
    }
}

} // verus!
