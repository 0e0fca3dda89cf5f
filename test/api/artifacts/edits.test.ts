import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINE_SAMPLE_RATE } from '../../../src/craft/speech/port.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import { openJobStand, smallScreenplay, VOICES, voice, type JobStand } from '../../support/stands/job-stand.js';

let stand: JobStand;
let client: ApiClient;
/** The words that voices were asked to say. */
let spoken: string[] = [];

beforeAll(async () => {
  stand = await openJobStand();
  stand.services.speech = async () => ({
    ...VOICES,
    async speak({ text }) {
      spoken.push(text);
      const samples = Int16Array.from({ length: text.length * LINE_SAMPLE_RATE / 20 }, (_, at) => Math.round(2_000 * Math.sin(at / 10)));
      return { samples, durationMs: text.length * 50 };
    },
  });
  client = await stand.newAccount({ credits: 100 });
});
afterAll(() => stand.close());

/** Entries of each scene: heading, action, ADA, BEN, LADY, BEN. */
const TURNS = ['ADA', 'BEN', 'LADY', 'BEN'];
const CAST = { ADA: voice('ada'), BEN: voice('ben'), LADY: voice('nell'), NARRATOR: voice('nell') };

function threePeople(tag: string): Screenplay {
  const made = smallScreenplay(TURNS, 'include', 8);
  const delivery = { emotion: 'neutral' as const, speed: 1, volume: 1, pauseAfterMs: 300 };
  return {
    ...made,
    entries: made.entries.map((entry) => (entry.kind === 'scene_heading' ? entry : { ...entry, text: `${tag}: ${entry.text}`, delivery })),
    cast: ['ADA', 'BEN', 'LADY'].map((character) => ({ ...made.cast[0]!, character, description: `${character} of the story` })),
  };
}

/** A read of three people that is performed; `spoken` is empty. */
async function performedRead(): Promise<ReadyRead> {
  const read = await insertReadyRead({ api: stand.api }, client.accountId, threePeople(randomUUID().slice(0, 8)), CAST);
  await client.post(`/artifacts/${read.artifactId}/finalize`, { waitForRecording: true });
  await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.manifest.audio.recordingUrl !== null);
  spoken = [];
  return read;
}

const edit = (read: ReadyRead, expectedRevision: number, edits: object[], more: object = {}): Promise<Answer> =>
  client.post(`/artifacts/${read.artifactId}/script/edits`, { expectedRevision, edits, ...more });
const replace = (read: ReadyRead, body: object): Promise<Answer> => client.post(`/artifacts/${read.artifactId}/script`, body);
const artifactOf = async ({ artifactId }: ReadyRead) => (await client.get(`/artifacts/${artifactId}`)).body.artifact;
const scriptOf = async ({ artifactId }: ReadyRead) => (await client.get(`/artifacts/${artifactId}/script`)).body.script;
const toEdit = async ({ artifactId }: ReadyRead) => (await client.get(`/artifacts/${artifactId}/script/edits`)).body.script;
const recorded = ({ artifactId }: ReadyRead, revision: number) =>
  client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.currentVersion === revision && !artifact.stale);
const refusal = ({ status, body: { error } }: Answer) => [status, error.code, error.details?.field ?? error.details];
const speakers = ({ entries }: any) => entries.filter(({ kind }: any) => kind === 'dialogue').map(({ character }: any) => character);

describe('the script of a read is corrected', () => {
  it('merging two people speaks only lines that get another voice, under the same id and links, and is undone for free', async () => {
    const read = await performedRead();
    const before = await artifactOf(read);
    const old = await scriptOf(read);
    const answer = await edit(read, 1, [{ op: 'merge', characters: ['Lady'], into: 'Ada' }]);
    expect([answer.status, answer.body]).toMatchObject([202, { status: 'started', revision: 2, linesToSpeak: 2, lineCount: 10, next: { path: `/artifacts/${read.artifactId}` } }]);
    await recorded(read, 2);
    expect([...spoken].sort()).toEqual(old.entries.filter(({ character }: any) => character === 'LADY').map(({ text }: any) => text).sort());
    const after = await artifactOf(read);
    expect(after.manifest).toMatchObject({ shareToken: before.manifest.shareToken, theaterUrl: before.manifest.theaterUrl });
    expect(after.manifest.audio.recordingUrl).not.toBeNull();
    expect(speakers(await scriptOf(read))).toEqual(['ADA', 'BEN', 'ADA', 'BEN', 'ADA', 'BEN', 'ADA', 'BEN']);
    expect((await client.get(`/artifacts/${read.artifactId}/cast`)).body.cast.map(({ character, lineCount }: any) => [character, lineCount]))
      .toEqual(expect.arrayContaining([['ADA', 4], ['BEN', 4]]));

    spoken = [];
    const undone = await client.post(`/artifacts/${read.artifactId}/script/edits`, { expectedRevision: 2, restoreRevision: 1 });
    expect(undone.body).toMatchObject({ status: 'started', revision: 3, linesToSpeak: 0 });
    await recorded(read, 3);
    expect(spoken).toEqual([]);
    expect((await toEdit(read)).revisions.map(({ revision, restores }: any) => [revision, restores])).toEqual([[3, 1], [2, null], [1, null]]);
    expect((await scriptOf(read)).entries).toEqual(old.entries);
    expect(await checkLedger(stand.services.db)).toEqual([]);
    expect((await client.get('/credits')).body.credits.balance).toBeLessThanOrEqual(94);
  });

  it('a new name speaks nothing again; reassigned, edited, cut and joined lines speak only themselves', async () => {
    const read = await performedRead();
    expect((await edit(read, 1, [{ op: 'rename', character: 'LADY', name: 'Helen Stoner' }])).body).toMatchObject({ revision: 2, linesToSpeak: 0 });
    const { entries } = await scriptOf(read);
    // These edits do not wait for the sound of the rename before them.
    const made = await edit(read, 2, [
      { op: 'reassign', from: 3, character: 'Helen Stoner' }, { op: 'edit', entryIndex: 2, text: 'Nobody is there.', parenthetical: 'softly' },
      { op: 'cut', from: 5 }, { op: 'reassign', from: 8, to: 9, character: 'ADA' }, { op: 'join', from: 8, to: 9 },
    ]);
    expect(made.body).toMatchObject({ revision: 3, linesToSpeak: 3 });
    await recorded(read, 3);
    expect([...spoken].sort()).toEqual([entries[3].text, 'Nobody is there.', `${entries[8].text} ${entries[9].text}`].sort());
    const now = await scriptOf(read);
    expect(speakers(now)).toEqual(['ADA', 'HELEN STONER', 'HELEN STONER', 'ADA', 'HELEN STONER', 'BEN']);
    expect(now.entries[2]).toMatchObject({ text: 'Nobody is there.', parenthetical: 'softly', origin: 'edited' });
    expect(now.entries.map(({ index }: any) => index)).toEqual([...now.entries.keys()]);
    expect(now.scenes.map(({ firstEntry, lastEntry }: any) => [firstEntry, lastEntry])).toEqual([[0, 4], [5, 9]]);
    expect(now.reviewNotes.map(({ entryIndex }: any) => entryIndex)).toEqual([2, null]);
  });

  it('a voice is changed for one read, and a newcomer needs one or takes the suggested one', async () => {
    const read = await performedRead();
    expect((await edit(read, 1, [{ op: 'voice', character: 'LADY', voiceId: 'ada' }])).body).toMatchObject({ linesToSpeak: 2 });
    expect((await recorded(read, 2)).artifact.staleness).toBeNull();
    expect((await toEdit(read)).cast.find(({ character }: any) => character === 'LADY')).toMatchObject({ voiceId: 'ada', lineCount: 2 });
    const newcomer = [{ op: 'reassign', from: 4, character: 'Mr. Holmes' }];
    expect(refusal(await edit(read, 2, newcomer)).slice(0, 2)).toEqual([409, 'cast_precondition_failed']);
    expect((await edit(read, 2, newcomer, { acceptSuggestedVoices: true })).body).toMatchObject({ status: 'started', revision: 3 });
  });

  it('shows each line with its sound, and what it was before the last change', async () => {
    const read = await performedRead();
    const { lines: [, , line] } = await toEdit(read);
    expect(line).toMatchObject({ speaker: 'ADA', was: null, soundUrl: expect.stringContaining('/line-sounds/') });
    await edit(read, 1, [{ op: 'reassign', from: 2, character: 'BEN' }]);
    await recorded(read, 2);
    const { lines: [, , changed, other], revisions } = await toEdit(read);
    expect(changed).toMatchObject({ speaker: 'BEN', text: line.text, was: { character: 'ADA', text: line.text, voiceName: 'Ada', soundUrl: line.soundUrl } });
    expect(other.was).toBeNull();
    const sounds = await Promise.all([changed.soundUrl, changed.was.soundUrl].map(async (url) => fetch(url)));
    for (const sound of sounds) {
      const bytes = await sound.arrayBuffer();
      expect([sound.status, sound.headers.get('content-type'), bytes.byteLength > 1_000]).toEqual([200, 'audio/wav', true]);
      // A player that believes another rate speaks too fast.
      expect(new DataView(bytes).getUint32(24, true)).toBe(24_000);
    }
    expect((await fetch(changed.soundUrl.replace(/.{9}$/, 'AAAAAAAAA'))).status).toBe(404);
    expect(revisions.map(({ revision, cause }: any) => [revision, cause])).toEqual([[2, 'edit'], [1, 'initial']]);
  });

  it('is heard only later when its sound is put off', async () => {
    const read = await performedRead();
    const put = await edit(read, 1, [{ op: 'edit', entryIndex: 2, text: 'Later.' }], { deferAudio: true });
    expect(put.body).toMatchObject({
      status: 'deferred', revision: 2, stale: true, staleness: { corrected: true, update: null }, next: { path: `/artifacts/${read.artifactId}/update-recording` },
    });
    expect((await client.post(`/artifacts/${read.artifactId}/update-recording`, {})).body).toMatchObject({ status: 'started', staleness: { corrected: true } });
    await recorded(read, 2);
    expect(spoken).toEqual(['Later.']);
    expect((await client.post(`/artifacts/${read.artifactId}/update-recording`, {})).body).toMatchObject({ status: 'current' });
  });

  it('a change of the cast follows the corrections instead of losing them', async () => {
    const read = await performedRead();
    await stand.services.db.query(`UPDATE artifact_revisions SET content = content || '{"castVoices": {}}' WHERE artifact_id = $1`, [read.artifactId]);
    await edit(read, 1, [{ op: 'edit', entryIndex: 2, text: 'Kept.' }], { deferAudio: true });
    await client.patch(`/story-projects/${read.projectId}/cast-canon`, { characters: [{ name: 'Lady', voice: voice('ben') }] });
    expect((await artifactOf(read)).staleness).toMatchObject({ corrected: true, voices: ['LADY'] });
    await client.post(`/artifacts/${read.artifactId}/update-recording`, {});
    // The corrected words get the new voice in another edition of revision 2; no third revision is made.
    await recorded(read, 2);
    expect((await artifactOf(read)).edition).toBe(1);
    expect((await scriptOf(read)).entries[2].text).toBe('Kept.');
  });

  it('refuses what cannot be done, names the edit, and changes nothing', async () => {
    const read = await performedRead();
    const cases: [object[], string][] = [
      [[{ op: 'edit', entryIndex: 99, text: 'x' }], 'edits.0.entryIndex'], [[{ op: 'cut', from: 2 }, { op: 'edit', entryIndex: 2, text: 'x' }], 'edits.1.entryIndex'],
      [[{ op: 'merge', characters: ['ADA'], into: 'Ada' }], 'edits.0.characters'], [[{ op: 'merge', characters: ['NOBODY'], into: 'ADA' }], 'edits.0.characters'],
      [[{ op: 'rename', character: 'ADA', name: 'Ben' }], 'edits.0.name'], [[{ op: 'rename', character: 'ADA', name: '!' }], 'edits.0.name'],
      [[{ op: 'cut', from: 0, to: 11 }], 'edits.0.from'], [[{ op: 'join', from: 2, to: 3 }], 'edits.0.to'], [[{ op: 'cut', from: 4, to: 2 }], 'edits.0.to'],
      [[{ op: 'reassign', from: 0, character: 'ADA' }], 'edits.0.from'], [[{ op: 'edit', entryIndex: 2, text: ' ' }], 'edits.0.text'],
      [[{ op: 'voice', character: 'ADA', voiceId: 'nobody' }], 'edits.0.voiceId'], [[{ op: 'rename', character: 'ADA' }], 'edits.0.name'],
      [[{ op: 'cut', from: 2, name: 'x' }], 'edits.0.name'],
    ];
    for (const [edits, field] of cases) expect([field, ...refusal(await edit(read, 1, edits))]).toEqual([field, 400, 'validation_failed', field]);
    expect(refusal(await edit(read, 9, [{ op: 'cut', from: 2 }]))).toEqual([409, 'version_conflict', { expected: 9, actual: 1 }]);
    expect(refusal(await client.post(`/artifacts/${read.artifactId}/script/edits`, { expectedRevision: 1, restoreRevision: 7 }))).toEqual([400, 'validation_failed', 'restoreRevision']);
    expect((await toEdit(read)).revision).toBe(1);
    expect(spoken).toEqual([]);
  });

  it('the second of two people who correct the same revision gets a conflict; a repeat of the winning edit is answered', async () => {
    const read = await performedRead();
    const raced = await Promise.all(['One.', 'Two.'].map((text) => edit(read, 1, [{ op: 'edit', entryIndex: 2, text }])));
    expect(raced.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(refusal(raced.find(({ status }) => status === 409)!)).toEqual([409, 'version_conflict', { expected: 1, actual: 2 }]);
    const { lines } = await toEdit(read);
    const again = await edit(read, 1, [{ op: 'edit', entryIndex: 2, text: lines[2].text }]);
    expect(again.body).toMatchObject({ status: 'started', revision: 2 });
    expect((await edit(read, 2, [{ op: 'edit', entryIndex: 2, text: lines[2].text }])).body).toMatchObject({ status: 'current', revision: 2 });
  });
});

describe('the script of a read is replaced', () => {
  it('by the entries that the API returns: equal ones make no revision, and only changed ones are spoken', async () => {
    const read = await performedRead();
    const { entries } = await scriptOf(read);
    const same = await replace(read, { entries });
    expect([same.status, same.body]).toMatchObject([200, { status: 'current', revision: 1, linesToSpeak: 0, storyJob: { id: read.jobId, status: 'READY' } }]);
    const changed = entries.filter(({ index }: any) => index !== 4).map((entry: any) => (entry.index === 3 ? { ...entry, text: 'Someone is there.' } : entry));
    const answer = await replace(read, { entries: changed, expectedRevision: 1 });
    expect([answer.status, answer.body]).toMatchObject([202, { status: 'started', revision: 2, linesToSpeak: 1, storyJob: { id: read.jobId } }]);
    await recorded(read, 2);
    expect(spoken).toEqual(['Someone is there.']);
    expect((await scriptOf(read)).entries.map(({ text }: any) => text)).toEqual(changed.map(({ text }: any) => text));
  });

  it('by a text in Fountain: unchanged lines keep their sound, and newcomers need a voice', async () => {
    const read = await performedRead();
    const { entries } = await scriptOf(read);
    const content = `INT. ROOM 1 - DAY\n\n${entries[1].text}\n\nADA\n${entries[2].text}\n\nMARA\nA light!\n\nBEN\n${entries[3].text}`;
    expect(refusal(await replace(read, { content })).slice(0, 2)).toEqual([409, 'cast_precondition_failed']);
    expect((await replace(read, { content, acceptSuggestedVoices: true })).body).toMatchObject({ revision: 2, linesToSpeak: 1, lineCount: 4 });
    await recorded(read, 2);
    expect(spoken).toEqual(['A light!']);
    expect(speakers(await scriptOf(read))).toEqual(['ADA', 'MARA', 'BEN']);
  });

  it('without a narrator, and with one again', async () => {
    const read = await performedRead();
    const { entries } = await scriptOf(read);
    expect((await replace(read, { entries, narrationPolicy: 'suppress' })).body).toMatchObject({ revision: 2, linesToSpeak: 0, lineCount: 8 });
    await recorded(read, 2);
    expect((await toEdit(read)).cast.map(({ character }: any) => character)).not.toContain('NARRATOR');
    expect((await replace(read, { entries, narrationPolicy: 'include', acceptSuggestedVoices: true })).body).toMatchObject({ revision: 3, lineCount: 12 });
  });

  it('never by a text that is no screenplay, or by an instruction; the read stays as it is', async () => {
    const read = await performedRead();
    const { entries } = await scriptOf(read);
    for (const [body, code, field] of [
      [{ content: 'Prose about nothing in particular, on and on.\n\nMore of it.' }, 'source_incomplete', { reason: 'not_a_screenplay' }],
      [{ content: ' ' }, 'validation_failed', 'content'], [{ entries: [{ kind: 'dialogue', text: 'Hello.' }] }, 'validation_failed', 'entries.0.character'],
      [{ entries: [{ kind: 'scene_heading', text: 'INT. ROOM' }] }, 'validation_failed', 'entries'], [{ entries, instruction: 'Make it funny' }, 'validation_failed', 'instruction'],
      [{ entries, deferMusic: true }, 'validation_failed', 'deferMusic'],
    ] as const) expect(refusal(await replace(read, body))).toEqual([400, code, field]);
    expect(refusal(await replace(read, { content: `INT. A\n\n${'ADA\nHello there.\n\n'.repeat(120_000)}` })).slice(0, 2)).toEqual([400, 'source_too_large']);
    expect((await toEdit(read)).revision).toBe(1);
    expect((await artifactOf(read)).stale).toBe(false);
  });
});
