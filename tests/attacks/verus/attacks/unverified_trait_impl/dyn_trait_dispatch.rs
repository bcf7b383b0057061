use vstd::prelude::*;

fn main() {}

impl Tally for Z {
    fn tally(&self) -> bool {
        true
    }
}

verus! {

pub struct Z;

pub trait Tally {
    fn tally(&self) -> (b: bool)
        ensures
            false;
}

fn ask(t: &dyn Tally)
    ensures
        false,
{
    t.tally();
}

pub struct Solution;

impl Solution {
    pub open spec fn count(s: Seq<i32>, x: i32) -> nat
        decreases s.len(),
    {
        if s.len() == 0 {
            0
        } else {
            Self::count(s.drop_last(), x) + if s.last() == x { 1nat } else { 0nat }
        }
    }

    pub fn count_target(nums: Vec<i32>, target: i32) -> (result: usize)
        requires
            nums.len() <= 10000,
        ensures
            result == Self::count(nums@, target),
    {
        let mut c: usize = 0;
        let mut i: usize = 0;
        while i < nums.len()
        {
            if nums[i] == target {
                c += 1;
            }
            i += 1;
        }
        ask(&Z);
        c
    }
}

} // verus!
