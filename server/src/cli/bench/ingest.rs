//! A long PDF, about 3,000 characters a page, from bytes to searchable.

use super::{Part, material, mebibytes};
use crate::cli::say;
use crate::compose;
use crate::config::Config;
use groundwall_eval::corpus::Corpus;
use groundwall_ports::{FirewallService as _, Upload};
use serde_json::json;
use std::time::Instant;

const LINES: usize = 38;

pub(super) async fn run(config: &Config, pages: usize) -> anyhow::Result<Part> {
    let models = compose::models(config, &say).await?;
    let material = material::Material::load(&models.embedder).await?;
    let bytes = pdf(&mut material.corpus(4), pages);
    let dir = tempfile::tempdir()?;
    let firewall = compose::throwaway(config, models, dir.path()).await?;
    let started = Instant::now();
    let outcome = firewall
        .upload(vec![Upload {
            name: "long.pdf".to_owned(),
            bytes,
        }])
        .await?
        .remove(0);
    let seconds = started.elapsed().as_secs_f64();
    let document = outcome
        .result
        .map_err(|problem| anyhow::anyhow!("{problem}"))?;
    anyhow::ensure!(
        document.pages.map(|pages| pages as usize) == Some(pages),
        "{:?} pages were read",
        document.pages
    );
    let rate = pages as f64 / seconds;
    let memory = mebibytes("self", "VmHWM:");
    let line = format!(
        "ingest of a PDF of {pages} pages, {} characters, {} passages: {seconds:.1} s, {rate:.1} pages a second, peak memory {} MiB",
        document.characters,
        document.passages,
        memory.map_or("?".to_owned(), |memory| memory.to_string())
    );
    let figures = json!({"pages": pages, "characters": document.characters, "passages": document.passages, "seconds": seconds, "pages_per_second": rate, "peak_mib": memory});
    Ok(Part {
        name: "ingest",
        lines: vec![line],
        figures,
    })
}

/// A PDF that is written object by object.
struct Pdf {
    bytes: Vec<u8>,
    /// Where each object begins.
    offsets: Vec<usize>,
}

impl Pdf {
    fn new() -> Self {
        Self {
            bytes: b"%PDF-1.4\n".to_vec(),
            offsets: Vec::new(),
        }
    }

    fn object(&mut self, body: &str) {
        self.offsets.push(self.bytes.len());
        self.bytes
            .extend(format!("{} 0 obj\n{body}\nendobj\n", self.offsets.len()).bytes());
    }

    /// The whole file, with the table of its objects at its end.
    fn finish(self) -> Vec<u8> {
        let Self { mut bytes, offsets } = self;
        let start = bytes.len();
        bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1).bytes());
        for offset in &offsets {
            bytes.extend(format!("{offset:010} 00000 n \n").bytes());
        }
        bytes.extend(
            format!(
                "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
                offsets.len() + 1
            )
            .bytes(),
        );
        bytes
    }
}

/// A plain PDF: one font, one content stream a page.
fn pdf(corpus: &mut Corpus, pages: usize) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let kids: Vec<String> = (0..pages)
        .map(|page| format!("{} 0 R", 4 + 2 * page))
        .collect();
    pdf.object("<< /Type /Catalog /Pages 2 0 R >>");
    pdf.object(&format!(
        "<< /Type /Pages /Count {pages} /Kids [{}] >>",
        kids.join(" ")
    ));
    pdf.object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
    for page in 0..pages {
        let content = content(corpus);
        pdf.object(&format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * page
        ));
        pdf.object(&format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    pdf.finish()
}

/// The content stream of a page full of sentences.
fn content(corpus: &mut Corpus) -> String {
    let mut text = String::new();
    while text.len() < LINES * 80 {
        let sentence = corpus.phrase(14);
        text.push_str(&format!(
            "{}{}. ",
            sentence[..1].to_uppercase(),
            &sentence[1..]
        ));
    }
    let mut content = "BT /F1 9 Tf 50 790 Td 19 TL\n".to_owned();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.len() + word.len() > 90 {
            content.push_str(&format!("({line}) Tj T*\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    content.push_str(&format!("({line}) Tj ET"));
    content
}
