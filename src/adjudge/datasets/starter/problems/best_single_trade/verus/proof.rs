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
        let mut lowest: i32 = prices[0];
        let mut best: i64 = 0;
        let mut k: usize = 1;
        let ghost mut low_at: int = 0;
        let ghost mut buy: int = 0;
        let ghost mut sell: int = 0;
        while k < prices.len()
            invariant
                1 <= k <= prices.len(),
                0 <= low_at < k,
                lowest == prices[low_at],
                forall|i: int| 0 <= i < k ==> lowest <= #[trigger] prices[i],
                0 <= buy <= sell < k,
                prices[sell] - prices[buy] == best,
                forall|i: int, j: int|
                    #![trigger prices[i], prices[j]]
                    0 <= i <= j < k ==> prices[j] - prices[i] <= best,
            decreases prices.len() - k,
        {
            let ghost k0: int = k as int;
            let ghost lowest0: int = lowest as int;
            let ghost best0: int = best as int;
            if prices[k] < lowest {
                lowest = prices[k];
                proof {
                    low_at = k0;
                }
            }
            proof {
                assert(lowest <= lowest0);
                assert(lowest <= prices[k0]);
                assert forall|i: int| 0 <= i < k0 + 1 implies lowest <= #[trigger] prices[i] by {
                    if i < k0 {
                        assert(lowest0 <= prices[i]);
                    } else {
                        assert(i == k0);
                    }
                }
            }
            let gain: i64 = prices[k] as i64 - lowest as i64;
            if gain > best {
                best = gain;
                proof {
                    buy = low_at;
                    sell = k0;
                }
            }
            k = k + 1;
            proof {
                assert(gain <= best);
                assert forall|i: int, j: int|
                    #![trigger prices[i], prices[j]]
                    0 <= i <= j < k implies prices[j] - prices[i] <= best by {
                    if j < k0 {
                        assert(prices[j] - prices[i] <= best0);
                    } else {
                        assert(j == k0);
                        assert(lowest <= prices[i]);
                        assert(prices[k0] - lowest == gain);
                    }
                }
            }
        }
        proof {
            assert(k == prices.len());
            assert(0 <= buy <= sell < prices.len() && prices[sell] - prices[buy] == best);
        }
        best
    }
}

} // verus!
