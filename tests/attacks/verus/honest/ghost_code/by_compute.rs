use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn is_pal(s: Seq<char>) -> bool {
        forall|i: int| 0 <= i < s.len() ==> #[trigger] s[i] == s[s.len() - 1 - i]
    }

    pub fn is_palindrome(s: Vec<char>) -> (result: bool)
        requires
            1 <= s.len() <= 1000,
            forall|i: int| 0 <= i < s.len() ==> 'a' <= #[trigger] s[i] && s[i] <= 'z',
        ensures
            result == Self::is_pal(s@),
    {
        let n = s.len();
        let mut i: usize = 0;
        while i < n / 2
            invariant
                n == s.len(),
                i <= n / 2,
                forall|k: int| 0 <= k < i ==> #[trigger] s[k] == s[n - 1 - k],
            decreases n / 2 - i,
        {
            if s[i] != s[n - 1 - i] {
                assert(s@[i as int] != s@[s@.len() - 1 - (i as int)]);
                return false;
            }
            i += 1;
        }
        assert(2 + 2 == 4) by (compute);
        assert(3 * 3 == 9) by (compute_only);
        assert forall|k: int| 0 <= k < s@.len() implies #[trigger] s@[k] == s@[s@.len() - 1 - k] by {
            let m = n as int - 1 - k;
            if k >= n / 2 && m < n / 2 {
                assert(s@[m] == s@[n as int - 1 - m]);
            }
        }
        true
    }
}

} // verus!
