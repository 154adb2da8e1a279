//! `data/personal/national_ids.toml`: what national numbers are called.

use groundwall_text::language::{self, Phrases};
use serde::Deserialize;
use std::sync::LazyLock;

/// Names of numbers in small letters, a list for each rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::personal) struct Names {
    /// Those that numbers of every country go by.
    pub(super) general: Phrases,
    pub(super) steuer_id: Phrases,
    pub(super) nir: Phrases,
    pub(super) dni: Phrases,
    pub(super) nie: Phrases,
    pub(super) codice_fiscale: Phrases,
    pub(in crate::personal) bsn: Phrases,
    pub(super) rijksregisternummer: Phrases,
    pub(super) ahv: Phrases,
    pub(super) sozialversicherungsnummer: Phrases,
    pub(super) nhs: Phrases,
    pub(super) nino: Phrases,
    pub(super) pps: Phrases,
    pub(super) nif: Phrases,
    pub(super) personnummer: Phrases,
    pub(super) fodselsnummer: Phrases,
    pub(super) henkilotunnus: Phrases,
    pub(super) cpr: Phrases,
    pub(super) pesel: Phrases,
    pub(super) rodne_cislo: Phrases,
    pub(super) cnp: Phrases,
    pub(super) isikukood: Phrases,
    pub(super) asmens_kodas: Phrases,
    pub(super) egn: Phrases,
    pub(super) oib: Phrases,
    pub(super) ssn: Phrases,
    pub(super) sin: Phrases,
    pub(super) cpf: Phrases,
    pub(super) curp: Phrases,
    pub(super) rut: Phrases,
    pub(super) resident_identity: Phrases,
    pub(super) resident_registration: Phrases,
    pub(super) my_number: Phrases,
    pub(super) aadhaar: Phrases,
    pub(super) pan: Phrases,
    pub(super) tfn: Phrases,
    pub(super) rsa_id: Phrases,
    pub(super) nric: Phrases,
    pub(super) teudat_zehut: Phrases,
    pub(super) tc_kimlik: Phrases,
}

pub(in crate::personal) static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let file = include_str!("../../../data/personal/national_ids.toml");
    language::read("data/personal/national_ids.toml", file)
});
