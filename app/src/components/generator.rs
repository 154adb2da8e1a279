//! Who writes answers, in words.

/// What the generator that needs no language model calls itself.
const EXTRACTIVE: &str = "extractive";

/// Whether answers are put together from sentences of the documents, without a language model.
pub(crate) fn is_built_in(generator: &str) -> bool {
    generator.starts_with(EXTRACTIVE)
}

/// A generator as a list names it.
pub(crate) fn name_of(generator: &str) -> String {
    if is_built_in(generator) {
        "Sentences of your documents".to_owned()
    } else {
        generator.to_owned()
    }
}

/// A generator as a reader knows it.
pub(crate) fn written_by(generator: &str) -> String {
    if is_built_in(generator) {
        "sentences of your documents, put together without a language model".to_owned()
    } else {
        generator.to_owned()
    }
}
