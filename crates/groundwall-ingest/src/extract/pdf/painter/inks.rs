//! What a page paints with: colors, color spaces and graphics states.

use super::Painter;
use crate::extract::pdf::state::{Graphics, Space};
use crate::extract::pdf::tokens::Operation;
use unpdf::parser::backend::{
    BlendMode, ImageColorSpace, PdfBackend as _, ResourceScope, SoftMaskEntry,
};

impl Painter<'_> {
    /// Applies an operation that sets a color or how marks are laid on; false where it is another one.
    pub(super) fn inks(
        &mut self,
        operation: &Operation,
        scope: ResourceScope,
        state: &mut Graphics,
    ) -> bool {
        let strokes = operation
            .operator
            .first()
            .is_some_and(u8::is_ascii_uppercase);
        let ink = if strokes {
            &mut state.stroke
        } else {
            &mut state.fill
        };
        let space = match operation.operator.as_slice() {
            b"g" | b"G" => Space::Gray,
            b"rg" | b"RG" => Space::Rgb,
            b"k" | b"K" => Space::Cmyk,
            b"sc" | b"SC" | b"scn" | b"SCN" => {
                ink.color = ink.space.color(operation);
                return true;
            }
            b"cs" | b"CS" => {
                let space = operation
                    .name()
                    .map_or(Space::Other, |name| self.space(name, scope));
                (ink.space, ink.color) = (space, space.first());
                return true;
            }
            b"gs" => {
                if let Some(name) = operation.name() {
                    self.laid_on(name, scope, state);
                }
                return true;
            }
            b"w" => {
                state.line = operation.number(0).unwrap_or(state.line);
                return true;
            }
            _ => return false,
        };
        (ink.space, ink.color) = (space, space.color(operation));
        true
    }

    pub(super) fn space(&mut self, name: &[u8], scope: ResourceScope) -> Space {
        match name {
            b"DeviceGray" | b"CalGray" => return Space::Gray,
            b"DeviceRGB" | b"CalRGB" => return Space::Rgb,
            b"DeviceCMYK" => return Space::Cmyk,
            _ => {}
        }
        let backend = self.backend;
        *self
            .page
            .named
            .spaces
            .entry((scope, name.to_vec()))
            .or_insert_with(|| match backend.named_color_space(scope, name) {
                Some(ImageColorSpace::Gray) => Space::Gray,
                Some(ImageColorSpace::Rgb) => Space::Rgb,
                Some(ImageColorSpace::Cmyk) => Space::Cmyk,
                Some(_) | None => Space::Other,
            })
    }

    pub(super) fn laid_on(&self, name: &[u8], scope: ResourceScope, state: &mut Graphics) {
        let Some(set) = self.backend.ext_gstate(scope, name) else {
            return;
        };
        state.fill.opacity = set.fill_alpha.unwrap_or(state.fill.opacity);
        state.stroke.opacity = set.stroke_alpha.unwrap_or(state.stroke.opacity);
        if let Some(mode) = set.blend_mode {
            state.plain = mode == BlendMode::Normal;
        }
        match set.soft_mask {
            Some(SoftMaskEntry::Mask(_)) => state.plain = false,
            Some(SoftMaskEntry::None) | None => {}
        }
    }
}
