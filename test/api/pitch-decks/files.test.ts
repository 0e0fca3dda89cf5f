import { writeFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { findDeck } from '../../../src/domain/pitch-decks/deck-store.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { packageFaults } from '../../support/files/office-package.js';
import { insertDeckIn, type DeckPhase } from '../../support/stands/deck-rows.js';
import { boardOf } from '../../support/stands/deck-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let artifactId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
afterAll(() => stand.close());

const deckIn = (phase: DeckPhase): Promise<string> => insertDeckIn(stand.api.services, { accountId: client.accountId, projectId, artifactId }, phase);
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];

/** Asks for a file until it is made, and returns the last answer with its bytes. */
async function made(way: string, body: object): Promise<{ first: Answer; file: any; bytes: Buffer }> {
  const first = await client.post(way, body);
  expect([first.status, first.body.error]).toEqual([202, undefined]);
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { body: { file } } = await client.post(way, body);
    if (file.status === 'ready') return { first, file, bytes: Buffer.from(await (await fetch(file.url)).arrayBuffer()) };
    if (file.status === 'failed' || Date.now() > until) throw new Error(`no file: ${JSON.stringify(file)}`);
    await new Promise((resolve) => { setTimeout(resolve, 500); });
  }
}

/** Puts a short film with a caption, or with none, in the place of the finished film of a deck. */
async function putFilm(deckId: string, caption: string | null): Promise<void> {
  const { db, store, ffmpeg } = stand.api.services;
  const { film } = (await findDeck(db, deckId))!;
  const folder = await mkdtemp(path.join(tmpdir(), 'deck-film-'));
  try {
    const [captions, output] = [path.join(folder, 'one.vtt'), path.join(folder, 'film.mp4')];
    await writeFile(captions, `WEBVTT\n\n00:00:00.200 --> 00:00:00.800\n${caption ?? ''}\n`);
    const track = caption === null ? [] : ['-f', 'webvtt', '-i', captions];
    await (await ffmpeg()).run(['-f', 'lavfi', '-i', 'color=c=gray:s=64x36:d=1', ...track, '-c:v', 'libx264', '-c:s', 'mov_text', output]);
    await store.put(film!.mediaKey, await readFile(output));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files of an archive, by their names. */
async function filesIn(bytes: Buffer): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) contents.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return contents;
}

/** Takes the captions that were stored with the film from a version, as versions of older films have none. */
const withoutStoredCaptions = (deckId: string): Promise<unknown> =>
  stand.api.services.db.query(`UPDATE pitch_deck_versions SET film = film - 'captions' WHERE deck_id = $1`, [deckId]);

describe('a deck', () => {
  it('is printed as a PDF of its chapters, and as another one once its title has changed', async () => {
    const id = await deckIn('storyboard');
    const chapters = (await boardOf(client, id)).body.storyboard.chapters as any[];
    const { first, file, bytes } = await made(`/pitch-decks/${id}/pdf`, {});
    expect([first.body.file.format, first.body.file.status, first.body.next.path]).toEqual(['pdf', 'rendering', `/pitch-decks/${id}/storyboard`]);
    expect([bytes.subarray(0, 5).toString(), bytes.byteLength, file.pages]).toEqual(['%PDF-', file.byteSize, chapters.length + 2]);
    const [document] = (await boardOf(client, id)).body.pitchDeck.documents;
    expect(document).toMatchObject({ format: 'pdf', sha256: file.sha256, stale: false });
    await client.patch(`/pitch-decks/${id}`, { title: 'Another title' });
    const again = await made(`/pitch-decks/${id}/pdf`, {});
    expect(again.file.sha256).not.toBe(file.sha256);
    if (process.env['DECK_LOOK']) await writeFile(path.join(process.env['DECK_LOOK'], 'deck.pdf'), bytes);
  });

  it('is written as slides that office programs open without repair', async () => {
    const { bytes, file } = await made(`/pitch-decks/${await deckIn('storyboard')}/pdf`, { format: 'pptx' });
    expect(file.fileName).toMatch(/\.pptx$/);
    expect(await packageFaults(bytes)).toEqual([]);
    if (process.env['DECK_LOOK']) await writeFile(path.join(process.env['DECK_LOOK'], 'deck.pptx'), bytes);
  });

  it('has an archive of each version, with film, captions, PDF, slides, notes and frames', async () => {
    const id = await deckIn('finished');
    await putFilm(id, 'The lamp is out.');
    const { file, bytes } = await made(`/pitch-decks/${id}/versions/1/zip`, {});
    expect([file.format, file.version]).toEqual(['zip', 1]);
    const contents = await filesIn(bytes);
    const names = [...contents.keys()];
    const title = 'The Light at Corran Head';
    expect(names).toEqual(expect.arrayContaining([`${title}.mp4`, `${title}.vtt`, `${title}.srt`, `${title}.pdf`, `${title}.pptx`, 'notes.md', expect.stringMatching(/^frames\/01 .*\.jpg$/)]));
    // The captions that its share page has.
    expect(contents.get(`${title}.vtt`)!.toString()).toMatch(/^WEBVTT[\s\S]*The light is out\./);
    expect(contents.get(`${title}.srt`)!.toString()).toContain('The lamp is out.');
    expect(contents.get('notes.md')!.toString()).toMatch(/characters \d|the read, scene \d/);
    expect((await client.get(`/pitch-decks/${id}/versions/1`)).body.version.archive).toMatchObject({ sha256: file.sha256 });
    expect(refusal(await client.post(`/pitch-decks/${id}/versions/2/zip`, {}))).toEqual([404, 'story_job_not_found']);
  });

  it('has in its archive captions in which nothing that is said is markup, also when they are in its film only', async () => {
    const id = await deckIn('finished');
    await putFilm(id, 'Salt &amp; &lt;b&gt;light&lt;/b&gt; --&gt; home.');
    await withoutStoredCaptions(id);
    const contents = await filesIn((await made(`/pitch-decks/${id}/versions/1/zip`, {})).bytes);
    const title = 'The Light at Corran Head';
    expect(contents.get(`${title}.vtt`)!.toString()).toBe('WEBVTT\n\n00:00:00.200 --> 00:00:00.800\nSalt &amp; &lt;b&gt;light&lt;/b&gt; --&gt; home.\n');
  });

  it('has an archive without captions when nothing is said in its film', async () => {
    const id = await deckIn('finished');
    await putFilm(id, null);
    await withoutStoredCaptions(id);
    const names = [...(await filesIn((await made(`/pitch-decks/${id}/versions/1/zip`, {})).bytes)).keys()];
    expect(names.filter((name) => /\.(?:mp4|vtt|srt)$/.test(name))).toEqual(['The Light at Corran Head.mp4']);
  });

  it('is exported as its finished film, and not before it is finished', async () => {
    const { status, body } = await client.post(`/pitch-decks/${await deckIn('finished')}/video-export`, {});
    expect([status, body.export]).toEqual([200, expect.objectContaining({ format: 'mp4', version: 1, durationMs: 70_000, resolution: '720p' })]);
    expect(await (await fetch(body.export.url)).text()).toBe('film');
    expect(refusal(await client.post(`/pitch-decks/${await deckIn('review')}/video-export`, {}))).toEqual([409, 'artifact_not_ready']);
  });
});
