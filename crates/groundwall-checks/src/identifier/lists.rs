//! Words that a name may have or lack, or that are none.

/// Days and months.
pub(super) const CALENDAR: [&str; 19] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Titles and legal forms that a name may have or lack.
pub(super) const OPTIONAL: [&str; 30] = [
    "city",
    "state",
    "republic",
    "kingdom",
    "county",
    "province",
    "mr",
    "mrs",
    "ms",
    "dr",
    "prof",
    "professor",
    "sir",
    "inc",
    "ltd",
    "llc",
    "plc",
    "corp",
    "corporation",
    "co",
    "company",
    "gmbh",
    "ag",
    "limited",
    "president",
    "captain",
    "director",
    "minister",
    "chief",
    "jr",
];

/// Pronouns and particles that open a sentence and stand in no dictionary of things.
pub(super) const OPENERS: [&str; 12] =
    ["despite", "unless", "whether", "using", "thanks", "regarding", "cannot", "unlike", "whoever", "whatever", "besides", "whereas"];

/// Peoples and their countries whose names share too few letters.
pub(super) const PEOPLES: [(&str, &str); 22] = [
    ("greek", "greece"),
    ("french", "france"),
    ("dutch", "netherlands"),
    ("spanish", "spain"),
    ("welsh", "wales"),
    ("danish", "denmark"),
    ("swiss", "switzerland"),
    ("turkish", "turkey"),
    ("polish", "poland"),
    ("british", "britain"),
    ("british", "uk"),
    ("english", "england"),
    ("finnish", "finland"),
    ("swedish", "sweden"),
    ("scottish", "scotland"),
    ("irish", "ireland"),
    ("chinese", "china"),
    ("portuguese", "portugal"),
    ("american", "america"),
    ("american", "us"),
    ("american", "states"),
    ("usa", "us"),
];

/// First names that end like a people.
pub(super) const PERSONS: [&str; 12] =
    ["adrian", "damian", "dorian", "duncan", "fabian", "florian", "gillian", "julian", "lillian", "marian", "sebastian", "vivian"];

/// Continents, quarters of the sky, seasons: they stand for more than one place or time, so that their absence says little.
pub(super) const WIDE: [&str; 23] = [
    "asian",
    "africa",
    "america",
    "americas",
    "asia",
    "europe",
    "oceania",
    "antarctica",
    "eurasia",
    "north",
    "south",
    "east",
    "west",
    "northern",
    "southern",
    "eastern",
    "western",
    "midwest",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
];
