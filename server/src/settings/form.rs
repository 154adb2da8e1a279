//! The policy as a form, and back.

use super::Values;
use groundwall_core::policy::{Amount, Band, Points};
use groundwall_core::{Policy, Problem, ProblemCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// What a form sends, by name.
pub(crate) type Form = BTreeMap<String, String>;

/// Where it is empty the models' own threshold decides.
const SUPPORT: &str = "support_probability";

/// Values that are no switch and no band.
const PLAIN: [&str; 8] = [
    "support_threshold",
    SUPPORT,
    "max_regenerations",
    "final_action",
    "prompt_mode",
    "verifier",
    "samples",
    "look_up_addresses",
];
const BANDS: [&str; 3] = ["currency", "percentage", "ratio"];

/// Every value that can be set, as `checks.numbers`.
fn names() -> impl Iterator<Item = String> {
    let plain = PLAIN.into_iter().map(str::to_owned);
    let checks = app::CHECKS.map(|(name, ..)| format!("checks.{name}"));
    let bands = BANDS.into_iter().chain(["approximate"]);
    plain
        .chain(checks)
        .chain(bands.map(|name| format!("tolerances.{name}")))
        // The page of rule packs sets these.
        .chain(["packs".to_owned()])
}

fn pointer(name: &str) -> String {
    format!("/{}", name.replace('.', "/"))
}

/// Whether the configuration names a value, or something in it or around it.
pub(crate) fn is_fixed(fixed: &[String], name: &str) -> bool {
    let within = |outer: &str, inner: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    fixed
        .iter()
        .any(|known| within(known, name) || within(name, known))
}

/// A share as percent, without needless digits.
fn percent(share: f64) -> String {
    plain(share * 100.0)
}

fn plain(number: f64) -> String {
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The name of a choice on the wire.
fn wire(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(text)) => text,
        Ok(_) | Err(_) => String::new(),
    }
}

/// A policy as a form shows it.
pub(crate) fn of(policy: &Policy) -> Form {
    let mut form = Form::new();
    let mut put = |name: &str, value: String| form.insert(name.to_owned(), value);
    put("support_threshold", percent(policy.support_threshold));
    let support = policy.support_probability;
    let support = support.map(|support| percent(f64::from(support)));
    put(SUPPORT, support.unwrap_or_default());
    put("max_regenerations", policy.max_regenerations.to_string());
    put("final_action", wire(policy.final_action));
    put("prompt_mode", wire(policy.prompt_mode));
    put("verifier", wire(policy.verifier));
    put("samples", policy.samples.to_string());
    put("look_up_addresses", policy.look_up_addresses.to_string());
    let bands = policy.tolerances;
    for (name, band) in BANDS
        .into_iter()
        .zip([bands.currency, bands.percentage, bands.ratio])
    {
        let (width, unit) = match band {
            Band::Relative(share) => (percent(share), "share"),
            Band::Absolute(Amount { absolute }) => (plain(absolute), "absolute"),
            Band::Points(Points { points }) => (plain(points), "points"),
        };
        put(&format!("tolerances.{name}"), width);
        put(&format!("tolerances.{name}.unit"), unit.to_owned());
    }
    put("tolerances.approximate", percent(bands.approximate));
    if let Ok(Value::Object(checks)) = serde_json::to_value(policy.checks) {
        for (name, on) in checks {
            if on == Value::Bool(true) {
                put(&format!("checks.{name}"), "on".to_owned());
            }
        }
    }
    form
}

fn wrong(message: String) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

fn text<'a>(form: &'a Form, name: &str) -> Result<&'a str, Problem> {
    let missing = || wrong(format!("The form has no {name}. Load the page again."));
    form.get(name).map(|text| text.trim()).ok_or_else(missing)
}

/// That a field cannot be what it is, under the name that the page has for it.
fn unfit(name: &str, said: &str) -> Problem {
    wrong(format!("{}: {said}.", app::field_label(name)))
}

fn number(form: &Form, name: &str) -> Result<f64, Problem> {
    let typed = text(form, name)?;
    let number = typed.trim_end_matches('%').trim_end().replace(',', ".");
    let read: Option<f64> = number.parse().ok();
    read.filter(|read| read.is_finite())
        .ok_or_else(|| unfit(name, &format!("“{}” is not a number", short(typed))))
}

/// What is typed in per cent.
fn of_hundred(form: &Form, name: &str) -> Result<f64, Problem> {
    let typed = number(form, name)?;
    if !(0.0..=100.0).contains(&typed) {
        return Err(unfit(name, "must lie between 0 and 100 %"));
    }
    Ok(typed)
}

/// A share that is typed in per cent.
fn share(form: &Form, name: &str) -> Result<f64, Problem> {
    Ok(of_hundred(form, name)? / 100.0)
}

/// A whole number up to a bound.
fn count(form: &Form, name: &str, most: u32) -> Result<u32, Problem> {
    let count = text(form, name)?.parse().ok().filter(|read| *read <= most);
    count.ok_or_else(|| unfit(name, &format!("must be a whole number from 0 to {most}")))
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn choice<T: DeserializeOwned>(form: &Form, name: &str) -> Result<T, Problem> {
    let typed = text(form, name)?;
    serde_json::from_value(Value::String(typed.to_owned())).map_err(|_| {
        unfit(
            name,
            &format!("“{}” is not one of the choices", short(typed)),
        )
    })
}

fn band(form: &Form, name: &str) -> Result<Band, Problem> {
    let field = format!("tolerances.{name}");
    match text(form, &format!("{field}.unit"))? {
        "share" => Ok(Band::Relative(share(form, &field)?)),
        "absolute" => match number(form, &field)? {
            absolute if absolute >= 0.0 => Ok(Band::Absolute(Amount { absolute })),
            _ => Err(unfit(&field, "must be 0 or more")),
        },
        "points" if name == "percentage" => Ok(Band::Points(Points {
            points: of_hundred(form, &field)?,
        })),
        other => Err(unfit(
            &field,
            &format!("the unit “{}” is not one of the choices", short(other)),
        )),
    }
}

/// The configured policy with what a form says; what is fixed stays.
pub(crate) fn applied(form: &Form, base: &Policy, fixed: &[String]) -> Result<Policy, Problem> {
    let mut policy = base.clone();
    let free = |name: &str| !is_fixed(fixed, name);
    if free("support_threshold") {
        policy.support_threshold = share(form, "support_threshold")?;
        if policy.support_threshold == 0.0 {
            return Err(unfit("support_threshold", "must lie above 0 %"));
        }
    }
    if free(SUPPORT) {
        policy.support_probability = match form.get(SUPPORT).map(|typed| typed.trim()) {
            None | Some("") => None,
            Some(_) => Some(share(form, SUPPORT)? as f32),
        };
    }
    if free("max_regenerations") {
        policy.max_regenerations = count(form, "max_regenerations", 2)?;
    }
    if free("final_action") {
        policy.final_action = choice(form, "final_action")?;
    }
    if free("prompt_mode") {
        policy.prompt_mode = choice(form, "prompt_mode")?;
    }
    if free("verifier") {
        policy.verifier = choice(form, "verifier")?;
    }
    if free("samples") {
        policy.samples = count(form, "samples", 5)?;
    }
    if free("look_up_addresses") {
        policy.look_up_addresses = text(form, "look_up_addresses")? == "true";
    }
    let bands = &mut policy.tolerances;
    for (name, place) in
        BANDS
            .into_iter()
            .zip([&mut bands.currency, &mut bands.percentage, &mut bands.ratio])
    {
        if free(&format!("tolerances.{name}")) {
            *place = band(form, name)?;
        }
    }
    if free("tolerances.approximate") {
        bands.approximate = share(form, "tolerances.approximate")?;
    }
    let mut checks = serde_json::to_value(policy.checks).map_err(|error| internal(&error))?;
    for (name, ..) in app::CHECKS {
        let field = format!("checks.{name}");
        if let (true, Some(place)) = (free(&field), checks.get_mut(name)) {
            *place = Value::Bool(form.contains_key(&field));
        }
    }
    policy.checks = serde_json::from_value(checks).map_err(|error| internal(&error))?;
    policy.validate()?;
    Ok(policy)
}

fn internal(error: &serde_json::Error) -> Problem {
    Problem::new(ProblemCode::Internal, format!("policy: {error}"))
}

/// What a policy has otherwise than the configured one, of what can be set here.
pub(crate) fn differing(policy: &Policy, base: &Policy) -> serde_json::Result<Values> {
    let (policy, base) = (serde_json::to_value(policy)?, serde_json::to_value(base)?);
    Ok(names()
        .filter_map(|name| {
            let at = pointer(&name);
            // What is not set is not written.
            let unset = Value::Null;
            let value = policy.pointer(&at).unwrap_or(&unset);
            (base.pointer(&at).unwrap_or(&unset) != value).then(|| (name, value.clone()))
        })
        .collect())
}

/// The configured policy with what was kept; what is fixed stays, and what cannot be set here is passed over.
pub(crate) fn effective(base: &Policy, fixed: &[String], kept: &Values) -> Result<Policy, Problem> {
    let mut value = serde_json::to_value(base).map_err(|error| internal(&error))?;
    for name in names().filter(|name| !is_fixed(fixed, name)) {
        let Some(kept) = kept.get(&name) else {
            continue;
        };
        if let Some(place) = value.pointer_mut(&pointer(&name)) {
            *place = kept.clone();
        } else if name == SUPPORT
            && let Some(policy) = value.as_object_mut()
        {
            policy.insert(name, kept.clone());
        }
    }
    let policy: Policy = serde_json::from_value(value)
        .map_err(|error| wrong(format!("The policy that was saved does not fit: {error}.")))?;
    policy.validate()?;
    Ok(policy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::FinalAction;

    #[test]
    fn a_policy_goes_through_the_form_and_comes_back() {
        let mut policy = Policy {
            support_threshold: 0.57,
            max_regenerations: 1,
            final_action: FinalAction::Notes,
            ..Policy::default()
        };
        policy.checks.quotes = false;
        policy.support_probability = Some(0.47);
        policy.tolerances.currency = Band::Absolute(Amount { absolute: 1500.0 });
        policy.tolerances.percentage = Band::Points(Points { points: 2.0 });
        let form = of(&policy);
        assert_eq!(form["support_threshold"], "57");
        let base = Policy::default();
        assert_eq!(applied(&form, &base, &[]).unwrap(), policy);
        let kept = differing(&policy, &base).unwrap();
        let names: Vec<&str> = kept.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "checks.quotes",
                "final_action",
                "max_regenerations",
                "support_probability",
                "support_threshold",
                "tolerances.currency",
                "tolerances.percentage"
            ]
        );
        assert_eq!(effective(&base, &[], &kept).unwrap(), policy);
        let unset = differing(&base, &policy).unwrap();
        assert_eq!(effective(&policy, &[], &unset).unwrap(), base);
        let all: Vec<String> = super::names().collect();
        let value = serde_json::to_value(&base).unwrap();
        for name in all.into_iter().filter(|name| name != SUPPORT) {
            assert!(value.pointer(&pointer(&name)).is_some(), "{name}");
        }
        assert_eq!(
            app::CHECKS.len(),
            serde_json::to_value(base.checks)
                .unwrap()
                .as_object()
                .unwrap()
                .len()
        );
    }

    #[test]
    fn what_the_configuration_names_stays() {
        let base = Policy {
            support_threshold: 0.9,
            ..Policy::default()
        };
        let fixed = [
            "support_threshold".to_owned(),
            "checks".to_owned(),
            "tolerances.percentage.points".to_owned(),
        ];
        let mut form = of(&Policy::default());
        form.remove("checks.numbers");
        form.insert("tolerances.percentage".to_owned(), "50".to_owned());
        form.insert("max_regenerations".to_owned(), "0".to_owned());
        let policy = applied(&form, &base, &fixed).unwrap();
        assert_eq!(
            (policy.support_threshold, policy.max_regenerations),
            (0.9, 0)
        );
        assert!(policy.checks.numbers);
        assert_eq!(policy.tolerances.percentage, base.tolerances.percentage);
        let kept = Values::from([
            ("support_threshold".to_owned(), 0.1.into()),
            ("max_regenerations".to_owned(), 0.into()),
            ("unknown".to_owned(), 0.into()),
        ]);
        assert_eq!(effective(&base, &fixed, &kept).unwrap(), policy);
    }

    #[test]
    fn what_does_not_fit_is_said_by_its_name() {
        let base = Policy::default();
        for (name, typed, said) in [
            ("support_threshold", "many", "a repair at once"),
            (
                "support_threshold",
                "0",
                "a repair at once, in %: must lie above 0 %",
            ),
            (
                "support_threshold",
                "160",
                "a repair at once, in %: must lie between 0 and 100 %",
            ),
            ("support_threshold", "inf", "not a number"),
            (SUPPORT, "-1", "How probable support must be"),
            ("max_regenerations", "3", "Write the answer again, at most"),
            ("max_regenerations", "-1", "from 0 to 2"),
            ("samples", "6", "from 0 to 5"),
            ("final_action", "shout", "When statements fail even then"),
            (
                "tolerances.ratio",
                "500",
                "Ratios: must lie between 0 and 100 %",
            ),
            ("tolerances.ratio.unit", "points", "Ratios: the unit"),
            (
                "tolerances.currency.unit",
                "miles",
                "Amounts of money: the unit",
            ),
            ("tolerances.approximate", "101", "“about” or “nearly”"),
        ] {
            let mut form = of(&base);
            form.insert(name.to_owned(), typed.to_owned());
            let problem = applied(&form, &base, &[]).unwrap_err();
            assert!(problem.message.contains(said), "{name} {typed}: {problem}");
            // A person knows no name of the configuration.
            assert!(!problem.message.contains(name), "{name} {typed}: {problem}");
        }
        let mut form = of(&base);
        form.insert("support_threshold".to_owned(), " 62,5 % ".to_owned());
        assert!((applied(&form, &base, &[]).unwrap().support_threshold - 0.625).abs() < 1e-12);
        let kept = Values::from([("max_regenerations".to_owned(), 9.into())]);
        assert!(effective(&base, &[], &kept).is_err());
    }
}
