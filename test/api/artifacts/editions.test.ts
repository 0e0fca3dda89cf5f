import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINE_SAMPLE_RATE, type SpeechRequest } from '../../../src/craft/speech/port.js';
import { EngineUnavailable } from '../../../src/kernel/contract/runs.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import { openJobStand, smallScreenplay, VOICES, voice, type JobStand } from '../../support/stands/job-stand.js';

let stand: JobStand;
let client: ApiClient;
/** What voices were asked to say. */
let asked: SpeechRequest[] = [];

beforeAll(async () => {
  stand = await openJobStand();
  stand.services.speech = async () => ({
    ...VOICES,
    async speak(request) {
      asked.push(request);
      const { text, voiceId, speed, emotion, take = 0 } = request;
      // Voice, speed, emotion and take decide the tone, so that every way to say a line sounds different.
      const tone = 8 + createHash('sha256').update(JSON.stringify([voiceId, speed, emotion, take])).digest()[0]! / 32;
      const samples = Int16Array.from({ length: text.length * LINE_SAMPLE_RATE / 20 }, (_, at) => Math.round(2_000 * Math.sin(at / tone)));
      return { samples, durationMs: text.length * 50 };
    },
  });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

/** Entries of each scene: heading, action, ADA, BEN. */
const CAST = { ADA: voice('ada'), BEN: voice('ben'), NARRATOR: voice('nell') };
const ADA_LINES = [2, 6];

function twoPeople(tag: string): Screenplay {
  const made = smallScreenplay(['ADA', 'BEN'], 'include', 4);
  const delivery = { emotion: 'neutral' as const, speed: 1, volume: 1, pauseAfterMs: 1_000 };
  return { ...made, entries: made.entries.map((entry) => (entry.kind === 'scene_heading' ? entry : { ...entry, text: `${tag} ${entry.index}: ${entry.text}`, delivery })) };
}

/** A read of two people that has an MP3; `asked` is empty. */
async function performedRead(): Promise<ReadyRead> {
  const read = await insertReadyRead({ api: stand.api }, client.accountId, twoPeople(randomUUID().slice(0, 8)), CAST);
  await client.post(`/artifacts/${read.artifactId}/finalize`, { waitForRecording: true });
  await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.manifest.audio.recordingUrl !== null);
  asked = [];
  return read;
}

const change = ({ artifactId }: ReadyRead, what: string, body: object): Promise<Answer> => client.post(`/artifacts/${artifactId}/${what}`, body);
const artifactOf = async ({ artifactId }: ReadyRead) => (await client.get(`/artifacts/${artifactId}`)).body.artifact;
const heard = ({ artifactId }: ReadyRead, edition: number) =>
  client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.edition === edition && !artifact.stale);
const mp3At = async (url: string): Promise<string> => createHash('sha256').update(new Uint8Array(await (await fetch(url)).arrayBuffer())).digest('hex');
const mp3Of = async (read: ReadyRead): Promise<string> => mp3At((await artifactOf(read)).manifest.audio.recordingUrl);
const linesOf = ({ artifactId }: ReadyRead) => stand.services.db.query<{ entryIndex: number; lineKey: string; startMs: number; endMs: number }>(
  `SELECT entry_index AS "entryIndex", line_key AS "lineKey", start_ms AS "startMs", end_ms AS "endMs" FROM performance_lines
   WHERE artifact_id = $1 AND revision = (SELECT max(revision) FROM performance_lines WHERE artifact_id = $1) ORDER BY position`, [artifactId]);
/** The entries whose sound has changed. */
const changedLines = (before: Awaited<ReturnType<typeof linesOf>>, after: typeof before): number[] =>
  after.filter(({ lineKey }, at) => before[at]!.lineKey !== lineKey).map(({ entryIndex }) => entryIndex);
const refusal = ({ status, body: { error } }: Answer) => [status, error.code, error.details?.field ?? error.details];

interface Case { what: string; body: object; speaks: number[]; says: object; shows?: object }

const CASES: Case[] = [
  { what: 'voice', body: { character: 'ada', voiceId: 'nell' }, speaks: ADA_LINES, says: { voiceId: 'nell' }, shows: { character: 'ADA', voice: { voiceId: 'nell', voiceName: 'Nell' } } },
  { what: 'cast', body: { entries: [{ character: 'ADA', voiceId: 'ben' }] }, speaks: ADA_LINES, says: { voiceId: 'ben' }, shows: { voiceMap: { ADA: { voiceId: 'ben' }, BEN: { voiceId: 'ben' } } } },
  { what: 'revoice', body: { character: 'ADA', confirm: true }, speaks: ADA_LINES, says: { voiceId: 'ada', take: 1 }, shows: { credits: 0 } },
  { what: 'revoice', body: { character: 'ADA', voiceId: 'nell', confirm: true }, speaks: ADA_LINES, says: { voiceId: 'nell', take: 1 } },
  { what: 'revoice-line', body: { entryIndex: 2 }, speaks: [2], says: { voiceId: 'ada', speed: 1, take: 1 } },
  { what: 'revoice-line', body: { entryIndex: 2, speed: 0.8 }, speaks: [2], says: { speed: 0.8 }, shows: { delivery: { speed: 0.8 } } },
  { what: 'revoice-line', body: { entryIndex: 2, actingDirection: 'whispering' }, speaks: [2], says: { emotion: 'whisper' }, shows: { delivery: { emotion: 'whisper' } } },
  { what: 'performance', body: { character: 'Ada', speed: 0.9, emotions: ['sad'] }, speaks: ADA_LINES, says: { speed: 0.9, emotion: 'sad' }, shows: { character: 'ADA', speed: 0.9, emotions: ['sad'] } },
  { what: 'performance', body: { character: 'ALL', speed: 1.2 }, speaks: [1, 2, 3, 5, 6, 7], says: { speed: 1.2 }, shows: { character: 'ALL', emotions: [] } },
];

describe('a change of the sound', () => {
  it.each(CASES)('$what $body: speaks those lines alone, under the same revision and links', async ({ what, body, speaks, says, shows = {} }) => {
    const read = await performedRead();
    const [before, mp3, was] = [await linesOf(read), await mp3Of(read), await artifactOf(read)];
    const { balance } = (await client.get('/credits')).body.credits;
    const changed = await change(read, what, body);
    expect([changed.status, changed.body]).toEqual([202, expect.objectContaining({
      artifactId: read.artifactId, status: 'started', revision: 1, edition: 1, linesToSpeak: speaks.length, lineCount: before.length,
    })]);
    expect(changed.body).toMatchObject(shows);
    // The old edition plays until the new one is complete.
    if (changed.body.stale) expect(changed.body.staleness.update).toMatchObject({ status: expect.stringMatching(/queued|performing|rendering/) });
    const { artifact } = await heard(read, 1);
    expect(artifact).toMatchObject({ currentVersion: 1, revision: 1, refineCount: 0, manifest: { shareToken: was.manifest.shareToken } });
    expect(await mp3Of(read)).not.toBe(mp3);
    expect(asked).toHaveLength(speaks.length);
    for (const request of asked) expect(request).toMatchObject(says);
    expect(changedLines(before, await linesOf(read))).toEqual(speaks);
    expect((await client.get('/credits')).body.credits.balance).toBe(balance);
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });

  it('starts nothing when the read already sounds so, and a repeated call gets the edition of the first', async () => {
    const read = await performedRead();
    expect(await change(read, 'voice', { character: 'ADA', voiceId: 'ada' })).toMatchObject({ status: 200, body: { status: 'current', edition: 0, linesToSpeak: 0 } });
    const key = randomUUID();
    const again = () => client.post(`/artifacts/${read.artifactId}/revoice-line`, { entryIndex: 2 }, { key });
    const first = await again();
    await heard(read, 1);
    expect(await again()).toMatchObject({ status: 202, body: first.body });
    expect((await artifactOf(read)).edition).toBe(1);
    // Without an idempotency key, every call makes another take.
    expect(await change(read, 'revoice-line', { entryIndex: 2 })).toMatchObject({ status: 202, body: { edition: 2 } });
    await heard(read, 2);
    expect(asked.map(({ take }) => take)).toEqual([1, 2]);
  });

  it('is performed when the call is repeated after a failed start, without making a second take', async () => {
    const read = await performedRead();
    const { engine } = stand.services;
    const start = engine.start.bind(engine);
    engine.start = async () => { throw new EngineUnavailable('away'); };
    const key = randomUUID();
    const call = () => client.post(`/artifacts/${read.artifactId}/revoice-line`, { entryIndex: 2 }, { key });
    try {
      expect((await call()).status).toBe(500);
    } finally {
      engine.start = start;
    }
    // The old edition plays.
    expect((await artifactOf(read)).edition).toBe(0);
    expect(await call()).toMatchObject({ status: 202, body: { status: 'started', edition: 1, linesToSpeak: 1 } });
    await heard(read, 1);
    expect(asked.map(({ take }) => take)).toEqual([1]);
  });

  it('quotes a revoice before it is confirmed', async () => {
    const read = await performedRead();
    const quoted = await change(read, 'revoice', { character: 'ADA' });
    expect([quoted.status, quoted.body]).toEqual([200, {
      artifactId: read.artifactId, character: 'ADA', status: 'quoted', quotedOnly: true, credits: 0, linesToSpeak: 2, next: expect.objectContaining({ method: 'POST' }),
    }]);
    expect((await artifactOf(read)).edition).toBe(0);
    const { method, path, body } = quoted.body.next;
    expect(method).toBe('POST');
    expect(await client.post(path, body)).toMatchObject({ status: 202, body: { edition: 1 } });
  });

  it('restores the former voice, and can undo that too', async () => {
    const read = await performedRead();
    expect(refusal(await change(read, 'voice/restore', { character: 'ADA' }))).toEqual([400, 'validation_failed', 'character']);
    await change(read, 'voice', { character: 'ADA', voiceId: 'nell', skipCanon: true });
    await heard(read, 1);
    asked = [];
    expect(await change(read, 'voice/restore', { character: 'ADA' })).toMatchObject({ status: 202, body: { edition: 2, linesToSpeak: 0, voice: { voiceId: 'ada' } } });
    await heard(read, 2);
    expect(asked).toEqual([]);
    expect(await change(read, 'voice/restore', { character: 'ADA' })).toMatchObject({ body: { edition: 3, voice: { voiceId: 'nell' } } });
    const old = await insertReadyRead({ api: stand.api }, client.accountId, twoPeople('old'), { ...CAST, ADA: voice('old') });
    await change(old, 'voice', { character: 'ADA', voiceId: 'nell', skipCanon: true });
    expect(refusal(await change(old, 'voice/restore', { character: 'ADA' }))).toEqual([409, 'voice_retired', 'character']);
  });

  it('sets the voice in the cast canon too, unless the call skips that', async () => {
    const read = await performedRead();
    const canonVoice = async () => {
      const { castCanon } = (await client.get(`/story-projects/${read.projectId}/cast-canon`)).body;
      return castCanon.characters.find(({ name }: { name: string }) => name === 'BEN')?.voice?.voiceId ?? null;
    };
    await change(read, 'voice', { character: 'BEN', voiceId: 'nell', skipCanon: true });
    expect(await canonVoice()).toBeNull();
    await change(read, 'voice', { character: 'BEN', voiceId: 'ada' });
    expect(await canonVoice()).toBe('ada');
    const { artifact } = await heard(read, 2);
    expect(artifact.staleness).toBeNull();
  });

  it('draws people in the given style, and keeps the style when the words change', async () => {
    const read = await performedRead();
    const faces = async () => {
      const { cast, avatarStyle } = (await client.get(`/artifacts/${read.artifactId}/cast`)).body;
      const seen = cast.filter(({ avatarUrl }: any) => avatarUrl !== null);
      return { avatarStyle, drawn: await Promise.all(seen.map(async ({ avatarUrl }: any) => (await fetch(avatarUrl)).text())) };
    };
    const before = await faces();
    const style = 'Ada has long red hair and wears round glasses. Ben is bald and has a white beard.';
    const changed = await change(read, 'cast', { avatarStyle: style });
    expect([changed.status, changed.body]).toEqual([202, expect.objectContaining({
      edition: 1, linesToSpeak: 0, voiceMap: expect.objectContaining({ ADA: expect.anything() }),
      avatars: ['ADA', 'BEN'].map((character) => ({ character, status: 'queued', chatToolJobId: null })),
    })]);
    await heard(read, 1);
    const after = await faces();
    expect([before.avatarStyle, after.avatarStyle, after.drawn.length]).toEqual([null, style, 2]);
    after.drawn.forEach((face, at) => expect(face).not.toBe(before.drawn[at]));
    expect(asked).toEqual([]);
    expect(await change(read, 'cast', { avatarStyle: style })).toMatchObject({ status: 200, body: { status: 'current', avatars: [{ status: 'ready' }, { status: 'ready' }] } });
    await client.post(`/artifacts/${read.artifactId}/script/edits`, { expectedRevision: 1, edits: [{ op: 'cut', from: 1 }] });
    await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.currentVersion === 2 && !artifact.stale);
    expect((await faces()).avatarStyle).toBe(style);
  });

  it('applies an effect to spoken lines, and removes it again', async () => {
    const read = await performedRead();
    const before = await linesOf(read);
    const modified = await change(read, 'voice-modification', { startEntryIndex: 2, endEntryIndex: 3, params: { reverb: 'hall' } });
    expect([modified.status, modified.body]).toEqual([202, expect.objectContaining({
      artifactId: read.artifactId, modificationId: expect.stringMatching(/^edn_/), status: 'queued', effect: 'autotune', linesToSpeak: 0,
      params: { key: 'D', scale: 'minpent', strength: 1, smooth: 1, reverb: 'hall' },
    })]);
    await heard(read, 1);
    const after = await linesOf(read);
    expect(asked).toEqual([]);
    expect(changedLines(before, after)).toEqual([2, 3]);
    // The reverb sounds in the pause after the words, so the next line begins when it did before.
    expect(after.map(({ startMs }) => startMs)).toEqual(before.map(({ startMs }) => startMs));
    expect(after[1]!.endMs - before[1]!.endMs).toBe(700);
    expect(await change(read, 'voice-modification', { startEntryIndex: 0, endEntryIndex: 7, params: { strength: 0, reverb: 'none' } })).toMatchObject({ status: 202 });
    await heard(read, 2);
    expect(changedLines(before, await linesOf(read))).toEqual([]);
  });

  it('survives a change of the words, and counts editions apart from revisions', async () => {
    const read = await performedRead();
    await change(read, 'revoice-line', { entryIndex: 3, speed: 0.7 });
    await change(read, 'performance', { character: 'ADA', emotions: ['calm'] });
    await heard(read, 2);
    asked = [];
    const former = await mp3Of(read);
    const edited = await client.post(`/artifacts/${read.artifactId}/script/edits`, { expectedRevision: 1, edits: [{ op: 'edit', entryIndex: 2, text: 'Quite other words.' }, { op: 'cut', from: 1 }] });
    expect(edited).toMatchObject({ status: 202, body: { revision: 2, edition: 0, linesToSpeak: 1 } });
    const { artifact } = await client.poll(`/artifacts/${read.artifactId}`, ({ artifact: now }) => now.currentVersion === 2 && !now.stale);
    expect(artifact).toMatchObject({ revision: 2, edition: 0 });
    expect(asked).toMatchObject([{ text: 'Quite other words.', emotion: 'calm' }]);
    // An earlier revision is shown in its last edition, with the MP3 that it had; nothing is left to do for it, also when the newest one has changes.
    await change(read, 'voice', { character: 'ADA', voiceId: 'nell' });
    const { body: earlier } = await client.get(`/artifacts/${read.artifactId}?revision=1`);
    expect(earlier).toMatchObject({ artifact: { revision: 1, edition: 2, currentVersion: 2, stale: false, staleness: null } });
    expect(earlier.next).toBeUndefined();
    expect(await mp3At(earlier.artifact.manifest.audio.recordingUrl)).toBe(former);
    expect(await mp3Of(read)).not.toBe(former);
    await heard(read, 1);
    const { body: { script } } = await client.get(`/artifacts/${read.artifactId}/script/edits`);
    expect([script.revision, script.revisions.map(({ revision, cause }: { revision: number; cause: string }) => [revision, cause])]).toEqual([2, [[2, 'edit'], [1, 'initial']]]);
  });

  it('is not lost when another one is sent at once', async () => {
    const read = await performedRead();
    const both = await Promise.all([change(read, 'voice', { character: 'ADA', voiceId: 'nell' }), change(read, 'performance', { character: 'BEN', speed: 1.3 })]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(both.map(({ body }) => body.edition).sort()).toEqual([1, 2]);
    await heard(read, 2);
    const { body: { cast } } = await client.get(`/artifacts/${read.artifactId}/cast`);
    expect(cast.find(({ character }: { character: string }) => character === 'ADA')).toMatchObject({ voiceId: 'nell' });
    // The two editions are performed at once, and either may be the first to ask for a line.
    expect(new Set(asked.filter(({ speed }) => speed === 1.3).map(({ text }) => text)).size).toBe(2);
  });

  it('is refused when a voice of the read is gone, and when the words changed meanwhile', async () => {
    const gone = await insertReadyRead({ api: stand.api }, client.accountId, twoPeople('gone'), { ...CAST, BEN: voice('vanished') });
    expect(refusal(await change(gone, 'performance', { character: 'ADA', speed: 0.9 }))).toEqual([409, 'cast_precondition_failed', expect.objectContaining({ missing: expect.anything() })]);
    const read = await performedRead();
    const { speech } = stand.services;
    stand.services.speech = async () => {
      stand.services.speech = speech;
      await client.post(`/artifacts/${read.artifactId}/script/edits`, { expectedRevision: 1, edits: [{ op: 'edit', entryIndex: 2, text: 'Meanwhile.' }] });
      return speech();
    };
    expect(refusal(await change(read, 'performance', { character: 'ADA', speed: 0.9 }))).toEqual([409, 'version_conflict', { expected: 1, actual: 2 }]);
  });

  it.each([
    ['voice', { character: 'NOBODY', voiceId: 'nell' }, [400, 'validation_failed', 'character']],
    ['voice', { character: 'ADA', voiceId: 'none' }, [400, 'validation_failed', 'voiceId']],
    ['voice', { character: 'ADA', voiceId: 'old' }, [409, 'voice_retired', 'voiceId']],
    ['cast', { entries: [{ character: 'ADA', voiceId: 'nell' }, { character: 'ada', voiceId: 'ben' }] }, [400, 'validation_failed', 'entries.1.character']],
    ['cast', { entries: [] }, [400, 'validation_failed', 'entries']],
    ['revoice-line', { entryIndex: 0 }, [400, 'validation_failed', 'entryIndex']],
    ['revoice-line', { entryIndex: 99 }, [400, 'validation_failed', 'entryIndex']],
    ['revoice-line', { entryIndex: 2, actingDirection: 'like a cathedral' }, [400, 'validation_failed', 'actingDirection']],
    ['voice-modification', { startEntryIndex: 3, endEntryIndex: 2 }, [400, 'validation_failed', 'endEntryIndex']],
    ['voice-modification', { startEntryIndex: 0, endEntryIndex: 0 }, [400, 'validation_failed', 'startEntryIndex']],
    ['voice-modification', { startEntryIndex: 2, endEntryIndex: 99 }, [400, 'validation_failed', 'endEntryIndex']],
    ['performance', { character: 'ADA' }, [400, 'validation_failed', expect.anything()]],
    ['revoice', { character: 'NOBODY' }, [400, 'validation_failed', 'character']],
  ])('%s %j is refused by name, and nothing changes', async (what, body, expected) => {
    const read = await insertReadyRead({ api: stand.api }, client.accountId, twoPeople('refused'), CAST);
    expect(refusal(await change(read, what, body))).toEqual(expected);
    expect((await artifactOf(read)).edition).toBe(0);
  });

  it('answers 404 for the reads of another account', async () => {
    const read = await insertReadyRead({ api: stand.api }, client.accountId, twoPeople('foreign'), CAST);
    const other = await stand.newAccount({});
    expect(await other.post(`/artifacts/${read.artifactId}/voice`, { character: 'ADA', voiceId: 'nell' })).toMatchObject({ status: 404 });
  });
});
