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
    }
}

} // verus!
