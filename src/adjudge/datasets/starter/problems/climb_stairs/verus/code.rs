impl Solution {
    pub fn climb_stairs(n: u32) -> u64 {
        let mut before: u64 = 1;
        let mut here: u64 = 1;
        let mut i: u32 = 1;
        while i < n {
            let next: u64 = before + here;
            before = here;
            here = next;
            i = i + 1;
        }
        here
    }
}
