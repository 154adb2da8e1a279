use super::*;

const RULES: &str = r#"
    [graph]
    all-features = false
    [licenses]
    allow = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"]
    exceptions = [{ crate = "weak", allow = ["MPL-2.0"] }]
    [bans]
    wildcards = "deny"
    allow-wildcard-paths = true
    multiple-versions = "deny"
    deny = [{ crate = "openssl-sys", reason = "rustls" }]
    skip = [{ crate = "syn@1.0.0", reason = "of others" }]
    [sources]
    unknown-registry = "deny"
    unknown-git = "deny"
"#;

fn package(name: &str, version: &str, licence: &str) -> Package {
    Package {
        name: name.to_owned(),
        version: version.to_owned(),
        licence: Some(licence.to_owned()),
        source: Source::DefaultRegistry,
        wildcards: Vec::new(),
    }
}

fn told(packages: &[Package]) -> Vec<String> {
    problems(&rules(RULES).unwrap(), packages).unwrap()
}

#[test]
fn what_is_allowed_passes() {
    let none = told(&[
        package("a", "1.0.0", "MIT"),
        package("b", "1.0.0", "MIT/Apache-2.0"),
        package("c", "1.0.0", "GPL-3.0-only OR MIT"),
        package("d", "1.0.0", "(MIT OR Apache-2.0) AND Unicode-3.0"),
        package("e", "1.0.0", "Apache-2.0 WITH LLVM-exception"),
        package("weak", "1.0.0", "MPL-2.0"),
        package("syn", "1.0.0", "MIT"),
        package("syn", "2.0.0", "MIT"),
    ]);
    assert_eq!(none, Vec::<String>::new());
}

#[test]
fn what_is_not_allowed_is_told_by_name() {
    let mut no_licence = package("none", "1.0.0", "");
    no_licence.licence = None;
    let mut foreign = package("foreign", "1.0.0", "MIT");
    foreign.source = Source::Other("git+https://example.org/foreign".to_owned());
    let mut any = package("any", "1.0.0", "MIT");
    any.wildcards = vec!["serde".to_owned()];
    for (package, part) in [
        (
            package("gpl", "1.0.0", "GPL-3.0-only"),
            "GPL-3.0-only is not allowed",
        ),
        (
            package("and", "1.0.0", "MIT AND GPL-3.0-only"),
            "not allowed",
        ),
        (package("strong", "1.0.0", "MPL-2.0"), "not allowed"),
        (package("odd", "1.0.0", "free as air"), "no SPDX expression"),
        (no_licence, "says no licence"),
        (foreign, "comes from git+"),
        (package("openssl-sys", "0.9.0", "MIT"), "is banned: rustls"),
        (any, "any version of serde"),
    ] {
        let (name, found) = (package.name.clone(), told(&[package]));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].starts_with(&name) && found[0].contains(part),
            "{found:?}"
        );
    }
    let twice = told(&[
        package("syn", "2.0.0", "MIT"),
        package("syn", "3.0.0", "MIT"),
    ]);
    assert!(twice[0].contains("2.0.0, 3.0.0"), "{twice:?}");
}

#[test]
fn rules_that_are_not_understood_are_refused() {
    assert!(rules(&RULES.replace("unknown-git", "unknown-hg")).is_err());
    assert!(rules(&RULES.replace("wildcards = \"deny\"", "wildcards = \"allow\"")).is_err());
    let odd = rules(&RULES.replace("\"MIT\", ", "\"MITT\", ")).unwrap();
    assert!(problems(&odd, &[]).is_err());
    let spare = unneeded(&rules(RULES).unwrap(), &[package("weak", "1.0.0", "MIT")]);
    assert_eq!(spare, ["bans.skip syn@1.0.0 (of others)"]);
}
