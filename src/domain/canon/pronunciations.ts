import Type from 'typebox';
import type { Pronunciation } from '../../craft/speech/port.js';
import { closed, nullable } from '../../kernel/contract/models.js';
import type { Db } from '../../kernel/db/database.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { setting } from '../../kernel/families/settings/setting.js';
import { currentSetting } from '../../kernel/families/settings/settings-store.js';

export const MAX_PRONUNCIATIONS = 500;
/** The stored subject type of project settings. It must never change. */
export const PROJECT_SUBJECT = 'project';

/** Letters of any script, with spaces, hyphens and apostrophes between them. */
const WORDS = "^['’]?\\p{L}(?:[\\p{L}\\p{M} '’-]*[\\p{L}\\p{M}'’])?$";
/** Letters, marks, tones and breaks of the International Phonetic Alphabet. */
const IPA = '^[a-zæçðøœħŋβθχ\\u0250-\\u02ff\\u0300-\\u036fᵊᵻⁿ‿↗↘|‖. ]+$';

const Word = Type.String({
  minLength: 1, maxLength: 60, pattern: WORDS, description: 'As written in scripts: one word or a name of several; capitals do not matter',
});
const Respelling = Type.String({
  minLength: 1, maxLength: 80, pattern: WORDS, description: 'In ordinary letters, hyphens between syllables, the stressed one in capitals',
});
const Ipa = Type.String({ minLength: 1, maxLength: 80, pattern: IPA, description: 'For voices that take phonemes; the others use the respelling' });

interface SentEntry { word: string; respelling: string | null; ipa?: string | null }

/** The form by which words are compared: case, spacing and the kind of apostrophe do not matter. */
const wordKey = (word: string): string => word.normalize('NFC').replaceAll('’', "'").replace(/\s+/gu, ' ').toLowerCase();

const byWord = (left: Pronunciation, right: Pronunciation): number => (wordKey(left.word) < wordKey(right.word) ? -1 : 1);

/**
 * The dictionary after the sent entries replaced those for the same words; a null respelling removes the word. Throws `validation_failed` for a repeated
 * word.
 */
function merged(current: readonly Pronunciation[], sent: readonly SentEntry[]): Pronunciation[] {
  const words = new Map(current.map((entry) => [wordKey(entry.word), entry]));
  const seen = new Set<string>();
  for (const [index, { word, respelling, ipa = null }] of sent.entries()) {
    const key = wordKey(word);
    const field = `entries.${index}.word`;
    if (seen.has(key)) throw new ApiError('validation_failed', `${field} repeats ${word}`, { field });
    seen.add(key);
    if (respelling === null) words.delete(key);
    else words.set(key, { word, respelling, ipa });
  }
  return [...words.values()].sort(byWord);
}

/** A project's pronunciation dictionary. A read keeps the entries that it was directed with. */
export const pronunciations = setting('pronunciations', 'the pronunciations', {
  entries: Type.Array(closed({ word: Word, respelling: Respelling, ipa: nullable(Ipa) }), { default: [], maxItems: MAX_PRONUNCIATIONS }),
}, {
  effects: { entries: 'how reads made afterwards say the words', 'entries.*.ipa': 'for voices that take phonemes' },
  example: { entries: [{ word: 'Tollan', respelling: 'Tollen' }], expectedVersion: 0 },
  note: 'Sent entries take the place of those of the same words, and `respelling: null` removes a word. Reads that are made afterwards follow '
    + 'the dictionary; a read that exists keeps its sound and says that it is `stale`, until its recording is updated.',
  merging: {
    request: {
      entries: Type.Array(closed({ word: Word, respelling: nullable(Respelling), ipa: Type.Optional(nullable(Ipa)) }), {
        maxItems: MAX_PRONUNCIATIONS,
      }),
    },
    merge: ({ entries }, sent) => ({ entries: merged(entries, sent.entries as SentEntry[]) }),
  },
  check({ entries }) {
    if (entries.length <= MAX_PRONUNCIATIONS) return;
    throw new ApiError('validation_failed', `a dictionary has at most ${MAX_PRONUNCIATIONS} entries, not ${entries.length}`, { field: 'entries' });
  },
});

/** The dictionary of a project, in the order of its words. */
export async function findPronunciations(db: Db, projectId: string): Promise<Pronunciation[]> {
  return (await currentSetting(db, { type: PROJECT_SUBJECT, id: projectId }, pronunciations)).value.entries;
}

/** Finds the words of a dictionary in texts. */
export type PronunciationFinder = (text: string) => Pronunciation[];

function patternOf(word: string): RegExp {
  const letters = word.normalize('NFC').replaceAll(/\s+/gu, '\\s+').replaceAll(/['’]/gu, "['’]").replaceAll('-', '[-‐‑]');
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${letters}(?![\\p{L}\\p{M}\\p{N}])`, 'iu');
}

/**
 * Makes a finder that lists the entries whose words occur in a text, each once, in order of appearance. Only whole words match, in any case; a possessive
 * `'s` may follow.
 */
export function pronunciationFinder(dictionary: readonly Pronunciation[]): PronunciationFinder {
  const entries = dictionary.map((entry) => ({ entry, pattern: patternOf(entry.word) }));
  return (text) => {
    const normal = text.normalize('NFC');
    return entries.map(({ entry, pattern }) => ({ entry, at: normal.search(pattern) }))
      .filter(({ at }) => at >= 0)
      .sort((left, right) => left.at - right.at || right.entry.word.length - left.entry.word.length)
      .map(({ entry }) => entry);
  };
}
