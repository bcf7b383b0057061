use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn sum(s: Seq<i32>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::sum(s, n - 1) + s[n - 1]
        }
    }

    fn plus(a: i32, b: i32) -> (r: Option<i32>)
        ensures
            r.is_some() ==> r.unwrap() == a + b,
    {
        a.checked_add(b)
    }

    pub fn prefix_sums(nums: Vec<i32>) -> (result: Vec<i32>)
        requires
            nums.len() <= 1000,
            forall|i: int| 0 <= i < nums.len() ==> -1000 <= #[trigger] nums[i] <= 1000,
        ensures
            result.len() == nums.len(),
            forall|i: int| 0 <= i < result.len() ==> #[trigger] result[i] == Self::sum(nums@, i + 1),
    {
        let mut out: Vec<i32> = Vec::new();
        let mut acc: i32 = 0;
        let mut i: usize = 0;
        while i < nums.len()
        {
            acc = acc + nums[i];
            out.push(acc);
            i += 1;
        }
        out
    }
}

} // verus!
