use super::{Config, text, without_credentials};
use figment::Figment;
use figment::providers::{Format as _, Toml};

#[test]
fn texts_of_the_environment_stay_texts() {
    for (sent, read) in [
        ("12345678901234567890", "12345678901234567890"),
        ("0012", "0012"),
        ("1e5", "1e5"),
        ("true", "true"),
        ("[a]", "[a]"),
        ("\"quoted\"", "quoted"),
        ("a-key", "a-key"),
    ] {
        assert_eq!(text(sent.to_owned()), read);
    }
}

#[test]
fn addresses_are_shown_without_what_gives_access() {
    for (address, shown) in [
        ("http://127.0.0.1:6334", "http://127.0.0.1:6334"),
        ("localhost:6334", "localhost:6334"),
        (
            "https://me:s3cret@host:8443/v1",
            "https://(set)@host:8443/v1",
        ),
        ("https://s3cret@host/v1", "https://(set)@host/v1"),
        (
            "https://host/v1?key=s3cret&s3cret",
            "https://host/v1?key=(set)&(set)",
        ),
        ("https://host/v1#s3cret", "https://host/v1"),
        ("me:s3cret@host", "(set)"),
        ("//me:s3cret@host", "(set)"),
    ] {
        let said = without_credentials(address);
        assert!(!said.contains("s3cret"), "{address}: {said}");
        assert_eq!(said, shown, "{address}");
    }
}

#[test]
fn unknown_keys_and_bad_values_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("c.toml");
    std::fs::write(&path, "[policy]\ntopk = 3\n").unwrap();
    assert!(format!("{:#}", Config::load(Some(&path)).unwrap_err()).contains("topk"));
    std::fs::write(&path, "[policy]\ntop_k = 300\n").unwrap();
    assert!(format!("{:#}", Config::load(Some(&path)).unwrap_err()).contains("top_k"));
    std::fs::write(
        &path,
        "[policy]\ntop_k = 3\n[server]\napi_key = \"s3cret\"\n",
    )
    .unwrap();
    let config = Config::load(Some(&path)).unwrap();
    assert_eq!(config.policy.top_k, 3);
    assert!(!serde_json::to_string(&config).unwrap().contains("s3cret"));
    assert!(Config::load(Some(&dir.path().join("absent.toml"))).is_err());
}

#[test]
fn bands_switches_and_passages_are_read_and_checked() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("c.toml");
    let load = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Config::load(Some(&path))
    };
    let config = load(
        "[policy.tolerances]\ncurrency = 0.05\npercentage = { points = 0.01 }\nratio = { absolute = 1 }\n\
         [policy.checks]\nratios = false\n[passages]\nsize = 600\noverlap = 100\n",
    )
    .unwrap();
    let tolerances = serde_json::to_value(config.policy.tolerances).unwrap();
    assert_eq!(
        tolerances,
        serde_json::json!({"currency": 0.05, "percentage": {"points": 0.01}, "ratio": {"absolute": 1.0}, "approximate": 0.05})
    );
    assert_eq!(
        config.fixed,
        [
            "checks.ratios",
            "tolerances.currency",
            "tolerances.percentage.points",
            "tolerances.ratio.absolute"
        ]
    );
    let checks = config.policy.checks;
    assert!(!checks.ratios && checks.currency && checks.percentages && checks.numbers);
    assert_eq!((config.passages.size, config.passages.overlap), (600, 100));
    for (bad, named) in [
        ("[passages]\nsize = 50\n", "passages.size"),
        ("[passages]\noverlap = 501\n", "passages.overlap"),
        ("[passages]\nlength = 600\n", "length"),
        ("[policy.tolerances]\nratio = 5\n", "tolerances.ratio"),
        ("[policy.checks]\nmoney = false\n", "money"),
    ] {
        let said = format!("{:#}", load(bad).unwrap_err());
        assert!(said.contains(named), "{bad}: {said}");
    }
}

#[test]
fn a_draft_comes_from_one_place_and_endpoints_are_looked_for_here_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("c.toml");
    let said = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Config::load(Some(&path)).map_err(|error| format!("{error:#}"))
    };
    let both = "[generator]\nlocal = \"m.gguf\"\nbase_url = \"http://127.0.0.1:1/v1\"\n";
    assert!(said(both).unwrap_err().contains("both set"));
    let far = "[generator]\nlook_at = [\"192.0.2.1:11434\"]\n";
    assert!(said(far).unwrap_err().contains("192.0.2.1:11434"));
    let local = said("[generator]\nlocal = \"m.gguf\"\n").unwrap();
    assert_eq!(local.generator.local.as_deref(), Some("m.gguf"));
}

/// Every setting of a section, with the sections that it lies in before it.
fn settings(value: &serde_json::Value, section: &str, into: &mut Vec<(String, String)>) {
    let Some(fields) = value.as_object() else {
        return;
    };
    for (name, value) in fields {
        if value.as_object().is_some_and(|inner| !inner.is_empty()) {
            let inner = if section.is_empty() {
                name.clone()
            } else {
                format!("{section}.{name}")
            };
            settings(value, &inner, into);
        } else {
            into.push((section.to_owned(), name.clone()));
        }
    }
}

#[test]
fn the_page_of_operation_has_every_setting_in_its_section() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operation.md");
    let page = std::fs::read_to_string(page).unwrap();
    let file = page.split("```").nth(1).unwrap();
    let said = |section: &str, name: &str| {
        let mut of = "";
        file.lines().any(|line| {
            if let Some(opened) = line.strip_prefix('[') {
                of = opened.split(']').next().unwrap();
            }
            let mut words = line.split(|of: char| !of.is_alphanumeric() && of != '_');
            of == section && words.any(|word| word == name)
        })
    };
    let mut config = Config::default();
    // These two are not shown where they are not set.
    config.policy.support_probability = Some(0.5);
    config.policy.second_opinion.undecided = Some((0.3, 0.7));
    let mut all = Vec::new();
    settings(&serde_json::to_value(config).unwrap(), "", &mut all);
    assert!(all.len() > 80, "{all:?}");
    let missing: Vec<_> = all
        .into_iter()
        .filter(|(section, name)| !said(section, name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let as_said: Config = Figment::from(Toml::string(file.trim_start_matches("toml")))
        .extract()
        .unwrap();
    let default = serde_json::to_value(Config::default()).unwrap();
    assert_eq!(serde_json::to_value(as_said).unwrap(), default);
}
