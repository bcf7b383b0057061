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
    }
}

} // verus!
