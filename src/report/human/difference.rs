//! An explanation as text: its sentences, and the picture with both sides marked in words.

use std::io::{self, Write};

use super::page::{Page, broken, columns, wrapped};
use super::style::{DIM, EXPECTED, Style, YOURS};
use crate::model::{Difference, Explanation, Mark, PictureLine, Side};
use crate::report::printable;

/// The words "expected" and "yours" stand in one column, between these two.
const SIDE_COLUMNS: (usize, usize) = (40, 100);

/// What stands before the text of a line: two blanks, the sign, and three more.
const MARGIN: usize = 6;

/// Room for the word behind the text.
const WORD: usize = "  expected".len();

/// Deeper levels are not indented any further than this part of the page; where it is endless, than
/// so many columns.
const DEEPEST: (usize, usize) = (3, 120);

/// Writes every cause and the sentence of every difference that is shown.
///
/// # Errors
/// When the writer fails.
pub fn sentences(out: &mut impl Write, told: &Explanation, page: Page) -> io::Result<()> {
    let differences = told.differences.iter().map(|difference| &difference.sentence);
    for sentence in told.causes.iter().chain(differences) {
        prose(out, &printable(sentence), page)?;
    }
    match told.total.saturating_sub(told.shown()) {
        0 => Ok(()),
        1 => prose(out, "… and one more difference; --all shows it", page),
        more => prose(out, &format!("… and {more} more differences; --all shows them"), page),
    }
}

/// Writes a paragraph, indented.
pub(super) fn prose(out: &mut impl Write, text: &str, page: Page) -> io::Result<()> {
    for (n, line) in wrapped(text, page.beside(4)).iter().enumerate() {
        writeln!(out, "{}{line}", if n == 0 { "  " } else { "    " })?;
    }
    Ok(())
}

/// Writes a paragraph that begins with a word in a style of its own and a colon.
pub(super) fn labelled(
    out: &mut impl Write,
    (style, label): (Style, &str),
    text: &str,
    page: Page,
) -> io::Result<()> {
    let mut paragraph = Vec::new();
    prose(&mut paragraph, &format!("{label}: {text}"), page)?;
    let paragraph = String::from_utf8_lossy(&paragraph);
    out.write_all(paragraph.replacen(label, &format!("{style}{label}{style:#}"), 1).as_bytes())
}

/// Writes the differing places in their surroundings, after a blank line; nothing for no lines.
///
/// # Errors
/// When the writer fails.
pub fn picture(out: &mut impl Write, lines: &[PictureLine], page: Page) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = lines.iter().map(|line| Row::new(line, page)).collect();
    let fits = |row: &Row| page.fits(MARGIN + row.columns() + WORD);
    let sides = rows.iter().filter(|row| row.owner().is_some() && fits(row));
    let widest = sides.map(Row::columns).max().unwrap_or(0);
    // The words go further to the right than they have to, where there is room for it.
    let least = if page.fits(MARGIN + SIDE_COLUMNS.0 + WORD) { SIDE_COLUMNS.0 } else { 0 };
    let column = widest.clamp(least, SIDE_COLUMNS.1);
    writeln!(out)?;
    for row in rows {
        match row.owner() {
            None => row.context(out, page)?,
            Some(owner) if fits(&row) => row.beside(out, &owner, column)?,
            Some(owner) => row.below(out, &owner, page)?,
        }
    }
    Ok(())
}

/// Writes where each difference that is told stands in both documents, whose names these are; the
/// folder of the first stands before it.
///
/// # Errors
/// When the writer fails.
pub(in crate::report) fn places(
    out: &mut impl Write,
    told: &Explanation,
    folder: &str,
    names: [&str; 2],
) -> io::Result<()> {
    for Difference { mismatch, .. } in &told.differences {
        let sides = names.into_iter().zip([&mismatch.expected, &mismatch.actual]);
        let place = |(name, side): (&str, &Option<Side>)| {
            Some(format!("{name}:{}", side.as_ref()?.position))
        };
        let places: Vec<_> = sides.filter_map(place).collect();
        writeln!(out, "  {DIM}{folder}{}{DIM:#}", places.join("   "))?;
    }
    Ok(())
}

/// Whose line it is, as it is written.
struct Owner {
    style: Style,
    sign: char,
    word: &'static str,
}

/// A line of the picture with its indentation.
struct Row {
    mark: Mark,
    indent: usize,
    text: String,
}

impl Row {
    fn new(line: &PictureLine, page: Page) -> Self {
        let most = page.width.map_or(DEEPEST.1, |width| width / DEEPEST.0);
        let indent = line.depth.saturating_mul(2).min(most);
        Self { mark: line.mark, indent, text: printable(&line.text) }
    }

    fn columns(&self) -> usize {
        self.indent + columns(&self.text)
    }

    const fn owner(&self) -> Option<Owner> {
        match self.mark {
            Mark::Context | Mark::Folded => None,
            Mark::Expected => Some(Owner { style: EXPECTED, sign: '-', word: "expected" }),
            Mark::Yours => Some(Owner { style: YOURS, sign: '+', word: "yours" }),
        }
    }

    fn context(&self, out: &mut impl Write, page: Page) -> io::Result<()> {
        self.pieces(out, if self.mark == Mark::Folded { DIM } else { Style::new() }, page)
    }

    /// `  -   "id": 1                     expected`
    fn beside(&self, out: &mut impl Write, owner: &Owner, column: usize) -> io::Result<()> {
        let Owner { style, sign, word } = owner;
        let (indent, gap) = (self.indent, column.saturating_sub(self.columns()));
        let text = &self.text;
        writeln!(out, "  {style}{sign}   {:indent$}{text}{:gap$}  {word}{style:#}", "", "")
    }

    /// The word beside the sign, and the text in lines of its own below them.
    fn below(&self, out: &mut impl Write, owner: &Owner, page: Page) -> io::Result<()> {
        let Owner { style, sign, word } = owner;
        writeln!(out, "  {style}{sign} {word}{style:#}")?;
        self.pieces(out, *style, page)
    }

    /// The text, in as many lines as it takes.
    fn pieces(&self, out: &mut impl Write, style: Style, page: Page) -> io::Result<()> {
        let indent = MARGIN + self.indent;
        for piece in broken(&self.text, page.beside(indent)) {
            writeln!(out, "{:indent$}{style}{piece}{style:#}", "")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(width: Option<usize>) -> String {
        let line = |mark, depth, text: &str| PictureLine { mark, depth, text: text.to_owned() };
        let lines = [
            line(Mark::Context, 0, "\"params\": {"),
            line(Mark::Folded, 1, "… 1 more member"),
            line(Mark::Expected, 1, "\"arguments\": { \"message\": \"hi\" }"),
            line(Mark::Yours, 1, "\"args\": { \"message\": \"hi\" }"),
        ];
        let mut out = Vec::new();
        picture(&mut out, &lines, Page { width }).unwrap();
        String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
    }

    #[test]
    fn on_a_wide_page_the_words_stand_in_a_column() {
        let expected = r#"
      "params": {
        … 1 more member
  -     "arguments": { "message": "hi" }        expected
  +     "args": { "message": "hi" }             yours
"#;
        assert_eq!(drawn(Some(80)), expected);
        assert_eq!(drawn(None), expected);
    }

    #[test]
    fn on_a_narrow_page_the_words_stand_beside_the_signs() {
        let expected = r#"
      "params": {
        … 1 more member
  - expected
        "arguments": { "message": 
        "hi" }
  + yours
        "args": { "message": "hi" }
"#;
        assert_eq!(drawn(Some(38)), expected);
    }
}
