import { INTENT_GROUPS, intentChapters } from '../../../craft/deck/writer/texts/intent-chapters.js';
import type { Chapter, Intent, IntentField } from '../../../craft/deck/deck.js';
import { MAX_ITEMS } from '../../../kernel/families/storyboards/storyboard.js';
import type { DeckFold } from './deck-fold.js';
import { boardOf, chapterItem, type ChapterItem, type DeckFields } from '../deck-model.js';
import { invalid, rewritten } from './chapter-items.js';

/** Changes a field of the deck; parts that are not sent stay. */
const changeField: DeckFold = (board, { args }) => {
  const { field, change } = args as { field: keyof DeckFields; change: object };
  const { fields } = boardOf(board);
  return { fields: { ...fields, [field]: { ...fields[field] as object, ...change } } };
};

const fieldsOf = ({ sentences }: Pick<Chapter, 'sentences'>): IntentField[] =>
  sentences.flatMap(({ origins }) => origins.flatMap((origin) => (origin.kind === 'person' && origin.field !== 'edit' ? [origin.field] : [])));

/** The group of an intent chapter: chapters made from the same fields belong together. -1 without a group. */
const groupOf = (chapter: Pick<Chapter, 'sentences'>): number => {
  const [first] = fieldsOf(chapter);
  return INTENT_GROUPS.findIndex((group) => first !== undefined && group.fields.includes(first));
};

const isOfGroup = (item: ChapterItem, group: number): boolean => item.kind === 'intent' && groupOf(item) === group;

/** The index for the first chapter of a group: after the earlier groups, otherwise before the later ones, otherwise before the closing of the deck. */
function placeFor(items: readonly ChapterItem[], group: number): number {
  const before = items.findLastIndex((item) => item.kind === 'intent' && groupOf(item) >= 0 && groupOf(item) < group);
  if (before >= 0) return before + 1;
  const after = items.findIndex((item) => item.kind === 'intent' && groupOf(item) > group);
  if (after >= 0) return after;
  const closing = items.findLastIndex(({ kind }) => kind === 'closing');
  return closing >= 0 ? closing : items.length;
}

/** The chapters after those of one group were replaced. As many as existed before keep their places, titles and takes. */
function withGroup(items: readonly ChapterItem[], group: number, chapters: readonly Chapter[], callId: string): ChapterItem[] {
  const there = items.filter((item) => isOfGroup(item, group));
  const next = chapters.map((chapter, at) => {
    const before = there[at];
    if (!before) return chapterItem(chapter, `${callId}-${group}-${at}`);
    const { sentences, durationSeconds, textMode } = chapter;
    return rewritten(before, { ...before, sentences, durationSeconds, textMode });
  });
  const at = there.length > 0 ? items.indexOf(there[0]!) : placeFor(items, group);
  const kept = items.filter((item) => !there.slice(next.length).includes(item));
  const replaced = kept.map((item) => (there.includes(item) ? next[there.indexOf(item)]! : item));
  return replaced.toSpliced(at + Math.min(there.length, next.length), 0, ...next.slice(there.length));
}

/** Changes what people know about a production. Chapters of changed fields are added, rewritten in the people's words, or removed; other chapters stay. */
const changeIntent: DeckFold = (board, { args }) => {
  const { change, callId } = args as { change: Partial<Intent>; callId: string };
  const { items, fields } = boardOf(board);
  const trimmed = Object.fromEntries(Object.entries(change).map(([field, text]) => [field, text?.trim() || null]));
  const intent: Intent = { ...fields.intent, ...trimmed };
  const written = intentChapters(intent);
  const changed = INTENT_GROUPS.flatMap((group, at) => (group.fields.some((field) => intent[field] !== fields.intent[field]) ? [at] : []));
  const next = changed.reduce((all, group) => withGroup(all, group, written.filter((chapter) => groupOf(chapter) === group), callId), [...items]);
  if (next.length > MAX_ITEMS) throw invalid('body', `a deck has at most ${MAX_ITEMS} chapters`);
  if (next.length === 0) throw invalid('body', 'a deck has at least one chapter');
  return { items: next, fields: { ...fields, intent } };
};

/** Edits of the settings of a deck. */
export const SETTING_FOLDS: Readonly<Record<string, DeckFold>> = { changeField, changeIntent };
