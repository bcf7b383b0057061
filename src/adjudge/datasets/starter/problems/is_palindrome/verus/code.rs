impl Solution {
    pub fn is_palindrome(s: String) -> bool {
        let n = s.as_str().unicode_len();
        let mut i: usize = 0;
        while i < n / 2 {
            if s.as_str().get_char(i) != s.as_str().get_char(n - 1 - i) {
                return false;
            }
            i = i + 1;
        }
        true
    }
}
