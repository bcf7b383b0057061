use vstd::prelude::*;

fn main() {}

impl From<E1> for E2 {
    fn from(_e: E1) -> E2 {
        panic!()
    }
}

verus! {

pub struct E1;

pub struct E2;

fn step(b: bool) -> Result<u8, E1> {
    if b { Ok(1) } else { Err(E1) }
}

fn twice(b: bool) -> Result<u8, E2> {
    let x = step(b)?;
    Ok(x)
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
        c
    }
}

} // verus!
