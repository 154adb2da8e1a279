//! Rule packs: those of the program, and those of the configured directory.

use crate::config::Config;
use crate::structured;
use anyhow::Context as _;
use groundwall_governance::pack::{Pack, Packs, bundled};
use groundwall_tables::TablePack;
use std::path::Path;

/// A pack's file, read and checked, the sections of tables and of structured answers too.
pub(crate) fn pack(path: &Path) -> anyhow::Result<Pack> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("{file} cannot be read"))?;
    let pack = Pack::parse(&file, &text)?;
    table_pack(&pack)?;
    structured::packs::section(&pack, path.parent())?;
    Ok(pack)
}

/// All rule packs: those of the program, and those of `packs.dir`.
pub(crate) fn packs(config: &Config) -> anyhow::Result<Packs> {
    let mut all = bundled()?;
    if let Some(dir) = &config.packs.dir {
        let unread = || format!("packs.dir: {} cannot be read", dir.display());
        let entries = std::fs::read_dir(dir).with_context(unread)?;
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.with_context(unread)?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                files.push(path);
            }
        }
        files.sort();
        for file in files {
            all.push(pack(&file).context("packs.dir: a rule pack is wrong")?);
        }
    }
    Ok(Packs::of(all)?)
}

fn table_pack(pack: &Pack) -> anyhow::Result<TablePack> {
    TablePack::parse(&pack.text)
        .map_err(|why| pack.error_of_reader(why.message(), why.span()).into())
}

/// Of the packs that are on those that speak of tables.
pub(super) fn table_packs(config: &Config, packs: &Packs) -> anyhow::Result<Vec<TablePack>> {
    let on = packs.active(&config.policy.packs).context("policy.packs")?;
    on.packs()
        .iter()
        .filter(|pack| pack.speaks_of_tables())
        .map(|pack| table_pack(pack))
        .collect()
}
