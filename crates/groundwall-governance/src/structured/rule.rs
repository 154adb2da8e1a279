//! What can be wrong with a structured answer.

use groundwall_core::Severity;
use serde::{Deserialize, Serialize};

/// The class of a finding. A pack may call it by another name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// What the model wrote cannot be read as such an answer.
    Unreadable,
    /// Items that the document cannot hold.
    PhantomItem,
    PageRange,
    ImpossibleDate,
    NonsensicalIdentifier,
    UnknownName,
    Duplicate,
    /// The document, or the answer, has too little to go by.
    MissingContent,
    InconsistentFields,
    SuspiciousPattern,
}

impl Kind {
    /// The name on the wire, where the pack has no other.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::PhantomItem => "phantom_item",
            Self::PageRange => "page_range",
            Self::ImpossibleDate => "impossible_date",
            Self::NonsensicalIdentifier => "nonsensical_identifier",
            Self::UnknownName => "unknown_name",
            Self::Duplicate => "duplicate",
            Self::MissingContent => "missing_content",
            Self::InconsistentFields => "inconsistent_fields",
            Self::SuspiciousPattern => "suspicious_pattern",
        }
    }
}

/// One rule that an answer is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StructuredRule))]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    MalformedJson,
    NoItemList,
    ItemShape,
    TooManyItems,
    MoreItemsThanPages,
    MoreItemsThanMarkers,
    StartBeyondEnd,
    PageReversed,
    PageBelowOne,
    EndBeyond,
    PageNotANumber,
    OutsideRange,
    YearAhead,
    YearTooEarly,
    ImpossibleDay,
    PeriodReversed,
    Placeholder,
    IdentifierLength,
    IdentifierShape,
    IdentifierAbsent,
    /// In the lexicon, but not in this document.
    NameAbsent,
    /// Neither in the document nor in the lexicon.
    NameUnknown,
    /// A word of it stands nowhere in the document.
    PartyAbsent,
    /// Its words stand in the document, but not together.
    PartyApart,
    DateAbsent,
    FigureAbsent,
    /// In the document, but by another name.
    FigureOfAnother,
    DuplicatePages,
    DuplicateItem,
    Overlap,
    /// Where one item ends the next begins.
    SharedPage,
    TooLittleText,
    TextAbsent,
    NoItems,
    CutOff,
    MissingField,
    /// None of its fields has a value.
    EmptyItem,
    Clash,
    TwoNames,
    CountDiffers,
    /// In the document, but not on the pages of its item.
    OtherPages,
    Suspicious,
}

impl Rule {
    /// All rules, by kind.
    pub const ALL: [Self; 42] = [
        Self::MalformedJson,
        Self::NoItemList,
        Self::ItemShape,
        Self::TooManyItems,
        Self::MoreItemsThanPages,
        Self::MoreItemsThanMarkers,
        Self::StartBeyondEnd,
        Self::PageReversed,
        Self::PageBelowOne,
        Self::EndBeyond,
        Self::PageNotANumber,
        Self::OutsideRange,
        Self::YearAhead,
        Self::YearTooEarly,
        Self::ImpossibleDay,
        Self::PeriodReversed,
        Self::Placeholder,
        Self::IdentifierLength,
        Self::IdentifierShape,
        Self::IdentifierAbsent,
        Self::NameAbsent,
        Self::NameUnknown,
        Self::PartyAbsent,
        Self::PartyApart,
        Self::DateAbsent,
        Self::FigureAbsent,
        Self::FigureOfAnother,
        Self::DuplicatePages,
        Self::DuplicateItem,
        Self::Overlap,
        Self::SharedPage,
        Self::TooLittleText,
        Self::TextAbsent,
        Self::NoItems,
        Self::CutOff,
        Self::MissingField,
        Self::EmptyItem,
        Self::Clash,
        Self::TwoNames,
        Self::CountDiffers,
        Self::OtherPages,
        Self::Suspicious,
    ];

    pub fn kind(self) -> Kind {
        match self {
            Self::MalformedJson | Self::NoItemList | Self::ItemShape | Self::TooManyItems => {
                Kind::Unreadable
            }
            Self::MoreItemsThanPages | Self::MoreItemsThanMarkers | Self::StartBeyondEnd => {
                Kind::PhantomItem
            }
            Self::PageReversed
            | Self::PageBelowOne
            | Self::EndBeyond
            | Self::PageNotANumber
            | Self::OutsideRange => Kind::PageRange,
            Self::YearAhead | Self::YearTooEarly | Self::ImpossibleDay | Self::PeriodReversed => {
                Kind::ImpossibleDate
            }
            Self::Placeholder
            | Self::IdentifierLength
            | Self::IdentifierShape
            | Self::IdentifierAbsent => Kind::NonsensicalIdentifier,
            Self::NameAbsent | Self::NameUnknown => Kind::UnknownName,
            Self::DuplicatePages | Self::DuplicateItem | Self::Overlap | Self::SharedPage => {
                Kind::Duplicate
            }
            Self::TooLittleText
            | Self::TextAbsent
            | Self::PartyAbsent
            | Self::PartyApart
            | Self::DateAbsent
            | Self::FigureAbsent
            | Self::NoItems
            | Self::CutOff
            | Self::MissingField
            | Self::EmptyItem => Kind::MissingContent,
            Self::Clash
            | Self::TwoNames
            | Self::CountDiffers
            | Self::FigureOfAnother
            | Self::OtherPages => Kind::InconsistentFields,
            Self::Suspicious => Kind::SuspiciousPattern,
        }
    }

    /// How bad it is, where the pack says nothing else.
    pub(super) fn severity(self) -> Severity {
        match self {
            Self::MalformedJson
            | Self::NoItemList
            | Self::TooManyItems
            | Self::MoreItemsThanPages => Severity::Critical,
            Self::ItemShape
            | Self::StartBeyondEnd
            | Self::PageReversed
            | Self::PageBelowOne
            | Self::EndBeyond
            | Self::PageNotANumber
            | Self::YearAhead
            | Self::ImpossibleDay
            | Self::PeriodReversed
            | Self::Placeholder
            | Self::NameUnknown
            | Self::PartyAbsent
            | Self::FigureAbsent
            | Self::FigureOfAnother
            | Self::OtherPages
            | Self::TooLittleText
            | Self::EmptyItem => Severity::High,
            Self::MoreItemsThanMarkers
            | Self::OutsideRange
            | Self::YearTooEarly
            | Self::IdentifierLength
            | Self::IdentifierShape
            | Self::IdentifierAbsent
            | Self::NameAbsent
            | Self::PartyApart
            | Self::DateAbsent
            | Self::DuplicatePages
            | Self::DuplicateItem
            | Self::Overlap
            | Self::TextAbsent
            | Self::NoItems
            | Self::CutOff
            | Self::MissingField
            | Self::Clash
            | Self::TwoNames
            | Self::Suspicious => Severity::Medium,
            Self::SharedPage | Self::CountDiffers => Severity::Low,
        }
    }

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed_json",
            Self::NoItemList => "no_item_list",
            Self::ItemShape => "item_shape",
            Self::TooManyItems => "too_many_items",
            Self::MoreItemsThanPages => "more_items_than_pages",
            Self::MoreItemsThanMarkers => "more_items_than_markers",
            Self::StartBeyondEnd => "start_beyond_end",
            Self::PageReversed => "page_reversed",
            Self::PageBelowOne => "page_below_one",
            Self::EndBeyond => "end_beyond",
            Self::PageNotANumber => "page_not_a_number",
            Self::OutsideRange => "outside_range",
            Self::YearAhead => "year_ahead",
            Self::YearTooEarly => "year_too_early",
            Self::ImpossibleDay => "impossible_day",
            Self::PeriodReversed => "period_reversed",
            Self::Placeholder => "placeholder",
            Self::IdentifierLength => "identifier_length",
            Self::IdentifierShape => "identifier_shape",
            Self::IdentifierAbsent => "identifier_absent",
            Self::NameAbsent => "name_absent",
            Self::NameUnknown => "name_unknown",
            Self::PartyAbsent => "party_absent",
            Self::PartyApart => "party_apart",
            Self::DateAbsent => "date_absent",
            Self::FigureAbsent => "figure_absent",
            Self::FigureOfAnother => "figure_of_another",
            Self::DuplicatePages => "duplicate_pages",
            Self::DuplicateItem => "duplicate_item",
            Self::Overlap => "overlap",
            Self::SharedPage => "shared_page",
            Self::TooLittleText => "too_little_text",
            Self::TextAbsent => "text_absent",
            Self::NoItems => "no_items",
            Self::CutOff => "cut_off",
            Self::MissingField => "missing_field",
            Self::EmptyItem => "empty_item",
            Self::Clash => "clash",
            Self::TwoNames => "two_names",
            Self::CountDiffers => "count_differs",
            Self::OtherPages => "other_pages",
            Self::Suspicious => "suspicious",
        }
    }

    /// What to do about it.
    pub(super) fn recommendation(self) -> &'static str {
        match self {
            Self::MalformedJson => "Ask for the answer again, as one JSON value and nothing else.",
            Self::NoItemList | Self::ItemShape => {
                "Ask for the answer again and show the form that is expected."
            }
            Self::TooManyItems => "Ask for a part of the document at a time.",
            Self::MoreItemsThanPages | Self::MoreItemsThanMarkers | Self::StartBeyondEnd => {
                "Do not use these items. Ask again and say how many pages the document has."
            }
            Self::PageReversed
            | Self::PageBelowOne
            | Self::EndBeyond
            | Self::PageNotANumber
            | Self::OutsideRange => "Look up in the document on which pages it stands.",
            Self::YearAhead
            | Self::YearTooEarly
            | Self::ImpossibleDay
            | Self::PeriodReversed
            | Self::DateAbsent => "Look up the date in the document.",
            Self::Placeholder
            | Self::IdentifierLength
            | Self::IdentifierShape
            | Self::IdentifierAbsent => {
                "Copy the number from the document, or leave the field out where it has none."
            }
            Self::NameAbsent | Self::PartyApart => {
                "Compare the name with the document before it is used."
            }
            Self::NameUnknown | Self::PartyAbsent => {
                "Do not use the name. Copy it from the document, or leave it out."
            }
            Self::FigureOfAnother => {
                "Look up in the document which figure has this name, and copy that."
            }
            Self::OtherPages => {
                "Look up on which pages it stands: the value, or the pages, are those of another item."
            }
            Self::FigureAbsent => {
                "Do not use the figure. Copy it from the document, or leave it out."
            }
            Self::DuplicatePages | Self::DuplicateItem => "Keep one of them.",
            Self::Overlap | Self::SharedPage => "Look where one ends and the next begins.",
            Self::TooLittleText => {
                "Read the document again, with text recognition if it is a scan, before anything is taken from it."
            }
            Self::TextAbsent => "Copy the text from the document as it stands.",
            Self::NoItems => "Look whether the document really has none.",
            Self::CutOff => "Ask for the rest, or again with room for a longer answer.",
            Self::MissingField => "Look the field up in the document.",
            Self::EmptyItem => {
                "Take its fields from the document, or leave it out where the document has none."
            }
            Self::Clash | Self::TwoNames | Self::CountDiffers => {
                "Look up in the document which of them is right."
            }
            Self::Suspicious => "Compare it with the document.",
        }
    }
}
