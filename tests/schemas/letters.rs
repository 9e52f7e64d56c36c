//! What counts as blank and as a control character: tried with every character that is one, and
//! with its neighbours.

use crate::decoder::Decoder;
use crate::{refusals, validator};

fn is_special(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "\u{feff}\u{200b}\u{180e}\"\\/~=.-_azAZ09".contains(c)
}

/// All special characters, and those beside them.
fn letters() -> Vec<char> {
    let all = (0..=0x0001_0000).filter_map(char::from_u32).collect::<Vec<_>>();
    let beside = all.windows(3).filter(|three| three.iter().copied().any(is_special));
    std::iter::once('\0').chain(beside.map(|three| three[1])).collect()
}

#[test]
fn both_draw_the_same_line_through_the_alphabet() {
    let letters = letters();
    assert!(letters.len() > 100, "{letters:?}");
    for (name, document) in [
        ("theinference", r#"{"course": @}"#),
        ("theinference", r#"{"build": @}"#),
        ("theinference", r#"{"build": [@]}"#),
        ("theinference", r#"{"env": {@: "x"}}"#),
        ("theinference", r#"{"env": {"x": @}}"#),
        ("stage", r#"{"title": "T", "mode": @}"#),
        ("stage", r#"{"title": "T", "mode": "m", "compare": {"ignore": [@]}}"#),
        ("stage", r#"{"title": "T", "mode": "m", "touches": {@: "f"}}"#),
    ] {
        let (decoder, validator) = (Decoder::new(name), validator(name));
        let mut taken = 0;
        for form in ["_", "a_b", "/_"] {
            for letter in &letters {
                let typed = serde_json::json!(form.replace('_', &letter.to_string()));
                let text = document.replace('@', &typed.to_string());
                let (told, schema) = (decoder.told(&text), refusals(&validator, &text));
                assert_eq!(told.is_empty(), schema.is_empty(), "{text}: {told:?}, {schema:?}");
                taken += usize::from(told.is_empty());
            }
        }
        assert!(taken > 0 && taken < 3 * letters.len(), "{document}: {taken} taken");
    }
}

#[test]
fn both_take_the_same_names() {
    for (name, document) in [
        ("stage", r#"{"title": "T", "mode": "m", "cases": [{"name": @}]}"#),
        ("course", r#"{"title": "T", "stages": [@]}"#),
    ] {
        let (decoder, validator) = (Decoder::new(name), validator(name));
        for letter in letters() {
            for form in ["_", "a_", "a/_", "a/_b", "a/b_"] {
                let typed = serde_json::json!(form.replace('_', &letter.to_string()));
                let text = document.replace('@', &typed.to_string());
                let told = decoder.told(&text);
                let is_name = !told.iter().any(|line| line.contains(" is no "));
                let schema = refusals(&validator, &text);
                assert_eq!(is_name, schema.is_empty(), "{text}: {told:?}, {schema:?}");
            }
        }
    }
}
