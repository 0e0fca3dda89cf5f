import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LevelMeter } from '../../../src/craft/audio/level-meter.js';
import { findSound, renderSound, SOUNDS, wavOf } from '../../../src/craft/audio/sounds/catalogue.js';
import { SAMPLE_RATE } from '../../../src/craft/audio/sounds/dsp.js';
import type { ApiClient } from '../../support/api-client.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

it('the catalogue has the expected number of sounds of each kind, with distinct labels', () => {
  expect(new Set(SOUNDS.map(({ label }) => label)).size).toBe(SOUNDS.length);
  const counts = (kind: string) => SOUNDS.filter((sound) => sound.kind === kind).length;
  expect([counts('bell'), counts('music'), counts('sfx'), counts('soundscape')]).toEqual([8, 8, 81, 38]);
});

describe('GET sounds', () => {
  let stand: Stand;
  let client: ApiClient;
  let path: string;

  beforeAll(async () => {
    stand = await openStand();
    client = await stand.newAccount();
    path = `/story-projects/${(await client.post('/story-projects', { name: 'Heard' })).body.project.id}/sounds`;
  });
  afterAll(() => stand.close());

  const idsOf = async (query: string): Promise<string[]> => (await client.get(`${path}${query}`)).body.sounds.map(({ soundId }: any) => soundId);

  it('filters by kind and words, in pages', async () => {
    expect(await idsOf('?kind=bell&q=SHIP')).toEqual(['ship-bell']);
    expect(await idsOf('?kind=sfx&q=water%20outdoors')).toEqual(['rain', 'sea-waves']);
    expect(await idsOf('?kind=soundscape&q=cave')).toEqual(['cave']);
    expect(await idsOf('?q=nothing-like-it')).toEqual([]);
    const first = (await client.get(`${path}?limit=20`)).body;
    expect(first.sounds).toHaveLength(20);
    expect(await idsOf(`?limit=100&cursor=${first.nextCursor}`)).toHaveLength(100);
    expect(await idsOf('?limit=100&kind=soundscape')).toHaveLength(38);
    expect((await client.get(`${path}?kind=noise`)).body.error).toMatchObject({ code: 'validation_failed', details: { field: 'kind' } });
  });

  it('gives each sound at its length and level, without clipping, with the same bytes wherever it is made', async () => {
    const { sounds } = (await client.get(`${path}?limit=100`)).body;
    // Takes every third effect, which covers all sorts. Leaves out soundscapes, which take a second each: `soundscapes.test.ts` makes some.
    const made = sounds.filter(({ kind }: any, at: number) => kind !== 'soundscape' && (kind !== 'sfx' || at % 3 === 0));
    for (const { soundId, url, durationMs } of made) {
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      const pcm = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.byteLength));
      const meter = new LevelMeter(SAMPLE_RATE);
      meter.add(pcm);
      const peak = pcm.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect({ soundId, milliseconds: Math.round((pcm.length / SAMPLE_RATE) * 1_000) }).toEqual({ soundId, milliseconds: durationMs });
      expect([soundId, durationMs >= 1_000, durationMs <= 12_000]).toEqual([soundId, true, true]);
      expect([soundId, Math.abs(meter.integrated() + 20) <= 0.5, 20 * Math.log10(peak / 32_768) <= -1.4]).toEqual([soundId, true, true]);
      // No click at either end.
      expect([soundId, Math.abs(pcm[0]!) < 400, Math.abs(pcm.at(-1)!) < 400]).toEqual([soundId, true, true]);
      if (soundId === 'desk-bell') expect(Buffer.compare(wavOf(...renderSound(findSound(soundId)!)), bytes)).toBe(0);
    }
  });

  it('gives each sound an address that plays without a key, in parts, and is cached by browsers', async () => {
    const [bell] = (await client.get(`${path}?q=desk`)).body.sounds;
    expect(bell).toMatchObject({ soundId: 'desk-bell', kind: 'bell', durationMs: 2_000, licence: expect.any(String) });
    const whole = await fetch(bell.url);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([200, 'audio/wav', 'public, max-age=86400']);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect(bytes.byteLength).toBe(44 + 2 * SAMPLE_RATE * 2);
    const part = await fetch(bell.url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
    expect((await fetch(bell.url, { headers: { 'if-none-match': whole.headers.get('etag')! } })).status).toBe(304);
    for (const name of ['no-bell.wav', 'desk-bell.mp3', '..%2fdesk-bell.wav']) expect((await fetch(new URL(name, bell.url))).status).toBe(404);
  });
});
