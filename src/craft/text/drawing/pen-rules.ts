import Type from 'typebox';
import { MAX_LINE } from '../../images/drawn/pen.js';

/** How a model writes shapes. */
export const PEN_RULES = `A shape is one line of text: its form, its paint, its measures, with single spaces between them and nothing else.
  rect PAINT x y width height
  ellipse PAINT cx cy rx ry
  path PAINT M100 200L300 200C320 240 300 300 200 320Z        (an SVG path, filled)
  line PAINT width M100 200Q200 100 300 200                   (an SVG path, drawn as a stroke of that width)
  glow PAINT cx cy radius                                     (light that fades out: lamps, fires, lit windows)
PAINT is #rrggbb, or #rrggbb>#rrggbb from top to bottom, and either with an opacity: #ffffff@0.4. There is nothing else: no text, no groups, no transforms.
The upper left corner is 0 0; x grows to the right, y downwards. Later shapes lie over earlier ones.
- Draw like a good illustrator of paper-cut picture books: every thing has its true outline (curves where it is round), a lighter side and a darker side, and the few
  marks by which it is known at a glance. Muted, natural colours that belong together; no pure black, no pure white, no neon.`;

export const Shapes = (most: number) => Type.Array(Type.String({ minLength: 8, maxLength: MAX_LINE }), { maxItems: most });
