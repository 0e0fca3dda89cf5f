import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ALIKE_VOICES } from '../../../src/craft/speech/sound/voice-distance.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { stagedProject } from '../../support/canon/staged-project.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES, env: { VOICES: 'stage' } });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());
beforeEach(async () => { projectId = await stagedProject(stand.api.services, client); });

const path = (rest = ''): string => `/story-projects/${projectId}/cast-voice${rest}`;
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];
const heldOf = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

/** Orders a design and returns it once it is ready. */
async function designed(body: object): Promise<any> {
  const { answer } = await confirmed(client, path('/design'), body);
  expect([answer.status, answer.body.design.status === 'failed']).toEqual([202, false]);
  const { designs } = await client.poll(path('/designs'), (found) => ['ready', 'failed'].includes(found.designs[0]?.status));
  expect(designs[0]).toMatchObject({ id: answer.body.design.id, status: 'ready' });
  return designs[0];
}

describe('a voice design', () => {
  it('makes voices that differ, each with a sentence to hear, for the price of a design', async () => {
    const before = await heldOf();
    const design = await designed({ character: 'Mara Voss', gender: 'female', ageRange: 'adult', pitch: 'low', pace: 'slow' });
    expect(before - await heldOf()).toBe(2);
    expect(design.brief).toMatchObject({ character: 'Mara Voss', gender: 'female', pitch: 'low', pace: 'slow', count: 4, round: 0 });
    expect(new Set(design.variants.map(({ voiceId }: { voiceId: string }) => voiceId)).size).toBe(4);
    for (const { previewUrl, pitchHz, voiceId, status } of design.variants) {
      expect([voiceId.startsWith('designed-stage-'), status]).toEqual([true, 'ready']);
      expect(pitchHz).toBeGreaterThan(100);
      expect(pitchHz).toBeLessThan(200);
      const sound = await fetch(previewUrl);
      expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
      expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    }
  });

  it('takes what it is not told from canon and Series Bible', async () => {
    await client.patch(`/story-projects/${projectId}/series-bible`, {
      content: { characters: [{ name: 'Tobias', role: 'old lighthouse keeper', voice: 'deep and slow, an old man from Glasgow' }] },
    });
    const { brief } = await designed({ character: 'tobias' });
    expect(brief).toMatchObject({ character: 'Tobias', gender: 'male', ageRange: 'senior', pitch: 'low', pace: 'slow', accent: 'Scottish' });
  });

  it('gives other voices each time, and the same ones for the same brief in another project', async () => {
    const wish = { character: 'Ben', gender: 'male', count: 3 };
    const idsOf = ({ variants }: { variants: { voiceId: string }[] }): string[] => variants.map(({ voiceId }) => voiceId);
    const first = idsOf(await designed(wish));
    const second = idsOf(await designed(wish));
    expect(first.filter((voiceId) => second.includes(voiceId))).toEqual([]);
    projectId = await stagedProject(stand.api.services, client);
    expect(idsOf(await designed(wish))).toEqual(first);
  });

  it('is refused before the premise is complete, and costs nothing without its confirmation', async () => {
    const { project } = (await client.post('/story-projects', { name: 'Bare' })).body;
    const wish = { character: 'Ben' };
    const bare = await client.post(`/story-projects/${project.id}/cast-voice/design`, wish);
    expect(refusal(bare)).toEqual([409, 'project_precondition_failed']);
    const before = await heldOf();
    const quoted = await client.post(path('/design'), wish);
    expect(quoted.body.quote.credits).toBe(2);
    expect([(await client.get(path('/designs'))).body.designs, await heldOf()]).toEqual([[], before]);
  });

  it('is charged once, however often it is confirmed', async () => {
    const before = await heldOf();
    const wish = { character: 'Ben', gender: 'male', count: 3 };
    const { quoteId } = (await client.post(path('/design'), wish)).body.quote;
    const key = 'once-and-only-once';
    const confirm = () => client.post(path('/design'), { ...wish, confirm: true, quoteId }, { key });
    const answers = [await confirm(), await confirm()];
    expect(new Set(answers.map(({ body }) => body.design.id)).size).toBe(1);
    expect(refusal(await client.post(path('/design'), { ...wish, confirm: true, quoteId }))).toEqual([409, 'quote_invalid']);
    await client.poll(path('/designs'), ({ designs }) => designs[0].status === 'ready');
    expect((await client.get(path('/designs'))).body.designs).toHaveLength(1);
    expect(before - await heldOf()).toBe(2);
  });

  it('is listed by character and hidden from other accounts', async () => {
    await designed({ character: 'Ada', gender: 'female', count: 3 });
    const other = await stand.newAccount();
    expect((await client.get(path('/designs?character=ADA'))).body.designs).toHaveLength(1);
    expect((await client.get(path('/designs?character=Ben'))).body.designs).toEqual([]);
    expect(refusal(await other.get(path('/designs')))).toEqual([404, 'project_not_found']);
  });
});

describe('a chosen voice', () => {
  it('is cast, listed among the voices of the account, and refused when it is no variant of the design', async () => {
    const { id: designId, variants } = await designed({ character: 'Ada', gender: 'female', count: 3 });
    const [, second] = variants;
    expect(refusal(await client.post(path('/choose'), { designId, voiceId: 'stage-robot' }))).toEqual([400, 'validation_failed']);
    expect(refusal(await client.post(path('/choose'), { designId: 'vds_none', voiceId: second.voiceId }))).toEqual([404, 'voice_design_not_found']);
    const { body } = await client.post(path('/choose'), { designId, voiceId: second.voiceId });
    const voice = { voiceId: second.voiceId, voiceName: second.name, provider: 'stage' };
    expect(body.castCanon.characters).toEqual([expect.objectContaining({ name: 'Ada', voice })]);
    expect(body.design).toMatchObject({ chosenVoiceId: second.voiceId });
    const listed = (await client.get('/voices?category=designed')).body.voices;
    expect(listed).toContainEqual(expect.objectContaining({ voiceId: second.voiceId, name: second.name, category: 'designed', previewUrl: second.previewUrl }));
    expect((await (await stand.newAccount()).get('/voices?category=designed')).body.voices).toEqual([]);
  });

  it('is measured beside the rest of the cast: the voice of another person fails the gate', async () => {
    const { id, variants } = await designed({ character: 'Ada', gender: 'female', count: 3 });
    const coverage = async (): Promise<any> => {
      await client.post(path(`/designs/${id}/coverage`), {});
      return (await client.poll(path(`/designs/${id}/coverage`), (found) => found.coverage?.status === 'complete' && found.coverage.current)).coverage;
    };
    await client.patch(path(), { character: 'Ben', voiceId: 'stage-scot-giant' });
    await client.patch(path(), { character: 'NARRATOR', voiceId: 'stage-narrator-m' });
    const apart = await coverage();
    expect(apart).toMatchObject({ gatePassed: true, stale: false });
    expect((await coverage()).report).toEqual(apart.report);
    await client.patch(path(), { character: 'Nell', voiceId: variants[1].voiceId, voiceName: 'Of Ada' });
    expect((await client.get(path(`/designs/${id}/coverage`))).body.coverage.stale).toBe(true);
    const alike = await coverage();
    expect(alike).toMatchObject({ gatePassed: false });
    expect(alike.report.notes[0]).toMatchObject({ severity: 'critical', anchor: { field: 'variants.1', quote: variants[1].voiceId } });
    expect(alike.report.notes[0].message).toContain('Nell');
    expect(alike.overallScore).toBeLessThan(apart.overallScore);
  });

  it('is not too near to a voice that the cast has', async () => {
    const taken = await designed({ character: 'Ada', gender: 'female', count: 3 });
    await client.patch(path(), { character: 'Nell', voiceId: taken.variants[0].voiceId });
    const { variants } = await designed({ character: 'Iris', gender: 'female', count: 3 });
    for (const { nearest } of variants) expect(nearest.distance).toBeGreaterThanOrEqual(ALIKE_VOICES);
  });
});

describe('the voice of a member', () => {
  it('is set by name or alias, with expected version', async () => {
    await client.patch(`/story-projects/${projectId}/cast-canon`, { characters: [{ name: 'Ada', aliases: ['The Keeper'] }] });
    const saved = await client.patch(path(), { character: 'the keeper', voiceId: 'stage-scot', gender: 'male', expectedVersion: 1 });
    expect(saved.body.castCanon).toMatchObject({ version: 2, characters: [{ name: 'Ada', gender: 'male', voice: { voiceId: 'stage-scot', voiceName: 'Callum Reid' } }] });
    expect(refusal(await client.patch(path(), { character: 'Ada', voiceId: 'stage-boy', expectedVersion: 1 }))).toEqual([409, 'version_conflict']);
    expect(refusal(await client.patch(path(), { character: 'Ada', voiceId: 'nobody' }))).toEqual([400, 'validation_failed']);
    const unspeakable = 'designed-neural-gb-ms-bmlewis60-bmgeorge40-p92-t94-r88-m90-v-g288';
    expect(refusal(await client.patch(path(), { character: 'Ada', voiceId: unspeakable }))).toEqual([409, 'voice_retired']);
  });
});
