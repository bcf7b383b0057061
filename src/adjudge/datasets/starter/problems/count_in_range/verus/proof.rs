use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// How many elements of `s` are at least `low` and at most `high`.
    pub open spec fn number_between(s: Seq<i32>, low: i32, high: i32) -> int
        decreases s.len(),
    {
        if s.len() == 0 {
            0
        } else {
            Self::number_between(s.drop_last(), low, high)
                + if low <= s.last() && s.last() <= high { 1int } else { 0int }
        }
    }

    pub fn count_in_range(nums: Vec<i32>, low: i32, high: i32) -> (result: usize)
        requires
            nums.len() <= 100_000,
            low <= high,
        ensures
            result == Self::number_between(nums@, low, high),
    {
        let n = nums.len();
        let mut count: usize = 0;
        let mut i: usize = 0;
        proof {
            assert(nums@.subrange(0, 0).len() == 0);
            assert(Self::number_between(nums@.subrange(0, 0), low, high) == 0);
        }
        while i < n
            invariant
                n == nums.len(),
                n <= 100_000,
                i <= n,
                count <= i,
                count == Self::number_between(nums@.subrange(0, i as int), low, high),
            decreases n - i,
        {
            proof {
                let shorter = nums@.subrange(0, i as int);
                let longer = nums@.subrange(0, i + 1);
                assert(longer.drop_last() =~= shorter);
                assert(longer.last() == nums@[i as int]);
                assert(Self::number_between(longer, low, high)
                    == Self::number_between(shorter, low, high)
                        + if low <= nums@[i as int] && nums@[i as int] <= high {
                            1int
                        } else {
                            0int
                        });
            }
            if low <= nums[i] && nums[i] <= high {
                count += 1;
            }
            i += 1;
        }
        proof {
            assert(nums@.subrange(0, n as int) =~= nums@);
        }
        count
    }
}

} // verus!
