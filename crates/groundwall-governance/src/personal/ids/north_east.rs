//! Rules of northern and eastern Europe.

use super::arithmetic::{at, is_day, letter, luhn, mod_11_10, number, weighted};
use super::{Need, Rule};

pub(super) const RULES: &[Rule] = &[
    // Personnummer: YYMMDD-NNNC, Luhn over ten digits; a coordination number has its day raised by 60 (Skatteverket, SKV 704).
    Rule {
        country: "SE",
        words: |names| &names.personnummer,
        forms: &[
            (Need::NoOther, "dddddddd-dddd"),
            (Need::NoOther, "dddddd-dddd"),
            (Need::NoOther, "dddddd+dddd"),
            (Need::Word, "dddddddddddd"),
            (Need::Word, "dddddddddd"),
        ],
        valid: personnummer,
    },
    // Fødselsnummer: DDMMYY and five digits, the last two of them checks mod 11; a D-number has its day raised by 40 (Skatteetaten).
    Rule {
        country: "NO",
        words: |names| &names.fodselsnummer,
        forms: &[
            (Need::NoOther, "ddddddddddd"),
            (Need::NoOther, "dddddd ddddd"),
        ],
        valid: |id| {
            is_day(number(id, 2, 2), number(id, 0, 2) % 40)
                && weighted(id, &[3, 7, 6, 1, 8, 9, 4, 5, 2, 1]).is_multiple_of(11)
                && weighted(id, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]).is_multiple_of(11)
        },
    },
    // Henkilötunnus: DDMMYY, a sign of the century, three digits, a character of the nine digits mod 31 (Digi- ja väestötietovirasto).
    Rule {
        country: "FI",
        words: |names| &names.henkilotunnus,
        forms: &[
            (Need::Nothing, "dddddd-dddX"),
            (Need::Nothing, "dddddd+dddX"),
            (Need::Nothing, "ddddddAdddX"),
        ],
        valid: henkilotunnus,
    },
    // CPR number: DDMMYY-NNNN; since 2007 without a check that holds for all (CPR-kontoret), so only behind a word.
    Rule {
        country: "DK",
        words: |names| &names.cpr,
        forms: &[(Need::Word, "dddddd-dddd"), (Need::Word, "dddddddddd")],
        valid: |id| is_day(number(id, 2, 2), number(id, 0, 2)),
    },
    // PESEL: YYMMDD, the month raised by 20 a century, weights 1 3 7 9 (Ustawa o ewidencji ludności).
    Rule {
        country: "PL",
        words: |names| &names.pesel,
        forms: &[(Need::Word, "ddddddddddd")],
        valid: |id| {
            is_day(number(id, 2, 2) % 20, number(id, 4, 2))
                && weighted(id, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]).is_multiple_of(10)
        },
    },
    // Rodné číslo: YYMMDD/NNNN divisible by 11, the month of women raised by 50 (zákon 133/2000 Sb.).
    Rule {
        country: "CZ",
        words: |names| &names.rodne_cislo,
        forms: &[(Need::NoOther, "dddddd/dddd"), (Need::Word, "dddddddddd")],
        valid: |id| {
            is_day(number(id, 2, 2) % 50 % 20, number(id, 4, 2))
                && number(id, 0, 10).is_multiple_of(11)
        },
    },
    // CNP: weights 279146358279, mod 11 with 10 as 1 (Legea 105/1996).
    Rule {
        country: "RO",
        words: |names| &names.cnp,
        forms: &[(Need::Word, "ddddddddddddd")],
        valid: |id| {
            let rest = weighted(id, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
            is_day(number(id, 3, 2), number(id, 5, 2))
                && at(id, 12) == if rest == 10 { 1 } else { rest }
        },
    },
    // Isikukood: weights 1 to 9 and 1, at a rest of 10 once more from 3 on (EVS 585:2007).
    Rule {
        country: "EE",
        words: |names| &names.isikukood,
        forms: &[(Need::Word, "ddddddddddd")],
        valid: baltic,
    },
    // Asmens kodas: the same rule.
    Rule {
        country: "LT",
        words: |names| &names.asmens_kodas,
        forms: &[(Need::Word, "ddddddddddd")],
        valid: baltic,
    },
    // ЕГН: weights 2 4 8 5 10 9 7 3 6, mod 11, mod 10; months raised by 20 or 40 (ГРАО).
    Rule {
        country: "BG",
        words: |names| &names.egn,
        forms: &[(Need::Word, "dddddddddd")],
        valid: |id| {
            is_day(number(id, 2, 2) % 20, number(id, 4, 2))
                && weighted(id, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10 == at(id, 9)
        },
    },
    // OIB: ISO 7064 mod 11,10 (Zakon o osobnom identifikacijskom broju).
    Rule {
        country: "HR",
        words: |names| &names.oib,
        forms: &[(Need::Word, "ddddddddddd")],
        valid: mod_11_10,
    },
];

fn personnummer(id: &[u8]) -> bool {
    let from = id.len().saturating_sub(10);
    let century = id.len() == 10 || matches!(number(id, 0, 2), 18..=20);
    century
        && is_day(number(id, from + 2, 2), number(id, from + 4, 2) % 60)
        && id.get(from..).is_some_and(luhn)
}

fn henkilotunnus(id: &[u8]) -> bool {
    // The sign of the century is kept if it is a letter.
    let (serial, check) = match id.len() {
        11 if id.get(6).is_some_and(|sign| b"ABCDEFYXWVU".contains(sign)) => (7, 10),
        10 => (6, 9),
        _ => return false,
    };
    let nine = number(id, 0, 6) * 1000 + number(id, serial, 3);
    is_day(number(id, 2, 2), number(id, 0, 2))
        && number(id, serial, 3) >= 2
        && letter(b"0123456789ABCDEFHJKLMNPRSTUVWXY", nine % 31) == id.get(check).copied()
}

fn baltic(id: &[u8]) -> bool {
    let first = weighted(id, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
    let second = weighted(id, &[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
    let check = if first < 10 { first } else { second % 10 };
    is_day(number(id, 3, 2), number(id, 5, 2)) && at(id, 10) == check
}
