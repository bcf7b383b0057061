use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    /// How many times `v` occurs in `s`.
    pub open spec fn occurrences(s: Seq<i32>, v: i32) -> int
        decreases s.len(),
    {
        if s.len() == 0 {
            0
        } else {
            Self::occurrences(s.drop_last(), v) + if s.last() == v { 1int } else { 0int }
        }
    }

    proof fn lemma_occurs_somewhere(s: Seq<i32>, v: i32)
        requires
            Self::occurrences(s, v) > 0,
        ensures
            exists|k: int| 0 <= k < s.len() && s[k] == v,
        decreases s.len(),
    {
        assert(s.len() > 0);
        if s.last() == v {
            assert(s[s.len() - 1] == v);
        } else {
            let t = s.drop_last();
            Self::lemma_occurs_somewhere(t, v);
            let k = choose|k: int| 0 <= k < t.len() && t[k] == v;
            assert(t[k] == s[k]);
            assert(0 <= k < s.len() && s[k] == v);
        }
    }

    pub fn majority_element(nums: Vec<i32>) -> (result: Option<i32>)
        requires
            nums.len() <= 1000,
        ensures
            result is Some ==>
                2 * Self::occurrences(nums@, result->Some_0) > nums.len(),
            result is None ==>
                forall|v: i32| 2 * (#[trigger] Self::occurrences(nums@, v)) <= nums.len(),
    {
        let n = nums.len();
        let mut i: usize = 0;
        while i < n
            invariant
                n == nums.len(),
                n <= 1000,
                i <= n,
                forall|k: int| 0 <= k < i ==>
                    2 * Self::occurrences(nums@, #[trigger] nums[k]) <= n,
            decreases n - i,
        {
            let candidate = nums[i];
            let mut count: usize = 0;
            let mut j: usize = 0;
            proof {
                assert(nums@.subrange(0, 0).len() == 0);
                assert(Self::occurrences(nums@.subrange(0, 0), candidate) == 0);
            }
            while j < n
                invariant
                    n == nums.len(),
                    n <= 1000,
                    j <= n,
                    count <= j,
                    count == Self::occurrences(nums@.subrange(0, j as int), candidate),
                decreases n - j,
            {
                proof {
                    let shorter = nums@.subrange(0, j as int);
                    let longer = nums@.subrange(0, j + 1);
                    assert(longer.drop_last() =~= shorter);
                    assert(longer.last() == nums@[j as int]);
                    assert(Self::occurrences(longer, candidate)
                        == Self::occurrences(shorter, candidate)
                            + if nums@[j as int] == candidate { 1int } else { 0int });
                }
                if nums[j] == candidate {
                    count += 1;
                }
                j += 1;
            }
            proof {
                assert(nums@.subrange(0, n as int) =~= nums@);
                assert(count == Self::occurrences(nums@, candidate));
            }
            if 2 * count > n {
                return Some(candidate);
            }
            proof {
                assert forall|k: int| 0 <= k < i + 1 implies
                    2 * Self::occurrences(nums@, #[trigger] nums[k]) <= n by {
                    if k == i {
                        assert(nums[k] == candidate);
                    }
                }
            }
            i += 1;
        }
        proof {
            assert forall|v: i32|
                2 * (#[trigger] Self::occurrences(nums@, v)) <= nums.len() by {
                if Self::occurrences(nums@, v) > 0 {
                    Self::lemma_occurs_somewhere(nums@, v);
                    let k = choose|k: int| 0 <= k < nums@.len() && nums@[k] == v;
                    assert(nums[k] == v);
                    assert(2 * Self::occurrences(nums@, nums[k]) <= n);
                }
            }
        }
        None
    }
}

} // verus!
