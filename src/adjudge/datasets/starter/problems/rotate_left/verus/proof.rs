use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn rotate_left(nums: Vec<i32>, k: usize) -> (result: Vec<i32>)
        requires
            nums.len() <= 100_000,
            k <= 1_000_000_000,
        ensures
            result.len() == nums.len(),
            forall|i: int| 0 <= i < result.len() ==>
                #[trigger] result[i] == nums[(i + k as int) % (nums.len() as int)],
    {
        let n = nums.len();
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        while i < n
            invariant
                n == nums.len(),
                n <= 100_000,
                k <= 1_000_000_000,
                i <= n,
                result.len() == i,
                forall|p: int| 0 <= p < i ==>
                    #[trigger] result[p] == nums[(p + k as int) % (nums.len() as int)],
            decreases n - i,
        {
            let from = (i + k) % n;
            proof {
                assert(from as int == (i as int + k as int) % (nums.len() as int));
                assert(0 <= from < nums.len());
            }
            let ghost before = result@;
            result.push(nums[from]);
            proof {
                assert forall|p: int| 0 <= p < i + 1 implies
                    #[trigger] result[p] == nums[(p + k as int) % (nums.len() as int)] by {
                    if p == i {
                        assert(p + k as int == i as int + k as int);
                        assert(result[p] == nums[from as int]);
                    } else {
                        assert(result[p] == before[p]);
                    }
                }
            }
            i += 1;
        }
        result
    }
}

} // verus!
