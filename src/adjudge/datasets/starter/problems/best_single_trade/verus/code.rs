impl Solution {
    pub fn best_single_trade(prices: Vec<i32>) -> i64 {
        let mut lowest: i32 = prices[0];
        let mut best: i64 = 0;
        let mut k: usize = 1;
        while k < prices.len() {
            if prices[k] < lowest {
                lowest = prices[k];
            }
            let gain: i64 = prices[k] as i64 - lowest as i64;
            if gain > best {
                best = gain;
            }
            k = k + 1;
        }
        best
    }
}
