import { describe, expect, it } from '@jest/globals';
import { warningsOfBrief } from '../../../src/domain/plans/plan-warnings.js';
import { embeddedWriter } from '../../../src/craft/narrative/embedded-writer.js';
import type { ScriptBrief } from '../../../src/craft/narrative/model.js';
import { analyseDelivery } from '../../../src/craft/narrative/writing/direction/direction.js';
import { factsOfBible } from '../../../src/craft/narrative/writing/staging/canon-people.js';
import { GRANARY } from '../../support/canon/two-voice-story.js';
import type { Delivery, Screenplay } from '../../../src/craft/screenplay/model.js';

function brief(content: Record<string, unknown> | null, tone?: string): ScriptBrief {
  return {
    seed: 'granary', title: 'The Granary', beats: [], castNames: [], creativeBrief: null, canon: content && { title: null, content },
    target: { audience: 'listeners', objective: 'entertain', outcome: 'they know the story', ...(tone === undefined ? {} : { tone }) },
    sources: [{ sourceId: 'src', label: null, text: GRANARY, digest: null }],
    tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 120 },
  };
}

const scriptOf = (content: Record<string, unknown> | null, tone?: string): Promise<Screenplay> => embeddedWriter().screenplay(brief(content, tone));

async function memberOf(content: Record<string, unknown> | null, cue: string) {
  return (await scriptOf(content)).cast.find(({ character }) => character === cue)!;
}

describe('a character of the Series Bible', () => {
  it.each([
    ['female', 'female', null], ['an old man', 'male', 'senior'], ['a boy of nine', 'male', 'child'], ['detective (female, 40s)', 'female', 'adult'],
    ['mother of the boy', 'female', null], ['teenage daughter of the mayor', 'female', 'teen'], ['retired captain, 71', null, 'senior'],
    ['the old woman’s son', 'male', null], ['farmer and father of three', 'male', null],
    // Words about another person, and words that state nothing.
    ['her assistant', null, null], ['loves a girl', null, null], ['killer of the queen', null, null], ['an old friend of Tom', null, null],
    ['keeper of the lighthouse', null, null],
  ])('whose role is %j is %s and %s', (role, gender, ageRange) => {
    expect(factsOfBible({ role, voice: null })).toMatchObject({ gender, ageRange });
  });

  it.each([
    ['deep, male, slow', 'male', null], ['laughs before he answers', 'male', null], ['an old woman’s voice', 'female', 'senior'],
    ['a gravelly old voice', null, 'senior'], ['a child’s voice', null, 'child'],
    ['speaks like his father', null, null], ['speaks to her dog', null, null], ['old-fashioned courtesy', null, null],
  ])('whose voice is %j is %s and %s', (voice, gender, ageRange) => {
    expect(factsOfBible({ role: null, voice })).toMatchObject({ gender, ageRange });
  });

  it('has the sex, age and accent of the Bible in the cast, whatever the text suggests', async () => {
    const content = { characters: [{ name: 'Robin', role: 'an old man', voice: 'a Scottish accent, slow' }, { name: 'Wren', role: 'a girl of nine' }] };
    expect(await memberOf(content, 'ROBIN')).toMatchObject({
      gender: 'male', ageRange: 'senior', accent: 'Scottish', description: 'An old man. Voice: a Scottish accent, slow.',
    });
    expect(await memberOf(content, 'WREN')).toMatchObject({ gender: 'female', ageRange: 'child', description: 'A girl of nine.' });
    const other = { characters: [{ name: 'Robin Vale', role: 'a young woman' }] };
    expect(await memberOf(other, 'ROBIN VALE')).toMatchObject({ gender: 'female', ageRange: 'young_adult' });
    const evidence = (await memberOf(content, 'ROBIN')).evidence!;
    expect(evidence.filter(({ fact }) => fact === 'gender')).toEqual([{ fact: 'gender', confidence: 1, because: 'the Series Bible: “an old man”' }]);
  });

  it('keeps what the text says where the Bible leaves it open, and changes no other member', async () => {
    const plain = (await scriptOf(null)).cast;
    const named = (await scriptOf({ characters: [{ name: 'Robin' }, { name: 'Somebody Else', role: 'an old man' }] })).cast;
    expect(named).toEqual(plain);
  });

  it('has the facts of the Bible in the cast of the plan, too', async () => {
    const plan = await embeddedWriter().plan(brief({ characters: [{ name: 'Wren', role: 'an old man' }] }));
    expect(plan.scriptBlueprint!.cast.find(({ character }) => character === 'WREN')).toMatchObject({ gender: 'male', ageRange: 'senior' });
  });
});

describe('tone and genre of the Series Bible', () => {
  const deliveries = async (content: Record<string, unknown> | null, tone?: string): Promise<Delivery[]> =>
    analyseDelivery(await scriptOf(content, tone)).entries.flatMap(({ delivery }) => delivery ?? []);
  const mean = (of: readonly Delivery[]): number => of.reduce((sum, { speed }) => sum + speed, 0) / of.length;
  const emotions = (of: readonly Delivery[], emotion: string): number => of.filter((each) => each.emotion === emotion).length;

  it('set the pace of plain lines and the emotion of plain narration', async () => {
    const plain = await deliveries(null);
    const sad = await deliveries({ tone: 'elegiac' });
    const comic = await deliveries({ genre: 'comedy' });
    const tense = await deliveries({ tone: 'tense and watchful' });
    expect([mean(sad) < mean(plain) - 0.02, mean(comic) > mean(plain) + 0.02, mean(tense) > mean(plain) + 0.02]).toEqual([true, true, true]);
    expect(emotions(sad, 'sad')).toBeGreaterThan(emotions(plain, 'sad'));
    expect(emotions(comic, 'happy')).toBeGreaterThan(emotions(plain, 'happy'));
    expect(sad.some(({ actingDirection }) => actingDirection === 'mournful')).toBe(true);
  });

  it('change nothing where their words are neutral or negated, and yield to the tone of the plan', async () => {
    const plain = await deliveries(null);
    expect(await deliveries({ tone: 'dry', genre: 'mystery' })).toEqual(plain);
    expect(await deliveries({ tone: 'never mournful' })).toEqual(plain);
    expect(await deliveries({ tone: 'elegiac' }, 'playful')).toEqual(await deliveries({ tone: 'playful' }));
  });

  it('leave a line its own emotion', () => {
    const say = (text: string, parenthetical: string, tone?: string): Delivery => analyseDelivery({
      title: 'T', mode: 'drama', narrationPolicy: 'suppress', scenes: [], reviewNotes: [], ...(tone === undefined ? {} : { tone }),
      cast: [{ character: 'ADA', role: 'character', gender: 'female', description: '', lineCount: 1, wordCount: 3 }],
      entries: [{ index: 0, sceneIndex: 0, kind: 'dialogue', character: 'ADA', text, parenthetical, origin: 'source', spans: [] }],
    }).entries[0]!.delivery!;
    expect(say('You came at last.', 'laughing', 'elegiac')).toEqual(say('You came at last.', 'laughing'));
  });

  it('give the same bytes for the same Bible', async () => {
    expect(await scriptOf({ tone: 'elegiac', characters: [{ name: 'Wren', role: 'an old man' }] }))
      .toEqual(await scriptOf({ tone: 'elegiac', characters: [{ name: 'Wren', role: 'an old man' }] }));
  });
});

describe('places of the Series Bible', () => {
  const TEXT = `Late in the evening Anna sat in the waiting-room and listened to the rain.

“Is the last boat gone?” asked Anna.

“It is gone,” said Tom Hale. “I saw it leave.”

The next morning Anna walked down to the quay and looked for the boat.

“There is no boat today,” said Tom Hale.

“Then I shall wait for it,” said Anna.`;
  const headingsWith = async (locationTruths: string | null): Promise<string[]> => {
    const of = brief(locationTruths === null ? null : { locationTruths });
    const { scenes, entries } = await embeddedWriter().screenplay({ ...of, sources: [{ ...of.sources[0]!, text: TEXT }] });
    expect(entries.flatMap(({ kind, text }) => (kind === 'scene_heading' ? [text] : []))).toEqual(scenes.map(({ heading }) => heading));
    return scenes.map(({ heading }) => heading);
  };

  it('are spelled in headings as the Bible spells them, and others stay', async () => {
    const plain = await headingsWith(null);
    expect(plain.some((heading) => heading.includes('WAITING-ROOM'))).toBe(true);
    const spelled = plain.map((heading) => heading.replace('WAITING-ROOM', 'WAITING ROOM'));
    expect(await headingsWith('The Waiting Room: one stove, nobody locks it.\nHarbour office: closed on Sundays.')).toEqual(spelled);
    expect(await headingsWith('Nobody locks the waiting room.')).toEqual(plain);
  });
});

describe('a writing style without narrator', () => {
  const messageFor = (writingStyle: string, narrationPolicy: 'include' | 'suppress'): string => {
    const of = brief({ writingStyle });
    return warningsOfBrief({ ...of, tableRead: { ...of.tableRead, narrationPolicy } }, embeddedWriter())
      .find(({ field }) => field === 'seriesBible.writingStyle')!.message;
  };

  it('names the policy that does it, when the read has a narrator', () => {
    expect(messageFor('Terse, without a narrator.', 'include')).toContain('ask for the narrationPolicy suppress');
    expect(messageFor('Terse, without a narrator.', 'suppress')).not.toContain('suppress');
    expect(messageFor('Terse.', 'include')).not.toContain('suppress');
  });
});
