impl Solution {
    pub fn reverse_digits(n: u32) -> u64 {
        let mut rest: u32 = n;
        let mut reversed: u64 = 0;
        while rest > 0 {
            reversed = reversed * 10 + (rest % 10) as u64;
            rest = rest / 10;
        }
        reversed
    }
}
