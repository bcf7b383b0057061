use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// The decimal digits of n, least significant first, without leading zeros (none at all for 0).
    pub open spec fn digits(n: nat) -> Seq<nat>
        decreases n,
    {
        if n == 0 {
            Seq::empty()
        } else {
            seq![n % 10] + Self::digits(n / 10)
        }
    }

    /// The number that is written with these digits, most significant first.
    pub open spec fn number(ds: Seq<nat>) -> nat
        decreases ds.len(),
    {
        if ds.len() == 0 {
            0
        } else {
            Self::number(ds.drop_last()) * 10 + ds.last()
        }
    }

    pub fn reverse_digits(n: u32) -> (result: u64)
        ensures
            result as int == Self::number(Self::digits(n as nat)) as int,
    {
    }
}

} // verus!
