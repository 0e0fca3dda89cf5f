import { CHAPTER_SECONDS, type Chapter, type DeckSentence, type Intent, type IntentField } from '../../deck.js';
import { splitSentences } from '../../../narrative/analysis/index.js';
import { neededSeconds } from '../material/reading-time.js';

/** The fields of the intent that share a chapter, with its title. */
export const INTENT_GROUPS: readonly { title: string; fields: readonly IntentField[] }[] = [
  { title: 'Who it is for', fields: ['audience'] }, { title: 'What it is like', fields: ['comparables'] }, { title: 'The team', fields: ['team'] },
  { title: 'Budget and ask', fields: ['budget', 'ask'] },
];

/** What a person wrote, sentence by sentence, each traced to that person. */
export function sentencesOfPerson(field: IntentField | 'edit', text: string | null): DeckSentence[] {
  const words = (text ?? '').replace(/\s+/gu, ' ').trim();
  if (words === '') return [];
  return splitSentences(words).map(({ start, end }) => ({ text: words.slice(start, end).trim(), origins: [{ kind: 'person', field }] }));
}

/** As many sentences as can be read aloud in the longest chapter; at least the first. */
function fitting(sentences: readonly DeckSentence[]): DeckSentence[] {
  const kept: DeckSentence[] = [];
  for (const sentence of sentences) {
    if (kept.length > 0 && neededSeconds({ sentences: [...kept, sentence], lines: [] }) > CHAPTER_SECONDS.most) break;
    kept.push(sentence);
  }
  return kept;
}

/** Splits a text over as many chapters as it needs, so that no words of the person are lost. */
function chaptersFor(title: string, sentences: readonly DeckSentence[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (let left = [...sentences]; left.length > 0;) {
    const kept = fitting(left);
    left = left.slice(kept.length);
    chapters.push({
      kind: 'intent', title, arcStage: 'turn', focus: 'world', durationSeconds: Math.min(CHAPTER_SECONDS.most, neededSeconds({ sentences: kept, lines: [] })),
      textMode: neededSeconds({ sentences: kept, lines: [] }) > CHAPTER_SECONDS.most ? 'caption' : 'voiceover', composition: 'text', cutIntoNext: 'cut', sentences: kept, lines: [],
      picture: null,
    });
  }
  return chapters;
}

/** Chapters for each group of the intent with at least one filled field, in the words of the person; none for the others. */
export const intentChapters = (intent: Intent): Chapter[] =>
  INTENT_GROUPS.flatMap(({ title, fields }) => chaptersFor(title, fields.flatMap((field) => sentencesOfPerson(field, intent[field]))));
