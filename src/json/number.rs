//! Numbers as they are spelled, compared as exact decimals. No float is involved, and exponents of
//! any size are compared without expanding them.

use std::cmp::Ordering;
use std::hash::Hasher;

/// A number as it is written. Its value is compared as a decimal: no float is involved, and
/// exponents of any size are compared without expanding them.
#[derive(Clone, Copy)]
pub struct Number<'d> {
    spelling: &'d str,
}

impl<'d> Number<'d> {
    pub(super) fn new(spelling: &'d str) -> Number<'d> {
        Number { spelling }
    }

    /// The number as it is written.
    pub fn spelling(self) -> &'d str {
        self.spelling
    }

    /// Whether it is written as an integer: without point and without exponent.
    pub fn is_integer_spelling(self) -> bool {
        self.spelling.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    }

    /// Whether both have the same decimal value. Zero has no sign.
    pub fn value_eq(self, other: Number<'_>) -> bool {
        self.spelling == other.spelling
            || Decimal::new(self.spelling) == Decimal::new(other.spelling)
    }

    /// Whether both have the same decimal value and both are written as integers or both
    /// are not: `1` is not `1.0`, but `1e2` is `100.0`.
    pub fn exact_eq(self, other: Number<'_>) -> bool {
        self.is_integer_spelling() == other.is_integer_spelling() && self.value_eq(other)
    }

    /// Hashes the decimal value: the same for all spellings of one value.
    pub(crate) fn hash_value(self, state: &mut impl Hasher) {
        let decimal = Decimal::new(self.spelling);
        if decimal.is_zero() {
            return state.write_u8(0);
        }
        state.write_u8(1 + u8::from(decimal.is_negative));
        // Beyond all measure one number stands for all, wherever the point is written.
        const MOST: i128 = 10_i128.pow(25);
        let exponent = decimal.exponent.bounded() + decimal.shift();
        state.write_i128(exponent.clamp(-MOST, MOST));
        decimal.significant().for_each(|digit| state.write_u8(*digit));
    }
}

/// The number as it is written.
impl std::fmt::Debug for Number<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.spelling)
    }
}

/// The parts of a number: ± 0.`whole``fraction` · 10^(`exponent` + digits of `whole`), with
/// the zeros at both ends of the digits counted.
struct Decimal<'d> {
    is_negative: bool,
    whole: &'d [u8],
    fraction: &'d [u8],
    leading_zeros: usize,
    trailing_zeros: usize,
    exponent: Exponent<'d>,
}

impl<'d> Decimal<'d> {
    fn new(spelling: &'d str) -> Decimal<'d> {
        let unsigned = spelling.strip_prefix('-');
        let is_negative = unsigned.is_some();
        let (digits, exponent) = split(unsigned.unwrap_or(spelling), ['e', 'E']);
        let (whole, fraction) = split(digits, ['.', '.']);
        let (whole, fraction) = (whole.as_bytes(), fraction.as_bytes());
        let digits = || whole.iter().chain(fraction);
        Decimal {
            is_negative,
            whole,
            fraction,
            leading_zeros: digits().take_while(|&&digit| digit == b'0').count(),
            trailing_zeros: digits().rev().take_while(|&&digit| digit == b'0').count(),
            exponent: Exponent::new(exponent),
        }
    }

    fn length(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    fn is_zero(&self) -> bool {
        self.leading_zeros == self.length()
    }

    /// The digits between the zeros at both ends.
    fn significant(&self) -> impl Iterator<Item = &u8> {
        let count = self.length() - self.leading_zeros - self.trailing_zeros;
        self.whole.iter().chain(self.fraction).skip(self.leading_zeros).take(count)
    }

    /// What is to be added to the exponent when the number is written as 0.`significant`.
    fn shift(&self) -> i128 {
        self.whole.len() as i128 - self.leading_zeros as i128
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Decimal<'_>) -> bool {
        if self.is_zero() || other.is_zero() {
            return self.is_zero() == other.is_zero();
        }
        self.is_negative == other.is_negative
            && self.exponent.minus(&other.exponent) == Some(other.shift() - self.shift())
            && self.significant().eq(other.significant())
    }
}

fn split(text: &str, at: [char; 2]) -> (&str, &str) {
    text.split_once(at).unwrap_or((text, ""))
}

/// An integer of any size.
struct Exponent<'d> {
    sign: i128,
    digits: &'d [u8],
}

impl<'d> Exponent<'d> {
    fn new(spelling: &'d str) -> Exponent<'d> {
        let unsigned = spelling.trim_start_matches(['+', '-']);
        Exponent {
            sign: if spelling.starts_with('-') { -1 } else { 1 },
            digits: unsigned.trim_start_matches('0').as_bytes(),
        }
    }

    /// The digit that counts 10^`place`, with the sign.
    fn digit(&self, place: usize) -> i128 {
        let index = self.digits.len().checked_sub(place + 1);
        index.map_or(0, |index| self.sign * i128::from(self.digits[index] - b'0'))
    }

    /// The exponent itself up to thirty digits, and something of that size beyond.
    fn bounded(&self) -> i128 {
        const DIGITS: usize = 30;
        if self.digits.len() > DIGITS {
            return self.sign * 10_i128.pow(DIGITS as u32);
        }
        (0..self.digits.len()).rev().fold(0, |value, place| value * 10 + self.digit(place))
    }

    /// The difference, when it is small enough to be made up by the number of digits in a
    /// text. Taken from the first digit on, a difference that has grown too large for that
    /// never becomes small again.
    fn minus(&self, other: &Exponent<'_>) -> Option<i128> {
        const TOO_LARGE: i128 = 1 << 64;
        let places = self.digits.len().max(other.digits.len());
        let mut difference = 0;
        for place in (0..places).rev() {
            difference = difference * 10 + self.digit(place) - other.digit(place);
            if difference.abs().cmp(&TOO_LARGE) == Ordering::Greater {
                return None;
            }
        }
        Some(difference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_eq(left: &str, right: &str) -> bool {
        let (left, right) = (Number::new(left), Number::new(right));
        assert_eq!(left.value_eq(right), right.value_eq(left));
        left.value_eq(right)
    }

    #[test]
    fn spellings_of_one_value_are_equal() {
        for (left, right) in [
            ("1", "1.0"),
            ("1e2", "100.0"),
            ("-0", "0"),
            ("-0.0", "0e99999999999999999999999999999999999999999999"),
            ("0.0010", "1E-3"),
            ("1e999999999999999999999", "10e999999999999999999998"),
            (
                "1e-1000000000000000000000000000000000000000000",
                "0.1e-999999999999999999999999999999999999999999",
            ),
            ("1e400", "1e+0400"),
        ] {
            assert!(value_eq(left, right), "{left} {right}");
        }
    }

    #[test]
    fn other_values_are_not() {
        for (left, right) in [
            ("9007199254740993", "9007199254740992"),
            ("1", "-1"),
            ("1", "10"),
            ("0", "1e-400"),
            ("1e400", "1e401"),
            (
                "1e999999999999999999999999999999999999999",
                "1e-999999999999999999999999999999999999999",
            ),
            (
                "1e1000000000000000000000000000000000000000",
                "1e999999999999999999999999999999999999999",
            ),
            ("0.1", "0.10000000000000000000000000000000000001"),
        ] {
            assert!(!value_eq(left, right), "{left} {right}");
        }
    }

    #[test]
    fn spellings_of_one_value_have_the_same_hash() {
        let hash = |spelling| {
            let mut hasher = std::hash::DefaultHasher::new();
            Number::new(spelling).hash_value(&mut hasher);
            hasher.finish()
        };
        let (nines, zeros) = ("9".repeat(30), "0".repeat(30));
        let huge = (format!("10e{nines}"), format!("1e1{zeros}"));
        for (left, right) in [
            ("1", "1.0"),
            ("1e2", "100.0"),
            ("-0", "0e7"),
            ("0.0010", "1E-3"),
            ("-12.50", "-125e-1"),
            (&huge.0, &huge.1),
        ] {
            assert!(value_eq(left, right) && hash(left) == hash(right), "{left} {right}");
        }
        assert!(hash("1") != hash("10") && hash("1") != hash("-1") && hash("12") != hash("21"));
    }

    #[test]
    fn an_integer_is_not_a_fraction() {
        let exact_eq = |left, right| Number::new(left).exact_eq(Number::new(right));
        assert!(!exact_eq("1", "1.0"));
        assert!(!exact_eq("100", "1e2"));
        assert!(exact_eq("100.0", "1e2"));
        assert!(exact_eq("-0", "0"));
        assert!(exact_eq("-0.0", "0.0"));
    }
}
