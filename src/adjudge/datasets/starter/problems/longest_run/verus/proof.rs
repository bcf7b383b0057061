use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// The characters at positions l, .., r - 1 are all the same.
    pub open spec fn is_run(s: Seq<char>, l: int, r: int) -> bool {
        &&& 0 <= l <= r <= s.len()
        &&& forall|k: int| l <= k < r ==> #[trigger] s[k] == s[l]
    }

    pub fn longest_run(s: String) -> (result: usize)
        requires
            s@.len() <= 1_000,
            forall|i: int| 0 <= i < s@.len() ==> ' ' <= #[trigger] s@[i] <= '~',
        ensures
            exists|l: int, r: int| #[trigger] Self::is_run(s@, l, r) && r - l == result,
            forall|l: int, r: int| #[trigger] Self::is_run(s@, l, r) ==> r - l <= result,
    {
        let n = s.as_str().unicode_len();
        let mut best: usize = 0;
        let mut start: usize = 0;
        let mut i: usize = 0;
        let ghost mut best_l: int = 0;
        let ghost mut best_r: int = 0;
        while i < n
            invariant
                n == s@.len(),
                0 <= start <= i <= n,
                Self::is_run(s@, start as int, i as int),
                forall|l: int| #[trigger] Self::is_run(s@, l, i as int) ==> start <= l,
                Self::is_run(s@, best_l, best_r),
                best_r - best_l == best,
                forall|l: int, r: int| #[trigger] Self::is_run(s@, l, r) && r <= i ==> r - l <= best,
            decreases n - i,
        {
            let ghost i0: int = i as int;
            let ghost start0: int = start as int;
            if s.as_str().get_char(i) != s.as_str().get_char(start) {
                start = i;
            }
            proof {
                // The run that ends at i now starts at `start` ..
                assert forall|k: int| start <= k < i0 + 1 implies #[trigger] s@[k] == s@[start as int] by {
                    if start0 == start && k < i0 {
                        assert(s@[k] == s@[start0]);
                    }
                }
                assert(Self::is_run(s@, start as int, i0 + 1));
                // .. and no run that ends there starts earlier.
                assert forall|l: int| #[trigger] Self::is_run(s@, l, i0 + 1) implies start <= l by {
                    if l < i0 {
                        assert(s@[i0] == s@[l]);
                        assert forall|k: int| l <= k < i0 implies #[trigger] s@[k] == s@[l] by {}
                        assert(Self::is_run(s@, l, i0));
                        assert(start0 <= l);
                        assert(s@[l] == s@[start0]);
                        assert(s@[i0] == s@[start0]);
                        assert(start == start0);
                    }
                }
            }
            i = i + 1;
            if i - start > best {
                best = i - start;
                proof {
                    best_l = start as int;
                    best_r = i as int;
                }
            }
            proof {
                assert(i as int == i0 + 1);
                assert forall|l: int, r: int| #[trigger] Self::is_run(s@, l, r) && r <= i implies r - l <= best by {
                    if r == i0 + 1 {
                        assert(Self::is_run(s@, l, i0 + 1));
                        assert(start <= l);
                    } else {
                        assert(r <= i0);
                    }
                }
            }
        }
        proof {
            assert(i == s@.len());
            assert forall|l: int, r: int| #[trigger] Self::is_run(s@, l, r) implies r - l <= best by {
                assert(r <= i);
            }
        }
        best
    }
}

} // verus!
