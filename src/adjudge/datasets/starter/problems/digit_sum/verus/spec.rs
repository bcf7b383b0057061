use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn sum_of_digits(n: nat) -> nat
        decreases n,
    {
        if n == 0 {
            0
        } else {
            n % 10 + Self::sum_of_digits(n / 10)
        }
    }

    pub fn digit_sum(n: u64) -> (result: u32)
        ensures
            result as int == Self::sum_of_digits(n as nat) as int,
    {
    }
}

} // verus!
