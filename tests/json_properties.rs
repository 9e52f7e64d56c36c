//! The reader accepts what serde_json accepts and sees the same values in it.
#![allow(clippy::unwrap_used)]

mod laws;

use bigdecimal::BigDecimal;
use laws::{documents::stock::BREAKS, oracle::Decimal, reader};
use proptest::prelude::*;
use theinference::json::{Document, Opening, SyntaxKind, Value, pointer, position_in};
use theinference::model::Position;

/// Any value, as text with white space and escapes in all spellings.
fn json_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        number_text(),
        string_text(),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        let member = (string_text(), space(), inner.clone(), space()).prop_map(
            |(name, before, value, after)| format!("{name}{before}:{before}{value}{after}"),
        );
        prop_oneof![
            (prop::collection::vec(inner, 0..6), space())
                .prop_map(|(elements, space)| format!("[{space}{}]", elements.join(","))),
            (prop::collection::vec(member, 0..12), space()).prop_map(|(members, space)| format!(
                "{{{space}{}}}",
                members.join(&format!(",{space}"))
            )),
        ]
    })
}

fn number_text() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,4})?"
}

fn string_text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        8 => "[a-z ]",
        2 => "[^\"\\\\\\x00-\\x1f]",
        1 => "\\\\[\"\\\\/bfnrt]",
        1 => "\\\\u[0-9a-cA-C][0-9a-fA-F]{3}",
        1 => "\\\\ud[89ab][0-9a-f]{2}\\\\uD[C-F][0-9A-F]{2}",
    ];
    prop::collection::vec(character, 0..12).prop_map(|parts| format!("\"{}\"", parts.concat()))
}

fn space() -> impl Strategy<Value = String> {
    "[ \n\r\t]{0,2}"
}

proptest! {
    #[test]
    fn documents_are_read_as_serde_json_reads_them(text in json_text()) {
        let own = Document::parse(text.as_bytes());
        prop_assert!(own.is_ok(), "{own:?}");
        reader::agrees_with_serde(text.as_bytes());
    }

    #[test]
    fn broken_documents_are_refused_as_serde_json_refuses_them(
        text in json_text(),
        mutations in prop::collection::vec(
            (any::<prop::sample::Index>(), 0_usize..3, prop::sample::select(&BREAKS[..])),
            1..4,
        ),
    ) {
        let mut bytes = text.into_bytes();
        for (place, removed, piece) in mutations {
            let start = place.index(bytes.len() + 1);
            let end = (start + removed).min(bytes.len());
            bytes.splice(start..end, piece.iter().copied());
        }
        reader::agrees_with_serde(&bytes);
    }

    #[test]
    fn any_bytes_are_judged_as_serde_json_judges_them(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
        reader::agrees_with_serde(&bytes);
    }

    #[test]
    fn a_document_cut_anywhere_is_cut_off_or_complete(text in json_text(), cut in any::<prop::sample::Index>()) {
        let text = format!("[{text}]");
        let mut end = cut.index(text.len() - 1) + 1;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let error = Document::parse(&text.as_bytes()[..end]).unwrap_err();
        prop_assert!(matches!(error.kind, SyntaxKind::CutOff { open: Some(_) }), "{error}");
    }

    #[test]
    fn every_value_is_found_by_its_pointer_and_position(text in json_text()) {
        let document = Document::parse(text.as_bytes()).unwrap();
        prop_assume!(document.duplicates().is_empty());
        for (_, value) in reader::values(&document) {
            let found = pointer::resolve(document.root(), &value.pointer()).unwrap();
            prop_assert_eq!(found.span(), value.span());
            prop_assert_eq!(value.position(), position_in(text.as_bytes(), value.span().start));
        }
    }

    #[test]
    fn numbers_are_equal_when_their_decimals_are(left in number_text(), right in number_text(), zeros in 0_i64..30) {
        let same = BigDecimal::parse_bytes(left.as_bytes(), 10).unwrap();
        let (digits, scale) = same.as_bigint_and_exponent();
        let (padding, exponent) = ("0".repeat(zeros as usize), -scale - zeros);
        let padded = format!("{digits}{padding}e{exponent}");
        let padded = if digits == 0.into() { format!("-0.{padding}0e{exponent}") } else { padded };
        for right in [&right, &padded] {
            let text = format!("[{left},{right}]");
            let document = Document::parse(text.as_bytes()).unwrap();
            let numbers: Vec<_> = document.root().elements().filter_map(Value::number).collect();
            let expected = same == BigDecimal::parse_bytes(right.as_bytes(), 10).unwrap();
            prop_assert_eq!(numbers[0].value_eq(numbers[1]), expected, "{}", text);
            prop_assert_eq!(Decimal::new(&left) == Decimal::new(right), expected, "{}", text);
        }
    }
}

fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

#[test]
fn ten_thousand_levels_are_read_and_no_more() {
    assert!(Document::parse(nested(10_000).as_bytes()).is_ok());
    for levels in [10_001, 100_000] {
        let error = Document::parse(nested(levels).as_bytes()).unwrap_err();
        assert_eq!((error.kind, error.position.column), (SyntaxKind::TooDeep, 10_001));
    }
}

#[test]
fn every_fault_is_named_at_its_place() {
    let word = |word: &str| word.to_owned();
    let bracket = |column| {
        let position = Position { line: 1, column, offset: column - 1 };
        Opening { character: '[', position }
    };
    let kinds = [
        ("", 1, SyntaxKind::Empty),
        ("\u{feff}1", 1, SyntaxKind::ByteOrderMark),
        ("[[1, tru", 9, SyntaxKind::CutOff { open: Some(bracket(2)) }),
        (
            "[\"a\\u00",
            8,
            SyntaxKind::CutOff { open: Some(Opening { character: '"', ..bracket(2) }) },
        ),
        ("[1,  \n", 4, SyntaxKind::CutOff { open: Some(bracket(1)) }),
        ("[1]x", 4, SyntaxKind::TextAfterDocument),
        ("[1] 2 {}", 5, SyntaxKind::SecondDocument),
        ("[NaN]", 2, SyntaxKind::NotANumber(word("NaN"))),
        ("[-Infinity]", 2, SyntaxKind::NotANumber(word("-Infinity"))),
        ("[None]", 2, SyntaxKind::PythonLiteral(word("None"))),
        ("[undefined]", 2, SyntaxKind::Undefined),
        ("[nil]", 2, SyntaxKind::BareWord(word("nil"))),
        ("[nullable]", 2, SyntaxKind::BareWord(word("nullable"))),
        ("['a']", 2, SyntaxKind::SingleQuote),
        ("{'a': 1}", 2, SyntaxKind::SingleQuote),
        ("{a: 1}", 2, SyntaxKind::UnquotedName(word("a"))),
        ("{1: 1}", 2, SyntaxKind::NameNotAString),
        ("[1 , ]", 4, SyntaxKind::TrailingComma),
        ("{\"a\":1,}", 7, SyntaxKind::TrailingComma),
        ("[1 2]", 4, SyntaxKind::MissingComma),
        ("{\"a\":1 \"b\":2}", 8, SyntaxKind::MissingComma),
        ("{\"a\" 1}", 6, SyntaxKind::MissingColon),
        ("[1, // one\n2]", 5, SyntaxKind::Comment),
        ("[1 /* one */]", 4, SyntaxKind::Comment),
        ("[\"\t\"]", 3, SyntaxKind::ControlCharacter('\t')),
        ("[\"\\x41\"]", 3, SyntaxKind::BadEscape(word("\\x"))),
        ("[\"\\u12g4\"]", 3, SyntaxKind::BadEscape(word("\\u12g4"))),
        ("[}", 2, SyntaxKind::Unexpected('}')),
        ("[,1]", 2, SyntaxKind::Unexpected(',')),
    ];
    for (text, column, kind) in kinds {
        let error = Document::parse(text.as_bytes()).unwrap_err();
        assert_eq!((error.kind, error.position.column), (kind, column), "{text:?}");
    }
}

#[test]
fn every_misspelled_number_is_told_apart() {
    use theinference::json::NumberFault as Fault;
    for (text, fault) in [
        ("01", Fault::LeadingZero),
        ("-012", Fault::LeadingZero),
        ("+1", Fault::PlusSign),
        (".5", Fault::NoDigitBeforePoint),
        ("-.5", Fault::NoDigitBeforePoint),
        ("1.", Fault::NoDigitAfterPoint),
        ("1.e5", Fault::NoDigitAfterPoint),
        ("1e", Fault::NoDigitInExponent),
        ("1.5e+", Fault::NoDigitInExponent),
        ("0x1F", Fault::OtherBase),
        ("1_000", Fault::NotOnlyDigits),
        ("12px", Fault::NotOnlyDigits),
        ("-", Fault::NotOnlyDigits),
        ("1.2.3", Fault::NotOnlyDigits),
    ] {
        let error = Document::parse(format!("[{text}]").as_bytes()).unwrap_err();
        assert_eq!(error.kind, SyntaxKind::BadNumber { text: text.to_owned(), fault });
        assert_eq!(error.position.column, 2, "{text}");
    }
}
