import { thesisSpan } from '../../analysis/digest/thesis.js';
import type { Words } from '../staging/assembly.js';
import type { Material } from '../material/items.js';
import type { Stage } from '../staging/stage.js';
import { countWords, spokenForm } from '../wording/wording.js';

const MAX_CLOSING_WORDS = 40;
/** A shorter script has no room to repeat a line. */
const MIN_SCRIPT_WORDS = 240;
const PERSONAL_SHARE = 0.5;

/** True for a text in the first person or an address. */
export function isPersonal(material: Material): boolean {
  return material.firstPersonShare > PERSONAL_SHARE || material.analysis.form === 'speech'
    || (material.voices && material.analysis.narrator !== null);
}

/**
 * The line that a programme repeats before it ends: the thesis of its longest text, verbatim. Null when the thesis is
 * too long, is part of the last passage, or the script is short.
 */
export function closingLine(stage: Stage): (Words & { material: Material }) | null {
  const { materials, passages } = stage;
  const words = passages.reduce((sum, passage) => sum + passage.items.reduce((all, item) => all + item.words, 0), 0);
  const last = passages.at(-1);
  if (!last || words < MIN_SCRIPT_WORDS) return null;
  const used = new Set(passages.map((passage) => passage.material));
  const material = materials.filter((_one, index) => used.has(index))
    .reduce((longest, one) => one.analysis.text.length > longest.analysis.text.length ? one : longest);
  const span = thesisSpan(material.analysis);
  if (!span) return null;
  const isInLastPassage = materials[last.material] === material
    && last.items.some((item) => item.start < span.end && item.end > span.start);
  const form = spokenForm(material.analysis.text, span.start, span.end);
  if (isInLastPassage || countWords(form.text) > MAX_CLOSING_WORDS || /[“”"]/u.test(form.text)) return null;
  return { text: form.text, origin: form.edited ? 'edited' : 'source', spans: material.toSpans(form.pieces), material };
}
