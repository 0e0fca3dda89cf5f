import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseBuffer } from 'music-metadata';
import { listPerformedLines } from '../../../src/domain/artifacts/performance/performance-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { playingTests, soundBankCache } from '../../support/voices/sound-bank.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

playingTests('composed music of a read', () => {
  let stand: Stand;
  let client: ApiClient;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES, env: { MUSIC: 'auto', PROSCENIUM_CACHE_DIR: soundBankCache } });
    client = await stand.newAccount({ credits: 1_000 });
  });
  afterAll(() => stand.close());

  async function recordingOf(id: string): Promise<Buffer> {
    const { body: { artifact } } = await client.get(`/artifacts/${id}`);
    return Buffer.from(await (await fetch(artifact.manifest.audio.recordingUrl)).arrayBuffer());
  }
  const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it('is composed when no piece is named, lies in the pauses, is in the MP3, and is the same when made again', async () => {
    const { artifactId: id } = await insertReadyRead(stand, client.accountId);
    const change = async (body: object): Promise<any> => (await client.post(`/artifacts/${id}/music`, body)).body.music;
    const generated = await change({ action: 'generate', mix: 1 });
    expect(generated.cues.map(({ clip, take }: any) => [clip.assetId, take])).toEqual([['composed', 1], ['composed', 1]]);
    expect(generated.cues.every(({ mood }: any) => mood !== null)).toBe(true);
    await client.post(`/artifacts/${id}/finalize`, { waitForRecording: true });
    await client.poll(`/artifacts/${id}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
    const first = await recordingOf(id);
    expect((await parseBuffer(first, 'audio/mpeg')).format.numberOfChannels).toBe(2);

    const lines = await listPerformedLines(stand.api.services.db, id, 1);
    const { spans, status } = (await client.get(`/artifacts/${id}/music`)).body.music;
    expect([status, spans.map(({ theme }: any) => theme)]).toEqual(['complete', ['MARA', 'TOBIAS']]);
    expect(spans[1].startMs).toBe(spans[0].endMs);
    expect(lines.every(({ startMs, endMs }) => spans[1].startMs < startMs || spans[1].startMs >= endMs)).toBe(true);

    // The same music gives the same file: at once when nothing was mixed in between, and again after another mix.
    expect((await change({ action: 'regenerate', scope: 'scene', sceneIndex: 0 })).status).toBe('stale');
    const anew = await change({ action: 'generate', mode: 'replace', mix: 1 });
    expect(anew.status).toBe('complete');
    await change({ action: 'tune', bpm: 100 });
    await client.post(`/artifacts/${id}/update-recording`, {});
    await client.poll(`/artifacts/${id}`, ({ artifact }) => !artifact.stale);
    expect(sha(await recordingOf(id))).not.toBe(sha(first));
    await change({ action: 'tune', bpm: null });
    await client.post(`/artifacts/${id}/update-recording`, {});
    await client.poll(`/artifacts/${id}`, ({ artifact }) => !artifact.stale);
    expect(sha(await recordingOf(id))).toBe(sha(first));
  });

  it('is announced by capabilities and health', async () => {
    expect((await client.get('/capabilities')).body).toMatchObject({
      music: { composing: true, reason: null }, providers: expect.arrayContaining([{ kind: 'music', name: 'composer', embedded: true }]),
    });
    expect((await client.get('/generation-health')).body).toMatchObject({ music: { composing: true, reason: null } });
  });
});

describe('without the instruments', () => {
  let stand: Stand;
  let empty: string;
  beforeAll(async () => {
    empty = await mkdtemp(path.join(tmpdir(), 'proscenium-no-instruments-'));
    stand = await openStand({ env: { MUSIC: 'auto', PROSCENIUM_CACHE_DIR: empty } });
  });
  afterAll(async () => {
    await stand.close();
    await rm(empty, { recursive: true });
  });

  it('pieces of the catalogue are chosen, composing is refused, and both say why', async () => {
    const client = await stand.newAccount();
    const { artifactId: id } = await insertReadyRead(stand, client.accountId);
    const { body } = await client.post(`/artifacts/${id}/music`, { action: 'generate' });
    expect(body.music.cues.some(({ clip }: any) => clip.assetId === 'composed')).toBe(false);
    const refused = await client.post(`/artifacts/${id}/music`, { action: 'replace', clip: { assetId: 'composed' } });
    expect([refused.status, refused.body.error.details.field, refused.body.error.message])
      .toEqual([400, 'clip.assetId', expect.stringContaining('proscenium music install')]);
    expect((await client.get('/capabilities')).body.music).toEqual({ composing: false, reason: expect.stringContaining('proscenium music install') });
  });
});
