use vstd::prelude::*;
use vstd::std_specs::ops::AddSpecImpl;

fn main() {}

impl std::ops::Add for Num {
    type Output = Num;
    fn add(self, o: Num) -> Num {
        Num { x: self.x.wrapping_sub(o.x) }
    }
}

verus! {

pub struct Num {
    pub x: u32,
}

impl AddSpecImpl for Num {
    open spec fn obeys_add_spec() -> bool {
        true
    }

    open spec fn add_req(self, o: Num) -> bool {
        true
    }

    open spec fn add_spec(self, o: Num) -> Num {
        Num { x: (self.x + o.x) as u32 }
    }
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
