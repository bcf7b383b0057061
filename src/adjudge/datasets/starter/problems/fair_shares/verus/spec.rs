use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// Moving coins keeps their total, and any two piles can trade coin by coin:
    /// the piles can be made equal exactly when three equal piles make up the total.
    pub open spec fn splits_in_three(total: int) -> bool {
        total % 3 == 0
    }

    pub fn can_share(a: u64, b: u64, c: u64) -> (result: bool)
        requires
            a <= 1_000_000_000_000_000_000,
            b <= 1_000_000_000_000_000_000,
            c <= 1_000_000_000_000_000_000,
        ensures
            result == Self::splits_in_three(a + b + c),
    {
    }
}

} // verus!
