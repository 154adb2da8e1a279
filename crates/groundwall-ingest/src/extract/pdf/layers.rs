//! Layers of a PDF that are switched off when it is opened (ISO 32000-1, 8.11).

use lopdf::{Dictionary, Document, Object};
use std::collections::{HashMap, HashSet};
use unpdf::parser::backend::{ObjectId, ResourceScope};

/// What belongs to layers that are off.
#[derive(Debug, Default)]
pub(super) struct Layers {
    /// Names by which pages and forms mark what belongs to such a layer, by the page or form.
    names: HashMap<ObjectId, HashSet<Vec<u8>>>,
    forms: HashSet<ObjectId>,
}

impl Layers {
    pub(super) fn of(pdf: &Document) -> Self {
        let off = Off(switched_off(pdf).unwrap_or_default());
        let mut layers = Self::default();
        if off.0.is_empty() {
            return layers;
        }
        for page in pdf.get_pages().into_values() {
            let Ok((own, inherited)) = pdf.get_page_resources(page) else {
                continue;
            };
            // What a page says itself comes before what it inherits.
            let of = inherited
                .iter()
                .rev()
                .filter_map(|id| pdf.get_dictionary(*id).ok());
            for resources in of.chain(own) {
                layers.add(pdf, &off, page, resources);
            }
        }
        for (id, object) in &pdf.objects {
            let Ok(form) = object.as_stream() else {
                continue;
            };
            if form
                .dict
                .get(b"OC")
                .is_ok_and(|layer| off.holds(pdf, layer))
            {
                layers.forms.insert(*id);
            }
            if let Some(resources) = dictionary(pdf, form.dict.get(b"Resources")) {
                layers.add(pdf, &off, *id, resources);
            }
        }
        layers
    }

    fn add(&mut self, pdf: &Document, off: &Off, holder: ObjectId, resources: &Dictionary) {
        let Some(properties) = dictionary(pdf, resources.get(b"Properties")) else {
            return;
        };
        let names = self.names.entry(holder).or_default();
        for (name, layer) in properties {
            if off.holds(pdf, layer) {
                names.insert(name.clone());
            } else {
                names.remove(name);
            }
        }
    }

    /// Whether what is marked by a name is not shown.
    pub(super) fn hides(&self, scope: ResourceScope, name: &[u8]) -> bool {
        // A form without resources takes those of the page.
        let holds = |holder: ObjectId| self.names.get(&holder).map(|names| names.contains(name));
        scope
            .form
            .and_then(holds)
            .or_else(|| holds(scope.page))
            .unwrap_or(false)
    }

    pub(super) fn hides_form(&self, form: ObjectId) -> bool {
        self.forms.contains(&form)
    }
}

/// The groups that are off.
struct Off(HashSet<ObjectId>);

impl Off {
    /// Whether a layer, or a membership in layers, is off. What says it by an expression is taken to be shown.
    fn holds(&self, pdf: &Document, layer: &Object) -> bool {
        if layer.as_reference().is_ok_and(|id| self.0.contains(&id)) {
            return true;
        }
        let Some(membership) = dictionary(pdf, Ok(layer)) else {
            return false;
        };
        let groups = references(pdf, membership.get(b"OCGs"));
        let is_off = |id: &ObjectId| self.0.contains(id);
        let policy = membership.get(b"P").and_then(Object::as_name);
        !groups.is_empty()
            && !membership.has(b"VE")
            && match policy {
                Err(_) | Ok(b"AnyOn") => groups.iter().all(is_off),
                Ok(b"AllOn") => groups.iter().any(is_off),
                Ok(_) => false,
            }
    }
}

fn switched_off(pdf: &Document) -> Option<HashSet<ObjectId>> {
    let all = dictionary(pdf, pdf.catalog().ok()?.get(b"OCProperties"))?;
    let usual = dictionary(pdf, all.get(b"D"))?;
    let mut off: HashSet<ObjectId> = HashSet::new();
    if usual
        .get(b"BaseState")
        .and_then(Object::as_name)
        .is_ok_and(|state| state == b"OFF")
    {
        off.extend(references(pdf, all.get(b"OCGs")));
        for on in references(pdf, usual.get(b"ON")) {
            off.remove(&on);
        }
    }
    off.extend(references(pdf, usual.get(b"OFF")));
    // A viewer may switch layers by what they are for, such as a language or a zoom.
    if usual.has(b"AS") {
        off.retain(|id| {
            !pdf.get_dictionary(*id)
                .is_ok_and(|group| group.has(b"Usage"))
        });
    }
    Some(off)
}

fn dictionary<'a>(pdf: &'a Document, object: lopdf::Result<&'a Object>) -> Option<&'a Dictionary> {
    pdf.dereference(object.ok()?).ok()?.1.as_dict().ok()
}

/// References of an array, or one that stands alone.
fn references(pdf: &Document, object: lopdf::Result<&Object>) -> Vec<ObjectId> {
    let Ok(object) = object else {
        return Vec::new();
    };
    let items = pdf
        .dereference(object)
        .ok()
        .and_then(|(_, object)| object.as_array().ok());
    match items {
        Some(items) => items
            .iter()
            .filter_map(|item| item.as_reference().ok())
            .collect(),
        None => object.as_reference().into_iter().collect(),
    }
}
