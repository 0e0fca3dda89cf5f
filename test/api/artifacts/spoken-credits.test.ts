import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findHearableStart, findPerformance, listPerformedLines } from '../../../src/domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../../src/domain/artifacts/read-store.js';
import { factsOf, programmeOf } from '../../../src/domain/publishing/releases/programme.js';
import { vttOf } from '../../../src/pages/publishing/transcripts.js';
import type { ApiClient } from '../../support/api-client.js';
import { approvedPlan, finalizedRead, finishedJob, hearRead, startJob } from '../../support/main-job.js';
import { insertReadyRead, TEST_VOICES, testScreenplay } from '../../support/ready-read.js';
import { LAMP, uploaded } from '../../support/stands/script-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const OPENING = 'The Light at Corran Head, by Ann Hale.';
const CLOSING = 'That was The Light at Corran Head, by Ann Hale. Performed by synthetic voices.';

const creditedRead = () => insertReadyRead(stand, client.accountId, { ...testScreenplay(), author: 'Ann Hale', credited: { title: 'The Light at Corran Head' } });
const performanceOf = async (artifactId: string, revision = 1) => (await findPerformance(stand.api.services.db, artifactId, revision))!;

/** The cues of captions: their names, their words without times, and when they begin and end, in milliseconds. */
function cuesOf(vtt: string): { name: string; words: string; fromMs: number; toMs: number }[] {
  const ms = (stamp: string): number => Math.round(stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000);
  return vtt.split('\n\n').slice(1).map((cue) => {
    const [name, times, ...words] = cue.trim().split('\n');
    const [from, to] = times!.split(' --> ');
    return { name: name!, words: words.join(' ').replace(/<[^>]*>/g, ''), fromMs: ms(from!), toMs: ms(to!) };
  });
}

/** The loudest sample of a part of the voices. */
async function peakOf(key: string): Promise<number> {
  const bytes = await stand.api.services.store.get(key);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

describe('a read with credits', () => {
  it('says them around its lines, in the narrator’s voice, and shows them where words are shown', async () => {
    const { artifactId } = await creditedRead();
    const { bytes } = await hearRead(client, artifactId);
    const { db } = stand.api.services;
    const { credits, durationMs } = await performanceOf(artifactId);
    const lines = await listPerformedLines(db, artifactId, 1);
    expect([credits!.opening!.text, credits!.closing!.text]).toEqual([OPENING, CLOSING]);
    expect([credits!.opening!.startMs, lines[0]!.startMs - credits!.opening!.endMs]).toEqual([2_200, 900]);
    expect([credits!.closing!.startMs - lines.at(-1)!.endMs, durationMs! - credits!.closing!.endMs]).toEqual([2_600, 800]);
    for (const { key } of [credits!.opening!, credits!.closing!]) expect(await peakOf(key)).toBeGreaterThan(2_000);
    // The room heard all of it: every frame lasts 24 ms and has 288 bytes.
    expect(Math.abs((bytes.length / 288) * 24 - durationMs!)).toBeLessThan(150);

    const { recordingDurationMs: recordedMs } = (await finalizedRead(client, artifactId)).audio;
    expect(Math.abs(recordedMs - durationMs!)).toBeLessThan(100);
    const { artifact } = (await client.get(`/artifacts/${artifactId}`)).body;
    const cues = cuesOf(await (await fetch(`${artifact.manifest.theaterUrl}/captions.vtt`)).text());
    expect([cues[0], cues.at(-1)]).toEqual([
      { name: 'opening', words: OPENING, fromMs: credits!.opening!.startMs, toMs: credits!.opening!.endMs },
      { name: 'closing', words: CLOSING, fromMs: credits!.closing!.startMs, toMs: credits!.closing!.endMs },
    ]);
    const page = await (await fetch(artifact.manifest.theaterUrl)).text();
    for (const text of [OPENING, CLOSING]) expect(page).toContain(`<p class="curtain-line">${text}</p>`);

    const programme = await programmeOf(stand.api.services, (await findCurrentRead(db, artifactId))!);
    const { opening: _opening, closing: _closing, ...withoutCredits } = programme;
    expect(factsOf(programme).lineCount).toBe(lines.length);
    expect(cuesOf(vttOf(programme)).map(({ name, words }) => [name, words])).toEqual([
      ['opening', OPENING], ...cuesOf(vttOf(withoutCredits)).map(({ name, words }) => [name, words]), ['closing', CLOSING]]);
    const { script } = (await client.get(`/artifacts/${artifactId}/script`)).body;
    expect(script.entries.some(({ text }: any) => text.includes('Corran Head, by'))).toBe(false);
  });

  it('starts the clock of a room with the credits before the first line', async () => {
    const { artifactId } = await creditedRead();
    await hearRead(client, artifactId);
    const { db } = stand.api.services;
    const [first] = await db.query<{ heardAt: Date; entryIndex: number }>(
      'SELECT created_at AS "heardAt", entry_index AS "entryIndex" FROM performance_lines WHERE artifact_id = $1 AND position = 0', [artifactId]);
    const whole = await findHearableStart(db, artifactId, 1, null);
    expect(whole.startedAt!.getTime()).toBeGreaterThanOrEqual(first!.heardAt.getTime());
    const part = await findHearableStart(db, artifactId, 1, { firstEntry: first!.entryIndex, lastEntry: first!.entryIndex });
    expect(part.startedAt!.getTime()).toBe(first!.heardAt.getTime());
  });

  it('has no credits without a narrator', async () => {
    const { NARRATOR: _, ...voices } = TEST_VOICES;
    const spoken = testScreenplay();
    const entries = spoken.entries.filter(({ character }) => character !== 'NARRATOR').map((entry, index) => ({ ...entry, index }));
    const { artifactId } = await insertReadyRead(stand, client.accountId, {
      ...spoken, entries, cast: spoken.cast.filter(({ character }) => character !== 'NARRATOR'), narrationPolicy: 'suppress', credited: { title: 'The Light' },
      scenes: [{ ...spoken.scenes[0]!, lastEntry: entries.length - 1 }],
    }, voices);
    await hearRead(client, artifactId);
    expect((await performanceOf(artifactId)).credits).toBeNull();
    expect((await listPerformedLines(stand.api.services.db, artifactId, 1))[0]!.startMs).toBe(2_200);
  });
});

/** A performed read of a plan. */
async function plannedRead(...request: Parameters<typeof approvedPlan>): Promise<string> {
  const { body } = await startJob(client, await approvedPlan(...request));
  const { artifacts: [{ id }] } = await finishedJob(client, body.job.id);
  await hearRead(client, id);
  return id;
}

const creditsOfPlan = async (...request: Parameters<typeof approvedPlan>) => (await performanceOf(await plannedRead(...request))).credits;

describe('a read of a text', () => {
  it('says title and part of the text in its credits, in the new voice when the narrator gets another one', async () => {
    const artifactId = await plannedRead(client);
    const { credits } = await performanceOf(artifactId);
    expect([credits!.opening!.text, credits!.closing!.text]).toEqual(
      ['The Light at Corran Head. Part 4 of 6.', 'That was part 4 of The Light at Corran Head. Performed by synthetic voices.']);
    await finalizedRead(client, artifactId);
    const { cast } = (await client.get(`/artifacts/${artifactId}/cast`)).body;
    const voiceId = ['stage-narrator-f', 'stage-narrator-m'].find((other) => other !== cast.find(({ character }: any) => character === 'NARRATOR').voiceId);
    expect(await client.post(`/artifacts/${artifactId}/voice`, { character: 'NARRATOR', voiceId, skipCanon: true }))
      .toMatchObject({ status: 202, body: { edition: 1 } });
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.edition === 1 && !artifact.stale);
    const { credits: after } = await performanceOf(artifactId, 2);
    expect(after!.opening!.text).toBe(credits!.opening!.text);
    expect(after!.opening!.key).not.toBe(credits!.opening!.key);
  });

  it('has no credits where its plan declines them, and no opening where the programme has one', async () => {
    expect(await creditsOfPlan(client, 60, undefined, 'drama', { announceTitle: false })).toBeNull();
    expect(Object.keys((await creditsOfPlan(client, 60, undefined, 'podcast'))!)).toEqual(['closing']);
  });
});

describe('a read of a screenplay', () => {
  it.each([
    [undefined, 'The Last Train, by Ann Hale.'], [false, undefined],
  ])('says its title page, unless asked not to (announceTitle: %s)', async (announceTitle, opening) => {
    const caller = await stand.newAccount({ credits: 100 });
    const script = await uploaded(caller, LAMP.replace('Title: The Lamp', 'Title: _**THE LAST TRAIN**_').replace('A. Writer', 'Ann Hale'));
    await caller.patch(`/story-projects/${script.projectId}/series-bible`, { content: { productionMedium: 'audio' } });
    const choice = { confirmed: true, acceptSuggestedVoices: true, ...(announceTitle === undefined ? {} : { announceTitle }) };
    const { body: { jobId } } = await caller.post(`/scripts/${script.id}/table-read/prepare`, choice);
    const { artifacts: [{ id }] } = await finishedJob(caller, jobId);
    await caller.poll(`/artifacts/${id}`, ({ artifact: { manifest } }) => manifest.audio.recording.status === 'complete');
    expect((await performanceOf(id)).credits?.opening?.text).toBe(opening);
  });
});
