//! How strictly answers are compared.

/// What counts as a difference between an expected and an actual document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompareRules {
    /// Whether the spelling of a number counts beside its value.
    pub numbers: Numbers,
    /// Whether the order of an object's members counts.
    pub order: MemberOrder,
    /// JSON Pointers (RFC 6901) on the expected side, where the token `*` stands for
    /// exactly one token of any name. The value at such a place and its type are free;
    /// the member must be there.
    pub ignore: Vec<String>,
}

/// When two numbers are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Equal in value, and both written as integers or both not: `1` is not `1.0`.
    #[default]
    Exact,
    /// Equal in value: `1` is `1.0`.
    Value,
}

/// Whether the order of members counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemberOrder {
    /// Members may come in any order (RFC 8259, section 4).
    #[default]
    Ignore,
    /// Members that both sides have must come in the same order.
    Exact,
}
