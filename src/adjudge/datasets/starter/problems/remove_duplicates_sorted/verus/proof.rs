use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn remove_duplicates_sorted(nums: Vec<i32>) -> (result: Vec<i32>)
        requires
            nums.len() <= 100_000,
            forall|i: int, j: int| 0 <= i < j < nums.len() ==> nums[i] <= nums[j],
        ensures
            forall|i: int, j: int| 0 <= i < j < result.len() ==> result[i] < result[j],
            forall|i: int| 0 <= i < nums.len() ==> result@.contains(#[trigger] nums[i]),
            forall|i: int| 0 <= i < result.len() ==> nums@.contains(#[trigger] result[i]),
    {
        let n = nums.len();
        let mut result: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        while i < n
            invariant
                n == nums.len(),
                n <= 100_000,
                i <= n,
                forall|a: int, b: int| 0 <= a < b < nums.len() ==> nums[a] <= nums[b],
                i == 0 ==> result.len() == 0,
                i > 0 ==> result.len() > 0,
                i > 0 ==> result[result.len() - 1] == nums[i - 1],
                forall|a: int, b: int| 0 <= a < b < result.len() ==> result[a] < result[b],
                forall|a: int| 0 <= a < i ==> result@.contains(#[trigger] nums[a]),
                forall|a: int| 0 <= a < result.len() ==> nums@.contains(#[trigger] result[a]),
            decreases n - i,
        {
            let ghost before = result@;
            if i == 0 || nums[i - 1] != nums[i] {
                result.push(nums[i]);
                proof {
                    let x = nums@[i as int];
                    assert(result@ =~= before.push(x));
                    assert(result@[before.len() as int] == x);
                    assert forall|a: int, b: int| 0 <= a < b < result.len() implies
                        result[a] < result[b] by {
                        assert(result[a] == before[a]);
                        if b < before.len() {
                            assert(result[b] == before[b]);
                        } else {
                            assert(result[b] == x);
                            assert(i > 0);
                            assert(nums@[i - 1] <= nums@[i as int]);
                            assert(before[before.len() - 1] == nums@[i - 1]);
                            if a < before.len() - 1 {
                                assert(before[a] < before[before.len() - 1]);
                            }
                        }
                    }
                    assert forall|a: int| 0 <= a < result.len() implies
                        nums@.contains(#[trigger] result[a]) by {
                        if a < before.len() {
                            assert(result[a] == before[a]);
                            assert(nums@.contains(before[a]));
                        } else {
                            assert(result[a] == nums@[i as int]);
                        }
                    }
                }
            }
            proof {
                assert(result@[result.len() - 1] == nums@[i as int]);
                assert forall|a: int| 0 <= a < i + 1 implies
                    result@.contains(#[trigger] nums[a]) by {
                    if a < i {
                        assert(before.contains(nums[a]));
                        let w = choose|w: int| 0 <= w < before.len() && before[w] == nums[a];
                        assert(0 <= w < before.len() && before[w] == nums[a]);
                        assert(result@[w] == before[w]);
                    } else {
                        assert(result@[result.len() - 1] == nums[a]);
                    }
                }
            }
            i += 1;
        }
        result
    }
}

} // verus!
