use vstd::prelude::*;

fn main() {}

verus! {

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

    proof fn lemma_count_step(s: Seq<i32>, n: int, x: i32)
        requires
            0 <= n < s.len(),
        ensures
            Self::count(s.take(n + 1), x) == Self::count(s.take(n), x) + if s[n] == x { 1nat } else { 0nat },
    {
        assert(s.take(n + 1).drop_last() =~= s.take(n));
        assert(s.take(n + 1).last() == s[n]);
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
            invariant_except_break
                c <= i,
            invariant
                i <= nums.len(),
                c <= i,
                c == Self::count(nums@.take(i as int), target),
            decreases nums.len() - i,
        {
            proof {
                Self::lemma_count_step(nums@, i as int, target);
            }
            if nums[i] == target {
                c += 1;
            }
            i += 1;
        }
        assert(nums@.take(nums@.len() as int) =~= nums@);
        c
    }
}

} // verus!
