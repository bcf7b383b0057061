use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// The last move onto step n comes from step n - 1 or from step n - 2.
    pub open spec fn ways(n: nat) -> nat
        decreases n,
    {
        if n <= 1 {
            1
        } else {
            Self::ways((n - 1) as nat) + Self::ways((n - 2) as nat)
        }
    }

    pub fn climb_stairs(n: u32) -> (result: u64)
        requires
            n <= 60,
        ensures
            result as int == Self::ways(n as nat) as int,
    {
    }
}

} // verus!
