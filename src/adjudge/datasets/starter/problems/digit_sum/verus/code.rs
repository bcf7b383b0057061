impl Solution {
    pub fn digit_sum(n: u64) -> u32 {
        let mut rest: u64 = n;
        let mut total: u32 = 0;
        while rest > 0 {
            total = total + (rest % 10) as u32;
            rest = rest / 10;
        }
        total
    }
}
