import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureImage } from '../../../src/domain/canon/images/image-store.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';
import { testScreenplay } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { boardOf, cutTrailer } from '../../support/stands/trailer-stand.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let artifactId: string;
/** A trailer of 15 seconds, and its beats as it was cut. */
let id: string;
let beats: any[];

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 100 });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
beforeEach(async () => {
  const cut = await cutTrailer(client, { artifactId, projectId }, { seconds: 15 });
  [id, beats] = [cut.trailer.id, cut.storyboard.beats];
});
afterAll(() => stand.close());

const edit = (path: string, body: object): Promise<Answer> => client.post(`/trailers/${id}${path}`, body);
const board = async (): Promise<any> => (await boardOf(client, id)).body.storyboard;
const beatAfter = async (at: number): Promise<any> => (await board()).beats[at];
const withLine = (): any => beats.find(({ line, startMs }) => line !== null && startMs > 2_500);

/** Expects a refusal with these details, and an unchanged storyboard. */
async function expectRefused(answer: Answer, details: object, code = 'validation_failed'): Promise<void> {
  expect([answer.status, answer.body.error?.code, answer.body.error?.details]).toEqual([code === 'validation_failed' ? 400 : 409, code, expect.objectContaining(details)]);
  expect(await board()).toMatchObject({ revision: 1, beats });
}

async function expectDone(answer: Answer): Promise<any> {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  expect(answer.body.storyboard).toEqual(await board());
  return answer.body.storyboard;
}

describe('a component', () => {
  const apply = (beatIndex: number, component: object): Promise<Answer> => edit('/storyboard/apply-component', { beatIndex, component });

  it('that is a line of the read is heard in the beat, marked as chosen by hand', async () => {
    const { line: { entryIndex, sentence, text }, index } = withLine();
    const other = beats.filter((beat) => beat.index !== index).reduce((longest, beat) => (beat.durationMs > longest.durationMs ? beat : longest));
    const done = await expectDone(await apply(other.index, { kind: 'line', entryIndex, sentence }));
    expect(done.beats[other.index]).toMatchObject({ line: { entryIndex, sentence, text }, marks: [{ rule: 'chosen' }], card: null });
    expect(done.beats.filter(({ index: at }: any) => at !== other.index)).toEqual(beats.filter(({ index: at }) => at !== other.index));
  });

  it('that is a line longer than the beat is refused with the length that fits', async () => {
    const { index, durationMs } = beats[0];
    const last = testScreenplay(4).entries.findLast(({ kind }) => kind === 'dialogue')!.index;
    await expectRefused(await apply(index, { kind: 'line', entryIndex: last, sentence: 0 }), { field: 'component.entryIndex', maximum: durationMs });
  });

  it('that the read does not have is refused, naming its field', async () => {
    await expectRefused(await apply(0, { kind: 'line', entryIndex: 9_999, sentence: 0 }), { field: 'component.entryIndex' });
    await expectRefused(await apply(0, { kind: 'line', entryIndex: 1, sentence: 99 }), { field: 'component.entryIndex', sentences: expect.any(Number) });
    await expectRefused(await apply(0, { kind: 'place', sceneIndex: 99 }), { field: 'component.sceneIndex', scenes: [0, 1, 2, 3, 4, 5, 6, 7] });
    await expectRefused(await apply(0, { kind: 'person', character: 'Gaspard', size: 'close' }), { field: 'component.character', people: expect.arrayContaining(['MARA', 'TOBIAS']) });
    await expectRefused(await apply(0, { kind: 'take', takeId: 'tak_none-0' }), { field: 'component.takeId' });
    await expectRefused(await apply(beats.length, { kind: 'card', words: 'Soon' }), { field: 'beatIndex', last: beats.length - 1 });
  });

  it('that is a card, a place or a person is seen in the beat, whose line stays', async () => {
    const { index, line } = withLine();
    expect((await expectDone(await apply(index, { kind: 'card', words: 'This winter' }))).beats[index]).toMatchObject({ card: 'This winter', picture: null, line });
    expect((await expectDone(await apply(index, { kind: 'place', sceneIndex: 3 }))).beats[index])
      .toMatchObject({ card: null, picture: { sceneIndex: 3, size: 'place', people: [] }, line });
    expect((await expectDone(await apply(index, { kind: 'person', character: 'mara', size: 'close' }))).beats[index])
      .toMatchObject({ card: null, picture: { size: 'close', people: ['MARA'] }, line });
  });
});

describe('a frame', () => {
  it('of a card is not made again, and not quoted', async () => {
    const { index } = beats.find(({ card }) => card !== null);
    await expectRefused(await edit('/storyboard/regenerate', { beatIndex: index }), { field: 'beatIndex' });
    const { index: staged } = beats.find(({ card }) => card === null);
    expect((await edit('/storyboard/regenerate', { beatIndex: staged })).body.quote.credits).toBe(PRICES.FRAME);
  });
});

describe('an image of the library', () => {
  const imageIn = (owner: string, name: string) => ensureImage(stand.api.services.db, {
    projectId: owner, objectKey: `images/${name}`, mime: 'image/png', widthPx: 8, heightPx: 8, byteSize: 4, sha256: name, purpose: 'place', fingerprint: null,
    prompt: '', seed: 's', provider: 'embedded',
  });

  it('replaces the stage or a card, and can be taken out', async () => {
    const image = await imageIn(projectId, 'own');
    await edit('/storyboard/apply-component', { beatIndex: 1, component: { kind: 'card', words: 'Soon' } });
    const shown = await expectDone(await edit('/storyboard/swap-library', { beatIndex: 1, imageId: image.id }));
    expect(shown.beats[1]).toMatchObject({ imageId: image.id, card: null });
    expect((await expectDone(await edit('/storyboard/swap-library', { beatIndex: 1, imageId: null }))).beats[1].imageId).toBeNull();
  });

  it('that belongs to another project is refused', async () => {
    const other = (await client.post('/story-projects', { name: 'Other' })).body.project.id as string;
    await expectRefused(await edit('/storyboard/swap-library', { beatIndex: 1, imageId: (await imageIn(other, 'other')).id }), { field: 'imageId' });
    await expectRefused(await edit('/storyboard/swap-library', { beatIndex: 1, imageId: 'img_unknown' }), { field: 'imageId' });
  });
});

describe('the audio timeline', () => {
  const timeline = async (): Promise<any> => (await client.get(`/trailers/${id}/storyboard/audio-timeline`)).body.audioTimeline;

  it('shows a moved line at its new time, with the same length', async () => {
    const { index, startMs } = withLine();
    const before = (await timeline()).lines.find(({ beatIndex }: any) => beatIndex === index);
    await expectDone(await edit('/storyboard/audio-timeline', { beatIndex: index, lineOffsetMs: -400, lineGainDb: -3 }));
    const after = (await timeline()).lines.find(({ beatIndex }: any) => beatIndex === index);
    expect(Math.abs(after.startMs - (startMs - 400))).toBeLessThan(25);
    expect(after).toMatchObject({ endMs: after.startMs + before.endMs - before.startMs, lineOffsetMs: -400, lineGainDb: -3, text: before.text });
  });

  it('covers the whole trailer with the sections of its music, one after the other', async () => {
    const { durationMs, music, hits } = await timeline();
    expect(Math.abs(durationMs - 15_000)).toBeLessThan(300);
    expect([music[0].startMs, Math.abs(music.at(-1).endMs - durationMs) < 50]).toEqual([0, true]);
    expect(music.slice(1).map(({ startMs }: any) => startMs)).toEqual(music.slice(0, -1).map(({ endMs }: any) => endMs));
    expect(hits.every((hit: number) => hit >= 0 && hit <= durationMs)).toBe(true);
  });

  it('refuses to move a line out of the trailer, and to change one in a beat without a line', async () => {
    const first = beats.find(({ line }) => line !== null);
    const early = await edit('/storyboard/audio-timeline', { beatIndex: first.index, lineOffsetMs: -2_000 });
    const begins = first.startMs >= 2_000;
    expect([early.status, begins || early.body.error.details])
      .toEqual([begins ? 200 : 400, begins || expect.objectContaining({ field: 'lineOffsetMs', minimum: expect.any(Number) })]);
    const last = beats.findLast(({ line }) => line !== null);
    await edit('/storyboard/audio-timeline', { beatIndex: last.index, lineOffsetMs: 0 });
    const answer = await edit('/storyboard/audio-timeline', { beatIndex: last.index, lineOffsetMs: 4_000 });
    const fits = last.startMs + 4_000 + last.line.toMs - last.line.fromMs <= 15_000;
    expect([answer.status, fits || answer.body.error.details.field]).toEqual([fits ? 200 : 400, fits || 'lineOffsetMs']);
    const silent = beats.find(({ line }) => line === null);
    const refused = await edit('/storyboard/audio-timeline', { beatIndex: silent.index, lineGainDb: 1 });
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'beatIndex']);
  });
});

describe('music and effects', () => {
  it('keep what is not sent, and say what is heard', async () => {
    const before = (await board()).music;
    expect((await expectDone(await edit('/storyboard/music', { mood: 'grave', levelDb: -3 }))).music).toEqual({ ...before, mood: 'grave', levelDb: -3 });
    expect((await expectDone(await edit('/storyboard/music', { muted: true }))).music).toEqual({ ...before, mood: 'grave', levelDb: -3, muted: true });
    expect((await client.get(`/trailers/${id}/storyboard/audio-timeline`)).body.audioTimeline).toMatchObject({ music: [], hits: [] });
  });

  it('of a beat are added, moved and removed', async () => {
    const sfx = (body: object): Promise<Answer> => edit('/storyboard/sfx', { beatIndex: 0, soundId: 'thunder', ...body });
    await expectRefused(await sfx({ action: 'remove' }), { field: 'soundId', effects: [] });
    await expectRefused(await sfx({ action: 'add', soundId: 'no-such-sound' }), { field: 'soundId' });
    await expectRefused(await sfx({ action: 'add', offsetMs: 59_000 }), { field: 'offsetMs', maximum: beats[0].durationMs });
    expect((await expectDone(await sfx({ action: 'add' }))).beats[0].effects).toEqual([{ soundId: 'thunder', offsetMs: 0, levelDb: -6 }]);
    expect((await expectDone(await sfx({ action: 'add', offsetMs: 200, levelDb: -2 }))).beats[0].effects).toEqual([{ soundId: 'thunder', offsetMs: 200, levelDb: -2 }]);
    const { effects } = (await client.get(`/trailers/${id}/storyboard/audio-timeline`)).body.audioTimeline;
    expect(effects).toEqual([expect.objectContaining({ beatIndex: 0, soundId: 'thunder', startMs: 200 })]);
    expect((await expectDone(await sfx({ action: 'remove' }))).beats[0].effects).toEqual([]);
  });
});

describe('words', () => {
  it('cut the trailer again as they say, or are refused, naming the words that are not understood', async () => {
    await expectRefused(await edit('/storyboard/refine', { instruction: 'no narrator, and purple elephants' }), { field: 'instruction' });
    expect((await edit('/storyboard/refine', { instruction: 'purple elephants' })).body.error.message).toContain('purple elephants');
    const without = await expectDone(await edit('/storyboard/refine', { instruction: 'no narrator' }));
    expect(without.beats.filter(({ line }: any) => line?.speaker === null)).toEqual([]);
    expect(without.beats.filter(({ line }: any) => line !== null).length).toBeGreaterThan(1);
    expect(new Set(without.beats.map((beat: any) => beat.id)).size).toBe(without.beats.length);
    expect(without.beats.reduce((sum: number, { durationMs }: any) => sum + durationMs, 0) / 1_000).toBeCloseTo(15, 1);
    const alone = await expectDone(await edit('/storyboard/refine', { instruction: 'without TOBIAS' }));
    expect(alone.beats.filter(({ line }: any) => line?.speaker === 'TOBIAS')).toEqual([]);
  });

  it('of one beat are replaced by lines that neither this beat had before nor another beat has', async () => {
    const { index } = withLine();
    const key = ({ entryIndex, sentence }: any): string => `${entryIndex}.${sentence}`;
    const seen = [key(beats[index].line)];
    const elsewhere = beats.flatMap(({ line, index: at }) => (line && at !== index ? [key(line)] : []));
    for (let turn = 0; turn < 3; turn++) {
      const answer = await edit('/storyboard/regenerate-text', { beatIndex: index });
      if (answer.status !== 200) {
        expect([turn > 0, answer.status, answer.body.error.details.field]).toEqual([true, 400, 'instruction']);
        break;
      }
      const now = key(answer.body.storyboard.beats[index].line);
      expect([...seen, ...elsewhere]).not.toContain(now);
      seen.push(now);
    }
    expect(seen.length).toBeGreaterThan(1);
  });

  it('of one beat follow an instruction, or are refused', async () => {
    const { index } = withLine();
    await expectRefused(await edit('/storyboard/regenerate-text', { beatIndex: index, instruction: 'more purple' }), { field: 'instruction' });
    const asked = await edit('/storyboard/regenerate-text', { beatIndex: index, instruction: 'by the narrator' });
    expect([asked.status, asked.body.storyboard?.beats[index].line.speaker]).toEqual([200, null]);
  });
});

describe('the narrator', () => {
  it('is a voice of the catalogue, or none', async () => {
    expect((await client.get(`/trailers/${id}/narrator`)).body).toEqual({ narrator: null });
    await expectRefused(await edit('/narrator', { voiceId: 'nobody' }), { field: 'voiceId' });
    await expectRefused(await edit('/narrator', { voiceId: 'stage-narrator-m', provider: 'elsewhere' }), { field: 'voiceId' });
    await expectDone(await edit('/narrator', { voiceId: 'stage-narrator-m' }));
    expect((await client.get(`/trailers/${id}/narrator`)).body).toEqual({ narrator: { voiceId: 'stage-narrator-m', provider: 'stage' } });
    expect((await expectDone(await edit('/narrator', { voiceId: null }))).narrator).toBeNull();
  });
});

describe('several people', () => {
  it('who edit the same revision: one wins, the others are told the revision, and nothing is lost', async () => {
    const answers = await Promise.all([0, 1, 2].map((at) => edit('/storyboard/apply-component', { beatIndex: at, component: { kind: 'card', words: `Card ${at}` }, expectedRevision: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const lost = answers.filter(({ status }) => status === 409).map(({ body }) => [body.error.code, body.error.details]);
    expect(lost).toEqual(Array.from({ length: 2 }, () => ['version_conflict', { expected: 1, actual: 2 }]));
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await board()).beats.map(({ card }: any) => card)).toEqual(beats.map(({ card }, at) => (at === won ? `Card ${at}` : card)));
  });

  it('who edit at once without a revision all succeed, one after the other', async () => {
    const answers = await Promise.all([0, 1, 2].map((at) => edit('/storyboard/sfx', { beatIndex: at, action: 'add', soundId: 'thunder' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await board()).revision).toBe(4);
    for (const at of [0, 1, 2]) expect((await beatAfter(at)).effects).toHaveLength(1);
  });
});
