// nothing proved yet
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
        {
            if s[i] != s[n - 1 - i] {
                return false;
            }
            i += 1;
        }
        true
    }
}

} // verus!
