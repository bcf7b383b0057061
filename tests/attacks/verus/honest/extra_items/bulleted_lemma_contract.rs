use vstd::prelude::*;

fn main() {}

verus! {

pub struct Interval {
    pub lo: i32,
    pub hi: i32,
}

impl Interval {
    pub open spec fn wf(&self) -> bool {
        self.lo <= self.hi
    }

    pub open spec fn has(&self, x: int) -> bool {
        self.lo <= x && x <= self.hi
    }

    proof fn lemma_ends(iv: Interval)
        requires
            ({
                &&& iv.wf()
                &&& iv.lo <= iv.hi
            }),
        ensures
            ({
                &&& iv.has(iv.lo as int)
                &&& iv.has(iv.hi as int)
            }),
    {
    }

    pub fn contains(&self, x: i32) -> (result: bool)
        ensures
            result == self.has(x as int),
    {
        self.lo <= x && x <= self.hi
    }

    pub fn first_outside(&self, nums: &Vec<i32>) -> (result: usize)
        requires
            self.wf(),
            nums.len() <= 1000,
        ensures
            result <= nums.len(),
            forall|i: int| 0 <= i < result ==> self.has((#[trigger] nums[i]) as int),
            result < nums.len() ==> !self.has(nums[result as int] as int),
    {
        let mut i: usize = 0;
        while i < nums.len()
            invariant
                i <= nums.len(),
                forall|k: int| 0 <= k < i ==> self.has((#[trigger] nums[k]) as int),
            decreases nums.len() - i,
        {
            if !self.contains(nums[i]) {
                return i;
            }
            i += 1;
        }
        i
    }
}

} // verus!
