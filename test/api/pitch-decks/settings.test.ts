import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/api-client.js';
import { openDeckEditing, type DeckEditing } from '../../support/stands/edited-deck.js';

let editing: DeckEditing;

beforeAll(async () => {
  editing = await openDeckEditing();
});
beforeEach(() => editing.begin());
afterAll(() => editing.stand.close());

const set = (key: string, body: object): Promise<Answer> => editing.edit(key, body);
const read = (key: string): Promise<any> => editing.read(key);
const board = (): Promise<any> => editing.board();
const done = (answer: Answer): Promise<any> => editing.done(answer);
const refused = (answer: Answer, details: object): Promise<void> => editing.refused(answer, details);

describe('a setting of a deck', () => {
  it.each([
    ['look', 'look', { finish: 'night-interior' }, { finish: 'night-interior', intensity: 'standard' }],
    ['camera', 'camera', { handheld: 'medium' }, { handheld: 'medium' }],
    ['motion-blur', 'motionBlur', { strength: 'subtle' }, { strength: 'subtle' }],
    ['quiet-track', 'quietTrack', { kind: 'room_tone' }, { kind: 'room_tone' }],
    ['resolution', 'resolution', { resolution: '1080p' }, { resolution: '1080p' }],
    ['video-model', 'videoModel', { model: 'embedded' }, { model: 'embedded' }],
  ])('%s has a default, keeps what is not sent, and is read where it was set', async (key, field, sent, shown) => {
    const before = (await board())[field];
    expect(await read(key)).toEqual({ [field]: before });
    expect((await done(await set(key, sent)))[field]).toEqual(shown);
    expect(await read(key)).toEqual({ [field]: shown });
    await done(await set(key, { ...before, expectedRevision: 2 }));
    expect(await read(key)).toEqual({ [field]: before });
  });

  it('for how all chapters are shot is shown by the storyboard, and makes those with pictures stale until it is undone', async () => {
    const before = await editing.begin('draft');
    expect(before.visualGrammar).toEqual({ framing: 'balanced', moves: 'slow', order: 'as_written', wordsAt: 'low' });
    const shown = await done(await set('visual-grammar', { framing: 'close' }));
    expect([shown.visualGrammar, shown.revision]).toEqual([{ ...before.visualGrammar, framing: 'close' }, before.revision + 1]);
    const pictured = shown.chapters.map(({ composition }: any) => composition !== 'text');
    expect([shown.chapters.map(({ isStale }: any) => isStale), pictured.includes(true)]).toEqual([pictured, true]);
    const words = await done(await set('visual-grammar', { framing: 'balanced', wordsAt: 'left' }));
    expect(words.chapters.map(({ isStale }: any) => isStale))
      .toEqual(words.chapters.map(({ composition, textMode }: any) => composition === 'both' || (composition === 'image' && textMode === 'caption')));
    const back = await done(await set('visual-grammar', { wordsAt: 'low' }));
    expect(back.chapters.some(({ isStale }: any) => isStale)).toBe(false);
    await editing.refused(await set('visual-grammar', { framing: 'huge' }), {}, back.revision);
  });

  it('keeps what another call changed', async () => {
    await done(await set('look', { intensity: 'strong' }));
    expect((await done(await set('look', { finish: 'camera' }))).look).toEqual({ finish: 'camera', intensity: 'strong' });
  });

  it('that is sent without a field, with a wrong one or for another revision changes nothing', async () => {
    await refused(await set('look', {}), {});
    await refused(await set('look', { expectedRevision: 1 }), { field: 'body' });
    await refused(await set('look', { finish: 'sepia' }), {});
    await refused(await set('title-sequence', { seconds: 9 }), {});
    expect((await set('camera', { handheld: 'subtle', expectedRevision: 7 })).body.error).toMatchObject({ code: 'version_conflict', details: { expected: 7, actual: 1 } });
    expect((await board()).revision).toBe(1);
  });

  it('for the video model refuses a model that is not served here', async () => {
    await refused(await set('video-model', { model: 'somebody-elses' }), { field: 'model', models: ['embedded'] });
  });

  it('makes the film longer or shorter by its title, its end and its cards', async () => {
    const { durationMs, chapters } = await board();
    const near = async (answer: Answer, ms: number): Promise<void> => expect(Math.abs((await done(answer)).durationMs - ms)).toBeLessThan(300);
    await near(await set('title-sequence', { seconds: 5 }), durationMs + 1_000);
    await near(await set('closing-sequence', { isShown: false }), durationMs + 1_000 - 5_000);
    await near(await set('interludes', { isShown: true }), durationMs + 1_000 - 5_000 + 1_600 * (chapters.length - 1));
    const ended = await done(await set('closing-sequence', { isShown: true, words: 'Come and listen.', contact: 'Fallow Street' }));
    expect(ended.closingSequence).toEqual({ isShown: true, seconds: 5, words: 'Come and listen.', contact: 'Fallow Street' });
    expect((await done(await set('closing-sequence', { words: null }))).closingSequence.words).toBeNull();
  });
});

describe('the narrator of a deck', () => {
  it('is a voice of the catalogue, or none, and makes what is spoken stale', async () => {
    await editing.begin('draft');
    expect(await read('narrator')).toEqual({ narrator: null });
    const unknown = await set('narrator', { voiceId: 'nobody' });
    expect([unknown.status, unknown.body.error.details.field]).toEqual([400, 'voiceId']);
    const shown = await done(await set('narrator', { voiceId: 'stage-narrator-m' }));
    expect(shown.chapters.map(({ isStale }: any) => isStale)).toEqual(shown.chapters.map(({ textMode }: any) => textMode === 'voiceover'));
    expect(await read('narrator')).toEqual({ narrator: { voiceId: 'stage-narrator-m', provider: 'stage' } });
    expect((await done(await set('narrator', { voiceId: null }))).narrator).toBeNull();
  });
});

describe('the intent of a deck', () => {
  const ofPeople = ({ chapters }: any): any[] => chapters.filter(({ kind }: any) => kind === 'intent');

  it('appears in the deck as people wrote it, in chapters before the closing one, until it is cleared', async () => {
    const before = await board();
    expect((await read('intent')).intent).toEqual({ audience: null, comparables: null, team: null, budget: null, ask: null });
    const shown = await done(await set('intent', { ask: '  A commission for six parts. ', audience: 'Listeners who like the sea.' }));
    expect(ofPeople(shown).map(({ sentences }) => sentences)).toEqual([
      [{ text: 'Listeners who like the sea.', origins: [{ kind: 'person', field: 'audience' }] }], [{ text: 'A commission for six parts.', origins: [{ kind: 'person', field: 'ask' }] }],
    ]);
    expect(shown.chapters.slice(-3).map(({ kind }: any) => kind)).toEqual(['intent', 'intent', 'closing']);
    expect((await read('intent')).intent).toMatchObject({ ask: 'A commission for six parts.', budget: null });
    const less = await done(await set('intent', { ask: null, audience: null }));
    expect(less.chapters.map((chapter: any) => chapter.id)).toEqual(before.chapters.map((chapter: any) => chapter.id));
  });

  it('changes the chapter of its fields where that was moved to, and restores no removed chapter', async () => {
    const first = await done(await set('intent', { team: 'Mara Voss writes.', budget: 'Six weeks.' }));
    const [team, money] = ofPeople(first);
    await done(await set('chapters/remove', { chapterIndex: team.index }));
    const moved = await done(await set('chapters/reorder', { order: [money.index - 1, ...first.chapters.slice(1).map((_: any, at: number) => at).filter((at: number) => at !== money.index - 1)] }));
    expect(moved.chapters[0].id).toBe(money.id);
    const { chapters } = await done(await set('intent', { ask: 'Six parts.' }));
    expect(ofPeople({ chapters }).map(({ id: item, sentences }) => [item, sentences.map(({ text }: any) => text)])).toEqual([[money.id, ['Six weeks.', 'Six parts.']]]);
    expect(chapters[0].id).toBe(money.id);
  });

  it('is no longer among the gaps of the plan in the fields that are set', async () => {
    await editing.begin('plan');
    const lacking = async (): Promise<string[]> => (await set('plan/approve', {})).body.error.details.findings.map(({ criterion }: any) => criterion);
    expect(await lacking()).toEqual(expect.arrayContaining(['intent: team', 'intent: ask']));
    await done(await set('intent', { team: 'Mara Voss writes.' }));
    const after = await lacking();
    expect([after.includes('intent: team'), after.includes('intent: ask')]).toEqual([false, true]);
  });
});
