//! Between a judged function and the supervisor: typed JSON in, typed JSON out.
//!
//! One case is one line on descriptor 0, an array of arguments; its answer is one line on
//! descriptor 3, `+` and the value or `-` and why the line could not be read at the function's
//! types. No dependencies, and nothing newer than Rust 1.63, which Debian 12 ships.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::fs::File;
use std::hash::Hash;
use std::io::{BufRead, BufReader, Write as _};
use std::mem::ManuallyDrop;
use std::os::unix::io::FromRawFd;

pub type Result<T> = std::result::Result<T, String>;

extern "C" {
    fn fcntl(fd: i32, command: i32, ...) -> i32;
    fn close(fd: i32) -> i32;
}

/// Moves a descriptor out of the way of code that closes or writes to the usual ones.
fn private(fd: i32) -> File {
    const F_DUPFD_CLOEXEC: i32 = 1030;
    const FIRST: i32 = 500;
    unsafe {
        let moved = fcntl(fd, F_DUPFD_CLOEXEC, FIRST);
        close(fd);
        File::from_raw_fd(moved)
    }
}

/// Answers cases until the input ends.
pub fn serve(case: fn(&mut Reader<'_>) -> Result<String>) {
    // Never closed: by the end other code in this process may hold the same numbers.
    let mut source = ManuallyDrop::new(BufReader::new(private(0)));
    let mut sink = ManuallyDrop::new(private(3));
    let mut line = Vec::new();
    loop {
        line.clear();
        match source.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut answer = match case(&mut Reader::new(&line)) {
            Ok(value) => format!("+{}", value),
            Err(why) => format!("-{}", why.replace('\n', " ")),
        };
        answer.push('\n');
        if sink.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

/// A cursor over one line of JSON.
pub struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Reader { text, at: 0 }
    }

    fn peek(&mut self) -> u8 {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        *self.text.get(self.at).unwrap_or(&0)
    }

    fn fail<T>(&mut self, wanted: &str) -> Result<T> {
        let end = (self.at + 20).min(self.text.len());
        let found = String::from_utf8_lossy(&self.text[self.at.min(end)..end]).into_owned();
        Err(format!("expected {}, found {}", wanted, found.trim_end()))
    }

    /// Takes one punctuation mark.
    pub fn expect(&mut self, mark: u8) -> Result<()> {
        if self.peek() != mark {
            return self.fail(&format!("'{}'", mark as char));
        }
        self.at += 1;
        Ok(())
    }

    fn take(&mut self, mark: u8) -> bool {
        let there = self.peek() == mark;
        if there {
            self.at += 1;
        }
        there
    }

    fn word(&mut self, word: &str) -> bool {
        self.peek();
        let there = self.text[self.at..].starts_with(word.as_bytes());
        if there {
            self.at += word.len();
        }
        there
    }

    fn number(&mut self) -> &'a str {
        self.peek();
        let start = self.at;
        while self.at < self.text.len()
            && matches!(self.text[self.at], b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
        {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).unwrap_or("")
    }

    /// Reads `[item, item, ..]`, calling `item` at each.
    pub fn items(&mut self, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.expect(b'[')?;
        if self.take(b']') {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.take(b']') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads `{"key": value, ..}`, calling `field` at each value.
    pub fn fields(&mut self, mut field: impl FnMut(&mut Self, &str) -> Result<()>) -> Result<()> {
        self.expect(b'{')?;
        if self.take(b'}') {
            return Ok(());
        }
        loop {
            let key = self.string()?;
            self.expect(b':')?;
            field(self, &key)?;
            if self.take(b'}') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    fn string(&mut self) -> Result<String> {
        self.expect(b'"')?;
        let mut bytes = Vec::new();
        loop {
            let byte = *self.text.get(self.at).unwrap_or(&0);
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(bytes).or_else(|_| self.fail("UTF-8")),
                b'\\' => {
                    let mut buffer = [0; 4];
                    let escaped = self.escape()?.encode_utf8(&mut buffer);
                    bytes.extend_from_slice(escaped.as_bytes());
                }
                0 => return self.fail("'\"'"),
                other => bytes.push(other),
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let byte = *self.text.get(self.at).unwrap_or(&0);
        self.at += 1;
        Ok(match byte {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'"' | b'\\' | b'/' => byte as char,
            b'u' => {
                let mut unit = self.hex()?;
                if (0xd800..0xdc00).contains(&unit) && self.word("\\u") {
                    unit = 0x10000 + ((unit - 0xd800) << 10) + (self.hex()?.wrapping_sub(0xdc00));
                }
                return char::from_u32(unit).map_or_else(|| self.fail("a character"), Ok);
            }
            _ => return self.fail("an escape"),
        })
    }

    fn hex(&mut self) -> Result<u32> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or(b"");
        let parsed = std::str::from_utf8(digits).ok().and_then(|d| u32::from_str_radix(d, 16).ok());
        self.at += 4;
        parsed.map_or_else(|| self.fail("four hexadecimal digits"), Ok)
    }
}

/// A type that a case's argument can be read at.
pub trait Decode: Sized {
    fn decode(reader: &mut Reader<'_>) -> Result<Self>;
}

/// A type that a case's output can be written from.
pub trait Encode {
    fn encode(&self, out: &mut String);
}

/// Reads the next argument; `first` is true for the first one.
pub fn argument<T: Decode>(reader: &mut Reader<'_>, first: bool) -> Result<T> {
    reader.expect(if first { b'[' } else { b',' })?;
    T::decode(reader)
}

/// The JSON text of a value.
pub fn text<T: Encode + ?Sized>(value: &T) -> String {
    let mut out = String::new();
    value.encode(&mut out);
    out
}

macro_rules! integers {
    ($($t:ident)*) => {$(
        impl Decode for $t {
            fn decode(reader: &mut Reader<'_>) -> Result<Self> {
                let at = reader.at;
                let parsed = reader.number().parse();
                if parsed.is_err() {
                    reader.at = at;
                }
                parsed.or_else(|_| reader.fail(stringify!($t)))
            }
        }
        impl Encode for $t {
            fn encode(&self, out: &mut String) {
                let _ = write!(out, "{}", self);
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! floats {
    ($($t:ident)*) => {$(
        impl Decode for $t {
            fn decode(reader: &mut Reader<'_>) -> Result<Self> {
                if reader.peek() == b'"' {
                    return match reader.string()?.as_str() {
                        "NaN" => Ok($t::NAN),
                        "Infinity" => Ok($t::INFINITY),
                        "-Infinity" => Ok($t::NEG_INFINITY),
                        _ => reader.fail("a number"),
                    };
                }
                reader.number().parse().or_else(|_| reader.fail("a number"))
            }
        }
        impl Encode for $t {
            fn encode(&self, out: &mut String) {
                let _ = if self.is_nan() {
                    write!(out, "\"NaN\"")
                } else if self.is_infinite() {
                    write!(out, "\"{}Infinity\"", if *self < 0.0 { "-" } else { "" })
                } else {
                    write!(out, "{:?}", self)
                };
            }
        }
    )*};
}
floats!(f32 f64);

impl Decode for bool {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        if reader.word("true") {
            Ok(true)
        } else if reader.word("false") {
            Ok(false)
        } else {
            reader.fail("a bool")
        }
    }
}

impl Encode for bool {
    fn encode(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Decode for char {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let text = reader.string()?;
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            _ => reader.fail("one character"),
        }
    }
}

impl Encode for char {
    fn encode(&self, out: &mut String) {
        self.encode_utf8(&mut [0; 4]).encode(out);
    }
}

impl Decode for String {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.string()
    }
}

impl Encode for String {
    fn encode(&self, out: &mut String) {
        self.as_str().encode(out);
    }
}

impl Encode for str {
    fn encode(&self, out: &mut String) {
        out.push('"');
        for c in self.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                c if (c as u32) < 0x20 => {
                    let _ = write!(out, "\\u{:04x}", c as u32);
                }
                c => out.push(c),
            }
        }
        out.push('"');
    }
}

impl Decode for () {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        reader.items(|reader| reader.fail("nothing"))
    }
}

impl Encode for () {
    fn encode(&self, out: &mut String) {
        out.push_str("[]");
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        T::decode(reader).map(Box::new)
    }
}

impl<T: Encode + ?Sized> Encode for Box<T> {
    fn encode(&self, out: &mut String) {
        (**self).encode(out);
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, out: &mut String) {
        (**self).encode(out);
    }
}

impl<T: Encode + ?Sized> Encode for &mut T {
    fn encode(&self, out: &mut String) {
        (**self).encode(out);
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        if reader.word("null") {
            Ok(None)
        } else {
            T::decode(reader).map(Some)
        }
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, out: &mut String) {
        match self {
            Some(value) => value.encode(out),
            None => out.push_str("null"),
        }
    }
}

fn encode_items<T: Encode>(items: impl Iterator<Item = T>, out: &mut String) {
    out.push('[');
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(',');
        }
        item.encode(out);
    }
    out.push(']');
}

macro_rules! sequences {
    ($($t:ident: $push:ident $(+ $bound:ident)*;)*) => {$(
        impl<T: Decode $(+ $bound)*> Decode for $t<T> {
            fn decode(reader: &mut Reader<'_>) -> Result<Self> {
                let mut items = $t::new();
                reader.items(|reader| {
                    items.$push(T::decode(reader)?);
                    Ok(())
                })?;
                Ok(items)
            }
        }
        impl<T: Encode> Encode for $t<T> {
            fn encode(&self, out: &mut String) {
                encode_items(self.iter(), out);
            }
        }
    )*};
}
sequences! {
    Vec: push;
    VecDeque: push_back;
    HashSet: insert + Eq + Hash;
    BTreeSet: insert + Ord;
}

impl<T: Encode> Encode for [T] {
    fn encode(&self, out: &mut String) {
        encode_items(self.iter(), out);
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    fn encode(&self, out: &mut String) {
        encode_items(self.iter(), out);
    }
}

impl<T: Decode, const N: usize> Decode for [T; N] {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        let items: Vec<T> = Vec::decode(reader)?;
        let count = items.len();
        items.try_into().or_else(|_| Err(format!("expected {} items, found {}", N, count)))
    }
}

/// Reads a map from an object, or from an array of pairs where keys are no strings.
fn decode_pairs<K: Decode, V: Decode>(
    reader: &mut Reader<'_>,
    mut insert: impl FnMut(K, V),
) -> Result<()> {
    if reader.peek() == b'{' {
        return reader.fields(|reader, key| {
            let key = K::decode(&mut Reader::new(text(key).as_bytes()))?;
            insert(key, V::decode(reader)?);
            Ok(())
        });
    }
    reader.items(|reader| {
        let (key, value) = <(K, V)>::decode(reader)?;
        insert(key, value);
        Ok(())
    })
}

/// Writes a map as an object where its keys' texts are strings, else as an array of pairs.
fn encode_pairs<'a, K, V>(pairs: impl Iterator<Item = (&'a K, &'a V)>, out: &mut String)
where
    K: Encode + 'a,
    V: Encode + 'a,
{
    let pairs: Vec<(String, String)> = pairs.map(|(k, v)| (text(k), text(v))).collect();
    let object = pairs.iter().all(|(key, _)| key.starts_with('"'));
    let (open, close) = if object { ('{', '}') } else { ('[', ']') };
    out.push(open);
    for (index, (key, value)) in pairs.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = if object {
            write!(out, "{}{}:{}", comma, key, value)
        } else {
            write!(out, "{}[{},{}]", comma, key, value)
        };
    }
    out.push(close);
}

macro_rules! maps {
    ($($t:ident: $($bound:ident)+;)*) => {$(
        impl<K: Decode $(+ $bound)+, V: Decode> Decode for $t<K, V> {
            fn decode(reader: &mut Reader<'_>) -> Result<Self> {
                let mut map = $t::new();
                decode_pairs(reader, |key, value| {
                    map.insert(key, value);
                })?;
                Ok(map)
            }
        }
        impl<K: Encode, V: Encode> Encode for $t<K, V> {
            fn encode(&self, out: &mut String) {
                encode_pairs(self.iter(), out);
            }
        }
    )*};
}
maps! {
    HashMap: Eq Hash;
    BTreeMap: Ord;
}

macro_rules! tuples {
    ($($first:ident $first_index:tt $(, $name:ident $index:tt)*;)*) => {$(
        impl<$first: Decode, $($name: Decode),*> Decode for ($first, $($name,)*) {
            fn decode(reader: &mut Reader<'_>) -> Result<Self> {
                reader.expect(b'[')?;
                let value = (
                    $first::decode(reader)?,
                    $({ reader.expect(b',')?; $name::decode(reader)? },)*
                );
                reader.expect(b']')?;
                Ok(value)
            }
        }
        impl<$first: Encode, $($name: Encode),*> Encode for ($first, $($name,)*) {
            fn encode(&self, out: &mut String) {
                out.push('[');
                self.$first_index.encode(out);
                $(out.push(','); self.$index.encode(out);)*
                out.push(']');
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}

/// Reads and writes a struct as an object of its fields.
#[macro_export]
macro_rules! record {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::Decode for $name {
            fn decode(reader: &mut $crate::Reader<'_>) -> $crate::Result<Self> {
                $(let mut $field = ::std::option::Option::None;)*
                reader.fields(|reader, key| {
                    match key {
                        $(stringify!($field) => {
                            $field = ::std::option::Option::Some($crate::Decode::decode(reader)?);
                        })*
                        other => return ::std::result::Result::Err(
                            ::std::format!("unknown field {}", other)),
                    }
                    ::std::result::Result::Ok(())
                })?;
                ::std::result::Result::Ok($name {
                    $($field: $field.ok_or_else(|| ::std::string::String::from(
                        concat!("missing field ", stringify!($field))))?,)*
                })
            }
        }
        impl $crate::Encode for $name {
            fn encode(&self, out: &mut ::std::string::String) {
                let mut mark = '{';
                $(
                    out.push(mark);
                    mark = ',';
                    $crate::Encode::encode(stringify!($field), out);
                    out.push(':');
                    $crate::Encode::encode(&self.$field, out);
                )*
                if mark == '{' {
                    out.push('{');
                }
                out.push('}');
            }
        }
    };
}
