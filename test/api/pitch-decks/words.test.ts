import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureImage } from '../../../src/domain/canon/images/image-store.js';
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

const edit = (path: string, body: object): Promise<Answer> => editing.edit(`storyboard/${path}`, body);
const done = (answer: Answer): Promise<any> => editing.done(answer);
const refused = (answer: Answer, details: object): Promise<void> => editing.refused(answer, details);
const textOf = ({ sentences }: any): string => sentences.map(({ text }: any) => text).join(' ');
const scene = (): any => chapters.find(({ kind, lines }) => kind === 'scene' && lines.length > 0);
const seconds = (all: any[]): number => all.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

describe('an instruction for the whole deck', () => {
  it('is followed, and chapters that stay as they are keep their takes', async () => {
    const { chapters: taken } = await editing.begin('draft');
    const { chapters: now } = await done(await edit('refine', { instruction: 'fewer lines' }));
    const lines = (all: any[]): number => all.reduce((sum, chapter) => sum + chapter.lines.length, 0);
    expect(lines(now)).toBeLessThan(lines(taken));
    const changed = now.filter(({ isStale }: any) => isStale).map(({ id }: any) => id);
    expect([changed.length > 0, changed.length < now.length]).toEqual([true, true]);
    // Times may change: the beats of the music, where chapters begin, depend on the length of the whole deck.
    const placed = { startMs: expect.any(Number), durationMs: expect.any(Number) };
    const same = (all: any[]): any[] => all.filter(({ id }) => !changed.includes(id));
    expect(same(now)).toEqual(same(taken).map((chapter) => ({ ...chapter, ...placed })));
  });

  it('makes the deck as long as it asks for', async () => {
    const target = seconds(chapters) + 6;
    const { chapters: now } = await done(await edit('refine', { instruction: `${target} seconds` }));
    expect(seconds(now)).toBe(target);
    expect(new Set(now.map(({ id }: any) => id)).size).toBe(now.length);
  });

  it('is refused as a whole when a part is not understood, and that part is named', async () => {
    const answer = await edit('refine', { instruction: 'less text, and purple elephants' });
    await refused(answer, { field: 'instruction' });
    expect(answer.body.error.message).toContain('purple elephants');
  });
});

describe('another text', () => {
  it('is never one that the chapter had, and says where it comes from', async () => {
    const { index } = scene();
    const had = [textOf(chapters[index])];
    for (let turn = 0; turn < 3; turn += 1) {
      const answer = await edit('regenerate-text', { chapterIndex: index });
      if (answer.status !== 200) {
        expect([turn > 0, answer.status, answer.body.error.details.field]).toEqual([true, 400, 'chapterIndex']);
        break;
      }
      const chapter = answer.body.storyboard.chapters[index];
      expect(had).not.toContain(textOf(chapter));
      expect(chapter.sentences.every(({ origins }: any) => origins.length > 0)).toBe(true);
      had.push(textOf(chapter));
    }
    expect(had.length).toBeGreaterThan(1);
  });

  it('follows an instruction or is refused, and replaces no words of people', async () => {
    const { index } = scene();
    const answer = await edit('regenerate-text', { chapterIndex: index, instruction: 'more purple' });
    await refused(answer, { field: 'instruction' });
    await done(await editing.edit('chapters/insert', { chapterIndex: 0, chapter: { text: 'Nobody asked.' } }));
    await editing.refused(await edit('regenerate-text', { chapterIndex: 0 }), { field: 'chapterIndex' }, 2);
  });
});

describe('a component', () => {
  const apply = (chapterIndex: number, component: object): Promise<Answer> => edit('apply-component', { chapterIndex, component });

  it('that is a line is heard after the existing lines, in a chapter that is long enough for it', async () => {
    const { index, lines: [{ entryIndex, sentence, text, fromMs, toMs }] } = scene();
    const world = chapters.find(({ kind }) => kind === 'world' || kind === 'synopsis');
    const chapter = (await done(await apply(world.index, { kind: 'line', entryIndex, sentence }))).chapters[world.index];
    expect(chapter.lines.at(-1)).toMatchObject({ entryIndex, sentence, text, offsetMs: 0, gainDb: 0 });
    expect(chapter.durationSeconds * 1_000).toBeGreaterThan(toMs - fromMs + 400);
    await editing.refused(await apply(index, { kind: 'line', entryIndex, sentence }), { field: 'component.entryIndex' }, 2);
    await editing.refused(await apply(index, { kind: 'line', entryIndex: 9_999, sentence: 0 }), { field: 'component.entryIndex', sentences: 0 }, 2);
  });

  it('that is a text is kept word for word, and refused when it is too long for a chapter', async () => {
    const { index } = scene();
    const chapter = (await done(await apply(index, { kind: 'text', text: 'Nobody asked. Everybody knew.' }))).chapters[index];
    expect(chapter.sentences).toEqual(['Nobody asked.', 'Everybody knew.'].map((text) => ({ text, origins: [{ kind: 'person', field: 'edit' }] })));
    await editing.refused(await apply(index, { kind: 'text', text: 'A very long text that goes on and on. '.repeat(15).trim() }), { field: 'component.text', maximum: 30 }, 2);
  });

  it('that is a place, a person or a composition is seen', async () => {
    const { index } = scene();
    expect((await done(await apply(index, { kind: 'place', sceneIndex: 1 }))).chapters[index].picture).toMatchObject({ sceneIndex: 1, size: 'place', people: [] });
    expect((await done(await apply(index, { kind: 'person', character: 'tansley', size: 'close' }))).chapters[index].picture).toMatchObject({ size: 'close', people: ['TANSLEY'] });
    expect((await done(await apply(index, { kind: 'composition', composition: 'text' }))).chapters[index]).toMatchObject({ composition: 'text', picture: null });
    expect((await done(await apply(index, { kind: 'place', sceneIndex: 0 }))).chapters[index]).toMatchObject({ composition: 'image', picture: { sceneIndex: 0 } });
    await editing.refused(await apply(index, { kind: 'person', character: 'Gaspard', size: 'close' }), { field: 'component.character', people: expect.arrayContaining(['TANSLEY', 'VOSS']) }, 5);
    await editing.refused(await apply(index, { kind: 'place', sceneIndex: 99 }), { field: 'component.sceneIndex' }, 5);
  });

  it('that is a take brings back what it shows', async () => {
    const { chapters: taken } = await editing.begin('draft');
    const index = taken.findIndex(({ kind }: any) => kind === 'scene');
    const stale = (await done(await edit('regenerate-text', { chapterIndex: index }))).chapters[index];
    expect([stale.isStale, textOf(stale) === textOf(taken[index])]).toEqual([true, false]);
    const back = (await done(await apply(index, { kind: 'take', takeId: taken[index].selectedTake }))).chapters[index];
    expect([back.isStale, textOf(back), back.durationSeconds]).toEqual([false, textOf(taken[index]), taken[index].durationSeconds]);
    const { revision } = await editing.board();
    await editing.refused(await apply(index, { kind: 'take', takeId: taken[index + 1].selectedTake }), { field: 'component.takeId' }, revision);
  });
});

describe('an image of the library', () => {
  const imageIn = (owner: string, name: string) => ensureImage(editing.stand.api.services.db, {
    projectId: owner, objectKey: `images/${name}`, mime: 'image/png', widthPx: 8, heightPx: 8, byteSize: 4, sha256: name, purpose: 'place', fingerprint: null, prompt: '', seed: 's',
    provider: 'embedded',
  });

  it('replaces the stage or a card of text, and can be taken out', async () => {
    const image = await imageIn(editing.of.projectId, 'own');
    const { index } = chapters.find(({ composition }) => composition === 'text');
    const shown = (await done(await edit('swap-library', { chapterIndex: index, imageId: image.id }))).chapters[index];
    expect(shown).toMatchObject({ imageId: image.id, composition: 'both', picture: { sceneIndex: expect.any(Number) } });
    expect((await done(await edit('swap-library', { chapterIndex: index, imageId: null }))).chapters[index].imageId).toBeNull();
    await done(await edit('swap-library', { chapterIndex: index, imageId: image.id }));
    const placed = await done(await edit('apply-component', { chapterIndex: index, component: { kind: 'place', sceneIndex: 0 } }));
    expect(placed.chapters[index].imageId).toBeNull();
  });

  it('that belongs to another project is refused', async () => {
    const other = (await editing.client.post('/story-projects', { name: 'Other' })).body.project.id as string;
    await refused(await edit('swap-library', { chapterIndex: 1, imageId: (await imageIn(other, 'other')).id }), { field: 'imageId' });
  });
});

describe('the motion of words', () => {
  it('is directed for all chapters, or for one', async () => {
    const all = await done(await edit('direct-text-motion', { motion: 'typed' }));
    expect(all.chapters.map(({ textMotion }: any) => textMotion)).toEqual(chapters.map(() => 'typed'));
    const one = await done(await edit('direct-text-motion', { motion: 'none', chapterIndex: 1 }));
    expect(one.chapters.map(({ textMotion }: any) => textMotion)).toEqual(chapters.map((_, at) => (at === 1 ? 'none' : 'typed')));
    await editing.refused(await edit('direct-text-motion', { motion: 'none', chapterIndex: chapters.length }), { field: 'chapterIndex', last: chapters.length - 1 }, 3);
  });
});

describe('several people', () => {
  it('who edit at once all succeed; of those who name one revision, exactly one succeeds', async () => {
    const bodies = [0, 1, 2].map((chapterIndex) => ({ chapterIndex, motion: 'typed' }));
    const asked = await Promise.all(bodies.map((body) => edit('direct-text-motion', { ...body, expectedRevision: 1 })));
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await Promise.all(bodies.map((body) => edit('direct-text-motion', body)))).map(({ status }) => status)).toEqual([200, 200, 200]);
    const now = await editing.board();
    expect([now.revision, now.chapters.slice(0, 3).map(({ textMotion }: any) => textMotion)]).toEqual([5, ['typed', 'typed', 'typed']]);
  });
});
