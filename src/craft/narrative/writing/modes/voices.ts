import { READER } from '../../../screenplay/model.js';
import type { Words } from '../staging/assembly.js';
import { isBareTag } from '../material/tag-narration.js';
import type { Item } from '../material/items.js';
import { wordsOf, type Passage, type Stage } from '../staging/stage.js';
import { introductionOf } from '../wording/plain-order.js';
import { countWords } from '../wording/wording.js';

/** The words of an item and the cue of their voice; null for the author's voice. */
export interface Voiced { cue: string | null; words: Words }

/**
 * The voice of an item in a programme. Quoted people have their own voices. When the speaker is only a guess, the author reads the words with their tag;
 * without a tag, the likeliest person says them. The author reads everything else, with null as `cue`.
 */
export function voicedItem(stage: Stage, passage: Passage, item: Item): Voiced {
  const material = stage.materials[passage.material]!;
  if (item.kind === 'narration') return { cue: null, words: wordsOf(material, item) };
  const cue = stage.casting.cueOf(passage.material, item.speaker);
  if (cue === READER) return { cue: null, words: wordsOf(material, { ...item, kind: 'narration' }) };
  if (item.confidence !== 'weak') return { cue, words: wordsOf(material, item) };
  const form = item.narrated ?? { text: item.text, pieces: item.pieces, edited: item.edited };
  if (material.voices && countWords(form.text.replace(/“[^”]*”|"[^"]*"/gu, '')) < 2) return { cue, words: wordsOf(material, item) };
  return { cue: null, words: wordsOf(material, { ...item, ...form, kind: 'narration' }) };
}

/** The cue that reads all words of the author: the first-person narrator of a story, else the reader. A text has one such voice. */
export const authorVoice = (stage: Stage, material: number): string =>
  stage.casting.narratorOf(stage.materials[material]!, material) ?? READER;

/**
 * The items of a passage. In a text that is not a story, a long tag after a quotation moves before it: `She said when I met her:` and then her words. It stays
 * where the words before the quotation already lead to it with a colon.
 */
export function withTagsFirst(stage: Stage, passage: Passage): Item[] {
  if (stage.materials[passage.material]!.voices) return passage.items;
  const items: Item[] = [];
  for (const item of passage.items) {
    const last = items.at(-1);
    const isOfLast = last?.kind === 'line' && last.tag === null && last.paragraph === item.paragraph && !item.startsParagraph;
    const before = items.at(-2);
    const isLedTo = before?.paragraph === item.paragraph && !last?.startsParagraph && /:$/u.test(before.text);
    if (item.isTag && isOfLast && !isLedTo) {
      items[items.length - 1] = { ...last, tag: { form: { text: item.text, pieces: item.pieces, edited: item.edited }, leads: false } };
    } else items.push(item);
  }
  return items;
}

/**
 * The words with which the author hands over to a quoted person (`Osei says:`) where a listener does not know the voice:
 * at the person's first line of a passage, and where the tag tells more than who speaks. Null for the author's own words,
 * and in a story, whose people are known by their voices.
 */
export function handover(stage: Stage, passage: Passage, at: number): Words | null {
  const item = passage.items[at]!;
  const material = stage.materials[passage.material]!;
  if (!item.tag || material.voices || voicedItem(stage, passage, item).cue === null) return null;
  if (isBareTag(item.tag.form.text) && passage.items.slice(0, at).some(({ kind, speaker, confidence }) => kind === 'line' && speaker === item.speaker && confidence !== 'weak')) return null;
  const form = introductionOf(material.analysis.text, item.tag);
  return { text: form.text, origin: form.edited ? 'edited' : 'source', spans: material.toSpans(form.pieces) };
}
