impl Solution {
    pub fn bracket_depth(s: Vec<char>) -> Option<usize> {
        let mut depth: usize = 0;
        let mut deepest: usize = 0;
        let mut i: usize = 0;
        while i < s.len() {
            let c = s[i];
            if c == '(' {
                depth = depth + 1;
                if depth > deepest {
                    deepest = depth;
                }
            } else if c == ')' {
                if depth == 0 {
                    return None;
                }
                depth = depth - 1;
            }
            i = i + 1;
        }
        if depth == 0 {
            Some(deepest)
        } else {
            None
        }
    }
}
