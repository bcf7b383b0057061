use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn is_palindrome(s: String) -> (result: bool)
        requires
            s@.len() <= 1_000,
        ensures
            result == (forall|i: int|
                0 <= i < s@.len() ==> #[trigger] s@[i] == s@[s@.len() - 1 - i]),
    {
        let n = s.as_str().unicode_len();
        let mut i: usize = 0;
        while i < n / 2
            invariant
                n == s@.len(),
                0 <= i <= n / 2,
                forall|k: int| 0 <= k < i ==> #[trigger] s@[k] == s@[s@.len() - 1 - k],
            decreases n - i,
        {
            if s.as_str().get_char(i) != s.as_str().get_char(n - 1 - i) {
                proof {
                    assert(0 <= i as int && (i as int) < s@.len());
                    assert(s@[i as int] != s@[s@.len() - 1 - i as int]);
                }
                return false;
            }
            proof {
                assert(s@[i as int] == s@[s@.len() - 1 - i as int]);
            }
            i = i + 1;
        }
        proof {
            // The second half mirrors the first; an odd length leaves a middle that is its own mirror.
            assert forall|k: int| 0 <= k < s@.len() implies #[trigger] s@[k] == s@[s@.len() - 1 - k] by {
                let m = s@.len() - 1 - k;
                assert(s@.len() - 1 - m == k);
                if k < i {
                    assert(s@[k] == s@[s@.len() - 1 - k]);
                } else if m < i {
                    assert(s@[m] == s@[s@.len() - 1 - m]);
                } else {
                    assert(k == m);
                }
            }
        }
        true
    }
}

} // verus!
