use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// nums[l] + .. + nums[r - 1]
    pub open spec fn segment_sum(nums: Seq<i32>, l: int, r: int) -> int
        decreases r - l,
    {
        if r <= l {
            0
        } else {
            Self::segment_sum(nums, l, r - 1) + nums[r - 1] as int
        }
    }

    pub fn max_subarray_sum(nums: Vec<i32>) -> (result: i64)
        requires
            1 <= nums.len() <= 1_000,
        ensures
            exists|l: int, r: int|
                0 <= l < r <= nums.len() && #[trigger] Self::segment_sum(nums@, l, r) == result,
            forall|l: int, r: int|
                0 <= l < r <= nums.len() ==> #[trigger] Self::segment_sum(nums@, l, r) <= result,
    {
        let mut best: i64 = nums[0] as i64;
        let mut here: i64 = nums[0] as i64;
        let mut i: usize = 1;
        let ghost mut start: int = 0;
        let ghost mut best_l: int = 0;
        let ghost mut best_r: int = 1;
        proof {
            assert(Self::segment_sum(nums@, 0, 0) == 0);
            assert(Self::segment_sum(nums@, 0, 1) == Self::segment_sum(nums@, 0, 0) + nums@[0] as int);
        }
        while i < nums.len()
            invariant
                nums.len() <= 1_000,
                1 <= i <= nums.len(),
                -2_147_483_648 <= here,
                here as int <= 2_147_483_648 * (i as int),
                0 <= start < i,
                here as int == Self::segment_sum(nums@, start, i as int),
                forall|l: int| 0 <= l < i ==> #[trigger] Self::segment_sum(nums@, l, i as int) <= here,
                0 <= best_l < best_r <= i,
                best as int == Self::segment_sum(nums@, best_l, best_r),
                forall|l: int, r: int|
                    0 <= l < r <= i ==> #[trigger] Self::segment_sum(nums@, l, r) <= best,
            decreases nums.len() - i,
        {
            let ghost i0: int = i as int;
            let ghost here0: int = here as int;
            let ghost best0: int = best as int;
            let x: i64 = nums[i] as i64;
            proof {
                assert(x as int == nums@[i0] as int);
                assert(-2_147_483_648 <= x && x <= 2_147_483_647);
                assert(Self::segment_sum(nums@, i0, i0) == 0);
                assert(Self::segment_sum(nums@, i0, i0 + 1) == Self::segment_sum(nums@, i0, i0) + nums@[i0] as int);
                assert(Self::segment_sum(nums@, start, i0 + 1)
                    == Self::segment_sum(nums@, start, i0) + nums@[i0] as int);
            }
            if here < 0 {
                here = x;
                proof {
                    start = i0;
                }
            } else {
                here = here + x;
            }
            proof {
                assert(here as int == Self::segment_sum(nums@, start, i0 + 1));
                assert forall|l: int| 0 <= l < i0 + 1 implies
                    #[trigger] Self::segment_sum(nums@, l, i0 + 1) <= here by {
                    if l < i0 {
                        assert(Self::segment_sum(nums@, l, i0 + 1)
                            == Self::segment_sum(nums@, l, i0) + nums@[i0] as int);
                        assert(Self::segment_sum(nums@, l, i0) <= here0);
                    } else {
                        assert(l == i0);
                    }
                }
            }
            if here > best {
                best = here;
                proof {
                    best_l = start;
                    best_r = i0 + 1;
                }
            }
            i = i + 1;
            proof {
                assert(i as int == i0 + 1);
                assert forall|l: int, r: int| 0 <= l < r <= i implies
                    #[trigger] Self::segment_sum(nums@, l, r) <= best by {
                    if r <= i0 {
                        assert(Self::segment_sum(nums@, l, r) <= best0);
                    } else {
                        assert(r == i0 + 1);
                        assert(Self::segment_sum(nums@, l, i0 + 1) <= here);
                    }
                }
            }
        }
        proof {
            assert(i == nums.len());
            assert(0 <= best_l < best_r <= nums.len()
                && Self::segment_sum(nums@, best_l, best_r) == best);
        }
        best
    }
}

} // verus!
