import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { artifactViews } from '../../../api/artifacts/answers.js';
import { getArtifact } from '../../../src/domain/artifacts/artifact-store.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { LINE_SAMPLE_RATE, type SpeechRequest } from '../../../src/craft/speech/port.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { openJobStand, VOICES, voice, type JobStand } from '../../support/stands/job-stand.js';
import { LAMP, uploaded } from '../../support/stands/script-stand.js';

let stand: JobStand;
let client: ApiClient;
/** Every line that was synthesised. */
let spoken: SpeechRequest[] = [];
/** While not null, speakers wait for this promise before they answer. */
let held: Promise<void> | null = null;

beforeAll(async () => {
  stand = await openJobStand();
  stand.services.speech = async () => ({
    ...VOICES,
    async speak(request) {
      spoken.push(request);
      await held;
      const samples = Int16Array.from({ length: request.text.length * LINE_SAMPLE_RATE / 20 }, (_, at) => Math.round(2_000 * Math.sin(at / 10)));
      return { samples, durationMs: request.text.length * 50 };
    },
  });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

interface PreparedScript { id: string; scriptUploadId: string; projectId: string; artifactId: string }

const cast = (projectId: string, body: object): Promise<Answer> => client.patch(`/story-projects/${projectId}/cast-canon`, body);
const prepare = (id: string, body: object = {}): Promise<Answer> => client.post(`/scripts/${id}/table-read/prepare`, body);
const artifactOf = async ({ artifactId }: PreparedScript): Promise<any> => (await client.get(`/artifacts/${artifactId}`)).body;
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const textsSpoken = (): string[] => spoken.map(({ text }) => text);

/** A script whose read is made and performed. */
async function preparedScript(content = LAMP): Promise<PreparedScript> {
  const script = await uploaded(client, content);
  await cast(script.projectId, {
    narrator: voice('nell'), characters: [{ name: 'Ada', voice: voice('ada') }, { name: 'Tom', voice: voice('ben') }],
  });
  const { body: { jobId } } = await prepare(script.id, { confirmed: true });
  const { job } = await client.poll(`/story-jobs/${jobId}`, (body) => ['READY', 'FAILED'].includes(body.job.status));
  const artifactId = job.artifacts[0].id;
  await prepare(script.id);
  await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
  spoken = [];
  return { id: script.id, scriptUploadId: script.scriptUploadId, projectId: script.projectId, artifactId };
}

const settled = ({ artifactId }: PreparedScript): Promise<any> =>
  client.poll(`/artifacts/${artifactId}`, ({ artifact }) => !artifact.stale && artifact.manifest.audio.recording.status === 'complete');

/** Makes the call that an answer gives as `next`. */
const follow = ({ next }: any): Promise<Answer> => client.call(next.method, next.path, next.body ? { body: next.body } : {});

describe('after a character is directed in another way', () => {
  const direct = (script: PreparedScript, direction: string | null): Promise<Answer> =>
    client.patch(`/story-projects/${script.projectId}/cast`, { scriptUploadId: script.scriptUploadId, character: 'tom', direction });

  it('the read says so, and its next call speaks the lines of that character alone', async () => {
    const script = await preparedScript();
    const { script: before } = (await client.get(`/artifacts/${script.artifactId}/script`)).body;
    await direct(script, 'shouts, quick');
    const answer = await artifactOf(script);
    expect(answer.artifact).toMatchObject({ stale: true, staleness: { changedLineCount: 0, voices: [], directions: ['TOM'] } });
    expect(answer.next).toMatchObject({ path: `/artifacts/${script.artifactId}/update-recording`, why: expect.stringContaining('how TOM is played') });
    expect((await follow(answer)).status).toBe(202);
    expect((await settled(script)).artifact).toMatchObject({ currentVersion: 1, edition: 1 });
    const toms = before.entries.filter(({ character }: any) => character === 'TOM').map(({ text }: any) => text);
    expect(toms.length).toBeGreaterThan(0);
    expect([...new Set(textsSpoken())].sort()).toEqual([...new Set(toms)].sort());
    const { script: after } = (await client.get(`/artifacts/${script.artifactId}/script`)).body;
    expect(after.entries.filter(({ character }: any) => character !== 'TOM')).toEqual(before.entries.filter(({ character }: any) => character !== 'TOM'));
    expect((await artifactOf(script)).artifact).toMatchObject({ stale: false, staleness: null });
  });

  it('the read is not stale when the direction is taken back, or when the character has no lines', async () => {
    const script = await preparedScript();
    await direct(script, 'shouts');
    await direct(script, null);
    await client.patch(`/story-projects/${script.projectId}/cast`, { scriptUploadId: script.scriptUploadId, character: 'Nobody', direction: 'slow' });
    expect((await artifactOf(script)).artifact).toMatchObject({ stale: false, staleness: null });
  });
});

describe('after a line was changed', () => {
  it('every answer about the read says so, and its next call speaks only that line, free of charge', async () => {
    const script = await preparedScript();
    await client.post(`/scripts/${script.id}/share`, {});
    expect((await artifactOf(script)).artifact).toMatchObject({ stale: false, staleness: null });
    const changed = await client.patch(`/scripts/${script.id}/lines/3`, { text: 'Only the rain.' });

    const staleness = {
      changedLines: [3], changedLineCount: 1, removedLineCount: 0, voices: [], directions: [], pronunciations: [], mix: [], corrected: false,
      scriptUploadId: script.scriptUploadId,
      parseStatus: 'complete', versionsBehind: 0, newerScriptUploadId: null, update: null,
    };
    const mending = { method: 'POST', path: `/artifacts/${script.artifactId}/update-recording`, body: {}, why: expect.stringContaining('1 changed line') };
    expect(changed.body.next).toEqual(mending);
    const before = await artifactOf(script);
    expect(before.artifact).toMatchObject({ stale: true, staleness, currentVersion: 1 });
    expect(before.next).toEqual(mending);
    expect((await client.get('/artifacts')).body.artifacts.find(({ id }: any) => id === script.artifactId)).toMatchObject({ stale: true, staleness });
    const shared = (await client.get(`/scripts/${script.id}/share`)).body;
    expect([shared.share.stale, shared.share.staleness, shared.next]).toEqual([true, staleness, mending]);
    expect((await client.get(`/scripts/${script.id}`)).body.script.versions[0].madeFrom[0].artifacts).toMatchObject([{ stale: true }]);
    const asked = (await prepare(script.id)).body;
    expect(asked).toMatchObject({ status: 'prepared', credits: 0, stale: true, staleness });
    expect(asked.next).toMatchObject({ method: 'POST', path: `/scripts/${script.scriptUploadId}/table-read/prepare`, body: { confirmed: true } });
    expect((await fetch(shared.share.shareUrl)).status).toBe(200);

    const credits = await balance();
    const readBefore = await getArtifact(stand.services.db, client.accountId, script.artifactId);
    const begun = await follow(before);
    expect([begun.status, begun.body.status]).toEqual([202, 'started']);
    const { artifact } = await settled(script);
    expect(artifact).toMatchObject({ currentVersion: 2, revision: 2, refineCount: 0, manifest: { shareToken: before.artifact.manifest.shareToken } });
    // An answer that loaded its row before the new revision, and compared it afterwards.
    expect(await artifactViews(stand.services, [readBefore])).toMatchObject([{ currentVersion: 2, revision: 2, stale: false }]);
    expect(textsSpoken()).toEqual(['Only the rain.']);
    expect(await balance()).toBe(credits);
    const { script: heard } = (await client.get(`/artifacts/${script.artifactId}/script`)).body;
    expect(heard.entries[3]).toMatchObject({ text: 'Only the rain.', character: 'TOM' });
    expect((await client.get(`/scripts/${script.id}/share`)).body).toMatchObject({ share: { stale: false, staleness: null } });
    expect((await client.post(`/artifacts/${script.artifactId}/update-recording`, {})).body).toMatchObject({ status: 'current', stale: false });
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });

  it('what was decided about the sound of the other lines stays', async () => {
    const script = await preparedScript();
    const saidAt = async (index: number) => (await client.get(`/artifacts/${script.artifactId}/script`)).body.script.entries[index].delivery;
    await client.post(`/artifacts/${script.artifactId}/revoice-line`, { entryIndex: 2, actingDirection: 'whispering', speed: 0.8 });
    await client.post(`/artifacts/${script.artifactId}/performance`, { character: 'ADA', speed: 1.1 });
    await settled(script);
    spoken = [];
    await client.patch(`/scripts/${script.id}/lines/3`, { text: 'Only the tide.' });
    expect((await client.post(`/artifacts/${script.artifactId}/update-recording`, {})).status).toBe(202);
    expect((await settled(script)).artifact).toMatchObject({ currentVersion: 2, edition: 0 });
    expect(textsSpoken()).toEqual(['Only the tide.']);
    expect(await saidAt(2)).toMatchObject({ emotion: 'whisper', speed: 0.8, actingDirection: 'whispering' });
  });

  it('the read is not stale when the line is changed back', async () => {
    const script = await preparedScript();
    await client.patch(`/scripts/${script.id}/lines/3`, { text: 'Only the rain.' });
    await client.patch(`/scripts/${script.id}/lines/3`, { text: 'Only the wind.' });
    expect((await artifactOf(script)).artifact).toMatchObject({ stale: false, staleness: null });
  });

  it('the old recording and its MP3 play until the new ones are complete; the MP3 costs nothing again', async () => {
    const script = await preparedScript();
    await client.post(`/artifacts/${script.artifactId}/finalize`, {});
    const { artifact: { manifest: { audio: { recordingUrl } } } } =
      await client.poll(`/artifacts/${script.artifactId}`, (body) => body.artifact.manifest.audio.recordingUrl !== null);
    const old = Buffer.from(await (await fetch(recordingUrl)).arrayBuffer());
    const credits = await balance();
    await client.patch(`/scripts/${script.id}/lines/2`, { text: 'Who is out there in the dark?' });
    let release!: () => void;
    held = new Promise((resolve) => { release = resolve; });
    expect((await prepare(script.id, { confirmed: true })).body).toMatchObject({ status: 'queued', credits: 0, stale: true });
    expect((await prepare(script.id, { confirmed: true })).body).toMatchObject({ status: 'preparing', credits: 0 });
    const { artifact, next } = await client.poll(`/artifacts/${script.artifactId}`, (body) => body.artifact.staleness.update.status === 'performing');
    expect(artifact).toMatchObject({ currentVersion: 1, manifest: { audio: { recordingUrl, recording: { status: 'complete' } } } });
    expect(next).toMatchObject({ method: 'GET', path: `/artifacts/${script.artifactId}`, afterMs: expect.any(Number) });
    expect((await client.get(`/artifacts/${script.artifactId}?revision=2`)).status).toBe(404);
    expect(Buffer.from(await (await fetch(recordingUrl)).arrayBuffer()).equals(old)).toBe(true);
    held = null;
    release();
    const { artifact: mended } = await settled(script);
    expect(mended).toMatchObject({ currentVersion: 2, manifest: { audio: { recordingUrl, finalize: { status: 'complete' } } } });
    expect(Buffer.from(await (await fetch(recordingUrl)).arrayBuffer()).equals(old)).toBe(false);
    expect([textsSpoken(), await balance()]).toEqual([['Who is out there in the dark?'], credits]);
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });

  it('a link of a scene continues to the new recording, whose indexes mean the same lines', async () => {
    const script = await preparedScript();
    const { body: { share } } = await client.post(`/scripts/${script.id}/share`, { descriptor: { scope: 'scene', sceneIndex: 1 } });
    await client.patch(`/scripts/${script.id}/lines/5`, { text: 'A ship comes in.' });
    const before = await artifactOf(script);
    expect(before.artifact.staleness).toMatchObject({ changedLines: [5], removedLineCount: 0 });
    await follow(before);
    await settled(script);
    expect((await client.get(`/scripts/${script.id}/share`)).body).toMatchObject({ share: { shareUrl: share.shareUrl, stale: false } });
    expect(await (await fetch(share.shareUrl)).text()).toContain('A ship comes in.');
  });

  it('a link of a scene stays with the old recording when lines have moved, and says how it is chosen again', async () => {
    const script = await preparedScript();
    await client.post(`/scripts/${script.id}/share`, { descriptor: { scope: 'scene', sceneIndex: 1 } });
    await client.patch(`/scripts/${script.id}/content`, { content: LAMP.replace('EXT. QUAY - DAWN', 'INT. STAIRS - NIGHT\n\nShe runs.\n\nEXT. QUAY - DAWN') });
    const { artifact, next } = await client.poll(`/artifacts/${script.artifactId}`, (body) => body.artifact.staleness?.parseStatus === 'complete');
    expect(artifact.staleness).toMatchObject({ changedLines: [4, 5], removedLineCount: 0 });
    await follow({ next });
    await settled(script);
    expect(textsSpoken().sort()).toEqual(['She runs.', 'Stairs, night.']);
    const { share, next: again } = (await client.get(`/scripts/${script.id}/share`)).body;
    expect(await (await fetch(share.shareUrl)).text()).not.toContain('She runs.');
    expect([share.stale, again.body]).toEqual([true, { descriptor: { scope: 'scene', sceneIndex: 1 } }]);
    const chosen = (await client.post(`/scripts/${script.id}/share`, { descriptor: { scope: 'scene', sceneIndex: 2 } })).body;
    expect([chosen.share.stale, chosen.next]).toEqual([false, undefined]);
  });
});

describe('after something else was changed', () => {
  it('another voice in the cast: the lines of that character are spoken again', async () => {
    const script = await preparedScript();
    await cast(script.projectId, { characters: [{ name: 'Tom', voice: voice('ada') }] });
    const { artifact, next } = await artifactOf(script);
    expect(artifact.staleness).toMatchObject({ changedLineCount: 0, voices: ['TOM'] });
    await follow({ next });
    await settled(script);
    expect(new Set(spoken.map(({ voiceId }) => voiceId))).toEqual(new Set(['ada']));
    expect(textsSpoken().sort()).toEqual(['And the sea, which has nothing to say to us.', 'Only the wind.']);
  });

  it('a pronunciation: only the lines with the word', async () => {
    const script = await preparedScript();
    await client.patch(`/story-projects/${script.projectId}/pronunciations`, { entries: [{ word: 'boat', respelling: 'BOHT' }, { word: 'heron', respelling: 'HEH-run' }] });
    const { artifact, next } = await artifactOf(script);
    expect(artifact.staleness).toMatchObject({ changedLineCount: 0, voices: [], pronunciations: ['boat'] });
    await follow({ next });
    await settled(script);
    expect(textsSpoken()).toEqual(['A boat comes in.']);
  });

  it('a newer version: the next call quotes the read of that one', async () => {
    const script = await preparedScript();
    const { body: { version } } = await client.post(`/scripts/${script.id}/versions`, { content: LAMP.replace('wind.', 'rain.') });
    const { artifact, next } = await client.poll(`/artifacts/${script.artifactId}`, (body) => body.artifact.stale);
    expect(artifact.staleness).toMatchObject({ changedLineCount: 0, versionsBehind: 1, newerScriptUploadId: version.scriptUploadId });
    expect((await follow({ next })).body).toMatchObject({ status: 'quoted', credits: 10 });
    expect((await prepare(script.scriptUploadId)).body.next).toEqual(next);
  });

  it('a new person without a voice: the next call is refused, names the person, and works with suggested voices', async () => {
    const script = await preparedScript();
    await client.patch(`/scripts/${script.id}/content`, { content: LAMP.replace('ADA\nOnly the wind?', 'EVE\nOnly the wind?') });
    const { next } = await client.poll(`/artifacts/${script.artifactId}`, (body) => body.artifact.staleness?.parseStatus === 'complete');
    const refused = await follow({ next });
    expect([refused.status, refused.body.error.code, refused.body.error.details.missing.map(({ character }: any) => character)])
      .toEqual([409, 'cast_precondition_failed', ['EVE']]);
    expect((await follow({ next: { ...next, body: { acceptSuggestedVoices: true } } })).body.status).toBe('started');
    await settled(script);
  });
});
