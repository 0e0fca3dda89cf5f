import { BIBLE_TEXT_KEYS } from '../../src/domain/canon/series-bible.js';
import { FOLLOWED_BIBLE_KEYS } from '../../src/domain/plans/plan-warnings.js';
import { NEEDS_MODEL, recorded, under, type FieldEffects } from '../../src/kernel/contract/field-effects.js';

const CONTENT = Object.fromEntries([...BIBLE_TEXT_KEYS, 'episodes', 'characters'].map((key) =>
  [key, FOLLOWED_BIBLE_KEYS.includes(key) ? 'the plan follows it' : NEEDS_MODEL]));

/** What the fields of a saved Series Bible do. */
export const BIBLE_EFFECTS: FieldEffects = {
  title: 'title of plans', content: 'its keys are honoured one by one', mode: 'merge or replace', expectedVersion: 'refuses',
  ...under('content', CONTENT),
  ...under('content.episodes.*', {
    id: 'names the entry', title: 'names the entry', label: 'names the season', summary: 'the brief of its draft', status: recorded('shown by the Bible'),
  }),
  ...under('content.characters.*', {
    ...Object.fromEntries(['id', 'want', 'wound', 'arc', 'relationships'].map((key) => [key, recorded('given to a model with the Bible')])),
    name: 'the cue', role: 'sex, age and description in casts', voice: 'sex, age, accent and description in casts',
  }),
};
