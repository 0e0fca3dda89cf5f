import Type from 'typebox';
import { closed, nullable } from '../../../kernel/contract/models.js';
import { VISIBLE } from '../../../kernel/contract/texts/visible-text.js';
import type { Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { currentSetting } from '../../../kernel/families/settings/settings-store.js';
import { castKey } from '../cast-canon.js';
import { PROJECT_SUBJECT } from '../pronunciations.js';

export const MAX_LOOKS = 200;

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE });
const LookDirection = Type.String({
  minLength: 1, maxLength: 1_000, pattern: VISIBLE, description: 'How the person looks, in words: `grey beard, oilskins, no hat`',
});
const StatedAge = Type.String({ minLength: 1, maxLength: 80, pattern: VISIBLE, description: 'In years or words: `62`, `in her thirties`, `a child`' });

export interface LookEntry { name: string; lookDirection: string | null; age: string | null }
interface SentEntry { name: string; lookDirection?: string | null; age?: string | null }

/**
 * The entries after the sent changes: an omitted field keeps its value, null removes the value, and an entry without any field is removed. Throws
 * `validation_failed` for a repeated name.
 */
function merged(current: readonly LookEntry[], sent: readonly SentEntry[]): LookEntry[] {
  const entries = new Map(current.map((entry) => [castKey(entry.name), entry]));
  const seen = new Set<string>();
  for (const [index, { name, ...change }] of sent.entries()) {
    const key = castKey(name);
    const field = `characters.${index}.name`;
    if (seen.has(key)) throw new ApiError('validation_failed', `${field} repeats ${name}`, { field });
    seen.add(key);
    const entry = { lookDirection: null, age: null, ...entries.get(key), ...change, name: name.trim() };
    if (entry.lookDirection === null && entry.age === null) entries.delete(key);
    else entries.set(key, entry);
  }
  return [...entries.values()];
}

/** How the people of a project shall look, as directed by the user. */
export const castLook = setting('cast-look', 'the look directions', {
  characters: Type.Array(closed({ name: Name, lookDirection: nullable(LookDirection), age: nullable(StatedAge) }), { default: [], maxItems: MAX_LOOKS }),
}, {
  effects: {
    characters: 'the look of the person in later pictures', 'characters.*.name': 'whose look it is',
    'characters.*.lookDirection': 'hair, clothes, build of the person', 'characters.*.age': 'age of the person',
  },
  example: { characters: [{ name: 'Ada', lookDirection: 'grey hair in a bun, oilskins', age: 'in her sixties' }], expectedVersion: 0 },
  note: 'Entries are merged by name, whatever their capitals; null removes a field, and an entry without fields is removed. The words decide '
    + 'the look of the person in every picture that is made afterwards: age, hair, beard, glasses, hat, clothes and their colour, build, skin. '
    + 'What they do not say stays as it is. A portrait that was chosen stays until the words about its person change.',
  merging: {
    request: {
      characters: Type.Array(closed({
        name: Name, lookDirection: Type.Optional(nullable(LookDirection)), age: Type.Optional(nullable(StatedAge)),
      }), { maxItems: MAX_LOOKS }),
    },
    merge: ({ characters }, sent) => ({ characters: merged(characters, sent.characters as SentEntry[]) }),
  },
  check({ characters }) {
    if (characters.length <= MAX_LOOKS) return;
    throw new ApiError('validation_failed', `a project directs at most ${MAX_LOOKS} looks, not ${characters.length}`, { field: 'characters' });
  },
});

/** The look directions of a project. */
export async function findCastLook(db: Db, projectId: string): Promise<LookEntry[]> {
  return (await currentSetting(db, { type: PROJECT_SUBJECT, id: projectId }, castLook)).value.characters;
}
