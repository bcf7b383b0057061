use vstd::prelude::*;

fn main() {}

impl Limit for Z {
    const TOP: i32 = 7;

    fn top_is_zero() {
    }
}

verus! {

pub struct Z;

pub trait Limit {
    const TOP: i32;

    proof fn top_is_zero()
        ensures
            Self::TOP == 0;
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
        let ghost before = nums@;
        let n = nums.len();
        let mut i: usize = 0;
        while i < n
            invariant
                lo <= hi,
                i <= n,
                n == nums.len(),
                n == before.len(),
                forall|k: int| 0 <= k < i ==> #[trigger] nums[k] == Self::clamped(before[k] as int, lo as int, hi as int),
                forall|k: int| i <= k < n ==> #[trigger] nums[k] == before[k],
            decreases n - i,
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
