impl Solution {
    pub fn longest_run(s: String) -> usize {
        let n = s.as_str().unicode_len();
        let mut best: usize = 0;
        let mut start: usize = 0;
        let mut i: usize = 0;
        while i < n {
            if s.as_str().get_char(i) != s.as_str().get_char(start) {
                start = i;
            }
            i = i + 1;
            if i - start > best {
                best = i - start;
            }
        }
        best
    }
}
