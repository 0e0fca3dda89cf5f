import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/api-client.js';
import { openDeckEditing, type DeckEditing } from '../../support/stands/edited-deck.js';

let editing: DeckEditing;
/** The chapters of the deck as it was written. */
let chapters: any[];

beforeAll(async () => {
  editing = await openDeckEditing();
});
beforeEach(async () => {
  ({ chapters } = await editing.begin());
});
afterAll(() => editing.stand.close());

const edit = (path: string, body: object): Promise<Answer> => editing.edit(`chapters/${path}`, body);
const done = (answer: Answer): Promise<any> => editing.done(answer);
const refused = (answer: Answer, details: object): Promise<void> => editing.refused(answer, details);
const idsOf = (all: any[]): string[] => all.map(({ id }) => id);
const withLine = (): any => chapters.find(({ kind, lines }) => kind === 'scene' && lines.length > 0);

describe('a chapter that is inserted', () => {
  it('says the words of a person, traced to that person, as long as they need', async () => {
    const text = 'The lights are going out along this coast. Somebody should say so.';
    const { chapters: now } = await done(await edit('insert', { chapterIndex: 1, chapter: { title: 'Why now', text } }));
    expect(idsOf(now.toSpliced(1, 1))).toEqual(idsOf(chapters));
    expect(now[1]).toMatchObject({ kind: 'own', title: 'Why now', composition: 'both', arcStage: chapters[0].arcStage, selectedTake: null });
    expect(now[1].sentences).toEqual(text.split(/(?<=\.) /u).map((sentence) => ({ text: sentence, origins: [{ kind: 'person', field: 'edit' }] })));
    expect([now[1].durationSeconds >= 5, now[1].durationSeconds <= 8]).toEqual([true, true]);
  });

  it('tells something new of the sources without a text, at the end as well', async () => {
    const { chapters: now } = await done(await edit('insert', { chapterIndex: chapters.length, chapter: { kind: 'scene', arcStage: 'turn' } }));
    const last = now.at(-1);
    expect([last.kind, last.arcStage, last.sentences.every(({ origins }: any) => origins.length > 0)]).toEqual(['scene', 'turn', true]);
    const said = chapters.flatMap(({ sentences }) => sentences.map(({ text }: any) => text));
    expect(last.sentences.filter(({ text }: any) => said.includes(text))).toEqual([]);
  });

  it('is refused at an index past the end, in too little time for its words, and beyond 30 seconds', async () => {
    await refused(await edit('insert', { chapterIndex: chapters.length + 1, chapter: { text: 'Now' } }), { field: 'chapterIndex', last: chapters.length });
    await refused(await edit('insert', { chapterIndex: 0, chapter: { text: 'The lights are going out along this coast. Somebody should say so.', durationSeconds: 4 } }), { field: 'chapter' });
    await refused(await edit('insert', { chapterIndex: 0, chapter: { text: 'Now', durationSeconds: 31 } }), {});
  });
});

describe('chapters', () => {
  it('are removed and put into another order, with their takes', async () => {
    const { chapters: taken } = await editing.begin('draft');
    const order = [...taken.keys()].reverse();
    const { chapters: turned } = await done(await edit('reorder', { order }));
    expect(turned.map(({ id, selectedTake, isStale }: any) => [id, selectedTake, isStale]))
      .toEqual([...taken].reverse().map(({ id, selectedTake }: any) => [id, selectedTake, false]));
    const { chapters: left } = await done(await edit('remove', { chapterIndex: 2 }));
    expect(idsOf(left)).toEqual(idsOf(turned).toSpliced(2, 1));
    expect((await editing.read('storyboard')).pitchDeck.stage).toBe('storyboard');
  });

  it('are refused for an index or an order that does not exist, and the last chapter is not removed', async () => {
    await refused(await edit('remove', { chapterIndex: chapters.length }), { field: 'chapterIndex', last: chapters.length - 1 });
    await refused(await edit('reorder', { order: [0, 0] }), { field: 'order', count: chapters.length });
    for (let left = chapters.length; left > 1; left -= 1) await edit('remove', { chapterIndex: 0 });
    await editing.refused(await edit('remove', { chapterIndex: 0 }), { field: 'chapterIndex' }, chapters.length);
  });
});

describe('a chapter that is changed', () => {
  it('gets the chosen settings; its take is stale only after a change that is seen or heard', async () => {
    const { chapters: taken } = await editing.begin('draft');
    const index = taken.findIndex(({ kind }: any) => kind === 'scene');
    const cut = await done(await edit('refine', { chapterIndex: index, cutIntoNext: 'dip', focus: 'world' }));
    expect([cut.chapters[index].cutIntoNext, cut.chapters[index].focus, cut.chapters[index].isStale]).toEqual(['dip', 'world', false]);
    const { chapters: now } = await done(await edit('refine', { chapterIndex: index, title: 'Below', durationSeconds: 30, textMode: 'caption' }));
    expect(now[index]).toMatchObject({ title: 'Below', durationSeconds: 30, textMode: 'caption', isStale: true, sentences: taken[index].sentences });
    expect(now.filter(({ isStale }: any) => isStale)).toHaveLength(1);
  });

  it('has no picture in the composition of text alone, and gets one back in another composition', async () => {
    const { index } = withLine();
    expect((await done(await edit('refine', { chapterIndex: index, composition: 'text' }))).chapters[index]).toMatchObject({ composition: 'text', picture: null });
    const { picture } = (await done(await edit('refine', { chapterIndex: index, composition: 'both' }))).chapters[index];
    expect(picture).toMatchObject({ sceneIndex: expect.any(Number), size: expect.any(String) });
  });

  it('follows an instruction and lasts as long as was chosen', async () => {
    const { index, lines } = withLine();
    const shown = (await done(await edit('refine', { chapterIndex: index, instruction: 'no line, show the place', durationSeconds: 21 }))).chapters[index];
    expect(shown).toMatchObject({ lines: [], durationSeconds: 21, picture: { size: 'place', people: [] } });
    expect(lines.length).toBeGreaterThan(0);
  });

  it('stays as it was when the change is not understood, too short or empty', async () => {
    const { index } = withLine();
    const answer = await edit('refine', { chapterIndex: index, title: 'Below', instruction: 'shorter, purple elephants' });
    await refused(answer, { field: 'instruction' });
    expect(answer.body.error.message).toContain('purple elephants');
    await refused(await edit('refine', { chapterIndex: index, durationSeconds: 4 }), { field: 'durationSeconds', minimum: expect.any(Number) });
    await refused(await edit('refine', { chapterIndex: index }), {});
    await refused(await edit('refine', { chapterIndex: index, expectedRevision: 1 }), { field: 'body' });
  });
});

describe('a line of the read', () => {
  it('is dropped from a chapter, which keeps its sentences and does not get longer', async () => {
    const { index, lines, durationSeconds } = withLine();
    await refused(await edit(`${index}/drop-line`, { lineIndex: lines.length }), { field: 'lineIndex', last: lines.length - 1 });
    const { chapters: now } = await done(await edit(`${index}/drop-line`, {}));
    expect([now[index].lines, now[index].durationSeconds <= durationSeconds, now[index].sentences])
      .toEqual([lines.slice(0, -1), true, chapters[index].sentences]);
    const silent = now.findIndex((chapter: any) => chapter.lines.length === 0);
    await editing.refused(await edit(`${silent}/drop-line`, {}), { field: 'chapterIndex' }, 2);
    await editing.refused(await edit(`${now.length}/drop-line`, {}), { field: 'chapterIndex', last: now.length - 1 }, 2);
  });
});
