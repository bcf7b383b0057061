use vstd::prelude::*;

fn main() {}

verus! {

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

    proof fn lemma_even(n: nat)
        ensures
            n >= 0,
        decreases n,
    {
        if n > 0 {
            Self::lemma_odd((n - 1) as nat);
        }
    }

    proof fn lemma_odd(n: nat)
        ensures
            n >= 0,
        decreases n,
    {
        if n > 0 {
            Self::lemma_even((n - 1) as nat);
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
