use vstd::prelude::*;

fn main() {}

impl Finder for Z {
    fn find(&self, v: &Vec<i32>, t: i32) -> usize {
        0
    }
}

verus! {

pub struct Z;

pub trait Finder {
    fn find(&self, v: &Vec<i32>, t: i32) -> (r: usize)
        ensures
            r <= v.len(),
            forall|i: int| 0 <= i < r ==> v[i] < t,
            forall|i: int| r <= i < v.len() ==> v[i] >= t,
    ;
}

fn find_by<F: Finder>(f: &F, v: &Vec<i32>, t: i32) -> (r: usize)
    ensures
        r <= v.len(),
        forall|i: int| 0 <= i < r ==> v[i] < t,
        forall|i: int| r <= i < v.len() ==> v[i] >= t,
{
    f.find(v, t)
}

pub struct Solution;

impl Solution {
    pub open spec fn sorted(s: Seq<i32>) -> bool {
        forall|i: int, j: int| 0 <= i < j < s.len() ==> s[i] <= s[j]
    }

    pub fn lower_bound(nums: Vec<i32>, target: i32) -> (result: usize)
        requires
            nums.len() <= 100000,
            Self::sorted(nums@),
        ensures
            result <= nums.len(),
            forall|i: int| 0 <= i < result ==> nums[i] < target,
            forall|i: int| result <= i < nums.len() ==> nums[i] >= target,
    {
        return find_by(&Z, &nums, target);
    }
}

} // verus!
