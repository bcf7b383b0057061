impl Solution {
    pub fn can_share(a: u64, b: u64, c: u64) -> bool {
        let total: u64 = a + b + c;
        total % 3 == 0
    }
}
