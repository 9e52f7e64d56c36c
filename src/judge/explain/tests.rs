//! What is said of differences, sentence by sentence.

use super::super::compare;
use super::{Budget, explain};
use crate::json::Document;
use crate::model::{CompareRules, Explanation, Mark, MemberOrder};

fn explained(expected: &str, actual: &str, order: MemberOrder) -> Explanation {
    let expected = Document::parse(expected.as_bytes()).unwrap();
    let actual = Document::parse(actual.as_bytes()).unwrap();
    let rules = CompareRules { order, ..CompareRules::default() };
    explain(&compare(expected.root(), actual.root(), &rules), &Budget::default())
}

fn sentences(expected: &str, actual: &str) -> Vec<String> {
    let explanation = explained(expected, actual, MemberOrder::Ignore);
    explanation.differences.into_iter().map(|difference| difference.sentence).collect()
}

fn picture(explanation: &Explanation) -> String {
    let line = |line: &crate::model::PictureLine| {
        let mark = match line.mark {
            Mark::Expected => '-',
            Mark::Yours => '+',
            Mark::Context | Mark::Folded => ' ',
        };
        format!("{mark} {}{}\n", "  ".repeat(line.depth), line.text)
    };
    explanation.picture.iter().map(line).collect()
}

#[test]
fn a_renamed_member_is_one_difference() {
    let expected = r#"{"first": 0, "call": {"id": 1, "params": {"name": "echo", "arguments": {"message": "hi"}}}}"#;
    let actual =
        r#"{"call": {"params": {"args": {"message": "hi"}, "name": "echo"}, "id": 1}, "first": 0}"#;
    let explanation = explained(expected, actual, MemberOrder::Ignore);
    assert_eq!(explanation.total, 1);
    assert_eq!(
        explanation.differences[0].sentence,
        "/call/params/arguments is missing: you have `args` with the same value."
    );
    let expected_picture = r#"
  … 1 more member
  "call": {
    … 1 more member
    "params": {
      … 1 more member
-     "arguments": { "message": "hi" }
+     "args": { "message": "hi" }
"#;
    assert_eq!(format!("\n{}", picture(&explanation)), expected_picture);
}

#[test]
fn the_name_that_is_most_alike_is_taken_for_the_renamed_one() {
    let [sentence, _] =
        &sentences(r#"{"isError": false}"#, r#"{"a": false, "is_error": false}"#)[..]
    else {
        panic!("not two differences")
    };
    assert_eq!(sentence, "/isError is missing: you have `is_error` with the same value.");
}

#[test]
fn the_whole_document_is_the_answer() {
    let explanation = explained("[1, 2]", "{}", MemberOrder::Ignore);
    let sentence = "the answer is an empty object where an array of 2 elements is expected.";
    assert_eq!(explanation.differences[0].sentence, sentence);
    assert_eq!(picture(&explanation), "- [1, 2]\n+ {}\n");
}

#[test]
fn another_order_is_shown_by_the_names() {
    let (expected, actual) = (r#"{"a": 1, "b": 2, "c": 3}"#, r#"{"a": 1, "c": 3, "b": 2}"#);
    let explanation = explained(expected, actual, MemberOrder::Exact);
    let sentence = "the answer has its members in another order: `c` stands where `b` is expected.";
    assert_eq!(explanation.differences[0].sentence, sentence);
    assert_eq!(picture(&explanation), "- \"b\", \"c\"\n+ \"c\", \"b\"\n");
}

#[test]
fn long_values_keep_the_spot_that_differs() {
    for padding in [0, 50, 99, 100, 5_000] {
        let (head, tail) = ("1".repeat(padding), "9".repeat(3_000));
        for quote in ["\"", ""] {
            let side = |spot: char| format!("{quote}{head}{spot}{tail}{quote}");
            let explanation = explained(&side('4'), &side('5'), MemberOrder::Ignore);
            let sentence = &explanation.differences[0].sentence;
            assert!(sentence.contains("59") && sentence.contains("49"), "{sentence}");
            assert!(sentence.len() < 250, "{sentence}");
            let [expected, actual] = &explanation.picture[..] else { panic!("not two lines") };
            assert!(expected.text.contains('4') && actual.text.contains('5'));
        }
    }
}

#[test]
fn only_the_first_ten_differences_are_shown_and_all_are_counted() {
    let list = |first: u32| format!("{:?}", (first..first + 1_000).collect::<Vec<_>>());
    let explanation = explained(&list(0), &list(5_000), MemberOrder::Ignore);
    assert_eq!((explanation.total, explanation.differences.len()), (1_000, 10));
    let last = &explanation.picture.last().unwrap().text;
    assert_eq!(last, "… 990 more elements, all different too");
}

#[test]
fn long_values_and_names_and_pointers_are_abbreviated() {
    let value = format!("[{}]", vec!["{\"name\": \"value\"}"; 1_000].join(", "));
    let name = "n".repeat(100_000);
    let expected = format!("{{\"{name}\": {{\"a\": 1}}, \"b\": {value}}}");
    let actual = format!("{{\"{name}\": {{\"a\": 2}}}}");
    let explanation = explained(&expected, &actual, MemberOrder::Ignore);
    assert!(explanation.differences.iter().all(|difference| difference.sentence.len() < 300));
    assert!(explanation.picture.iter().all(|line| line.text.len() < 300));
}

#[test]
fn only_what_a_float_cannot_hold_looks_rounded_by_one() {
    for (expected, actual) in [("21.5", "22"), ("0.5", "0"), ("2.4", "2.0")] {
        let sentence = format!("the answer is {actual} where {expected} is expected.");
        assert_eq!(sentences(expected, actual), [sentence]);
    }
    for (expected, actual) in
        [("9007199254740993", "9007199254740992"), ("1e23", "99999999999999991611392")]
    {
        assert!(sentences(expected, actual)[0].contains("looks rounded"), "{expected} {actual}");
    }
}

#[test]
fn a_carriage_return_that_ends_no_line_is_not_told_as_line_ends() {
    for (expected, actual) in [(r#""a\r""#, r#""a""#), (r#""ab\n""#, r#""a\rb\n""#)] {
        let sentence = &sentences(expected, actual)[0];
        assert!(sentence.ends_with("they differ in carriage returns (\\r) only."), "{sentence}");
    }
}

#[test]
fn differences_for_which_there_is_other_advice_are_not_the_same() {
    let told = sentences("[1, 2, 3, 4]", r#"["1", "two", "3", "4"]"#);
    assert_eq!(
        told,
        [
            "/0 is the string \"1\" where the number 1 is expected: leave the quotes out. The same 2 \
             more times, at /*.",
            "/1 is the string \"two\" where the number 2 is expected.",
        ]
    );
    let told =
        sentences("[{}, {}, {}, {}]", r#"[{"x": null}, {"x": 5}, {"x": null}, {"x": null}]"#);
    assert_eq!(
        told,
        [
            "/0/x is null where no member is expected: leave it out. The same 2 more times, at /*/x.",
            "/1/x is extra: you have the number 5, nothing is expected.",
        ]
    );
}

#[test]
fn lines_of_a_text_that_are_left_out_are_counted() {
    let lines = |name: &str| (0..100).map(|n| format!("{name}{n}")).collect::<Vec<_>>().join("\\n");
    let (expected, actual) = (format!("\"{}\"", lines("a")), format!("\"{}\"", lines("b")));
    let explanation = explained(&expected, &actual, MemberOrder::Ignore);
    let picture = picture(&explanation);
    let shown = |mark| picture.lines().filter(|line| line.starts_with(mark)).count();
    assert_eq!((shown('-'), shown('+')), (24, 24));
    assert_eq!(picture.lines().last(), Some("    … 152 more lines, different too"));
}

#[test]
fn repeated_members_are_not_searched_for_one_by_one() {
    let members: Vec<_> = (0..100_000).map(|n| format!("\"a\":{n}")).collect();
    let expected = format!("{{{}}}", members.join(","));
    let explanation = explained(&expected, r#"{"a":0}"#, MemberOrder::Ignore);
    assert_eq!(explanation.total, 99_999);
}

#[test]
fn what_is_told_together_is_told_as_it_is() {
    let [sentence] = &sentences("[1]", r#"[1, "x", "y2", "z3"]"#)[..] else { panic!("not one") };
    assert!(sentence.ends_with("4 elements where 1 is expected. 2 more are extra, at /*."));
    let [sentence] = &sentences(r#"[1, "x", "y2", "z3"]"#, "[1]")[..] else { panic!("not one") };
    assert!(sentence.ends_with("1 element where 4 are expected. 2 more are missing, at /*."));
}

#[test]
fn an_element_that_moved_and_changed_is_drawn_once_at_each_of_its_places() {
    let expected = r#"[{"name": "a", "v": 1}, {"name": "b", "v": 2}, {"name": "c", "v": 3}]"#;
    let actual = r#"[{"name": "b", "v": 2}, {"name": "c", "v": 3}, {"name": "a", "v": 9}]"#;
    let expected_picture = r#"
- {
    … 1 more member
-   "v": 1
+   "v": 9
  … 2 more elements
+ { "name": "a", "v": 9 }
"#;
    let explanation = explained(expected, actual, MemberOrder::Ignore);
    assert_eq!(format!("\n{}", picture(&explanation)), expected_picture);
}

#[test]
fn a_member_that_is_repeated_again_and_again_is_not_called_a_pair() {
    let told = sentences(r#"{"a": 1}"#, r#"{"a": 1, "a": 2, "a": 3}"#);
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|sentence| sentence.starts_with("`a` appears more than once in")));
}

#[test]
fn a_name_is_escaped_in_a_place_as_it_is_in_a_string() {
    let [sentence] = &sentences("{\"a\u{202e}b\": 1}", "{}")[..] else { panic!("not one") };
    assert!(sentence.starts_with("/a\\u202eb is missing"), "{sentence}");
}

#[test]
fn escapes_take_the_room_that_they_are_written_in() {
    let side = |spot: &str| format!("\"{}{spot}\"", "\u{200b}".repeat(300));
    let [sentence] = &sentences(&side("é"), &side("e\u{301}"))[..] else { panic!("not one") };
    assert!(
        sentence.contains(r#""…\u200b\u200b\u200b\u00e9""#)
            && sentence.contains(r#""…\u200b\u200b\u200be\u0301""#),
        "{sentence}"
    );
}
