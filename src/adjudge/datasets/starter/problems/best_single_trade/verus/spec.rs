use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn best_single_trade(prices: Vec<i32>) -> (result: i64)
        requires
            1 <= prices.len() <= 1_000,
            forall|i: int| 0 <= i < prices.len() ==> 0 <= #[trigger] prices[i] <= 1_000_000_000,
        ensures
            exists|i: int, j: int|
                #![trigger prices[i], prices[j]]
                0 <= i <= j < prices.len() && prices[j] - prices[i] == result,
            forall|i: int, j: int|
                #![trigger prices[i], prices[j]]
                0 <= i <= j < prices.len() ==> prices[j] - prices[i] <= result,
    {
    }
}

} // verus!
