import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_FRAME_BYTES, LIVE_FRAME_MS, liveByteAt } from '../../../src/craft/audio/live-encoder.js';
import { performanceAudioKey } from '../../../src/domain/artifacts/performance/performance-keys.js';
import { listPerformedLines, type PerformedLine } from '../../../src/domain/artifacts/performance/performance-store.js';
import { scriptShareToken } from '../../../src/domain/artifacts/shares/shared-read.js';
import type { ApiClient } from '../../support/api-client.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { performedScript, SIGNS, type SharedScript } from '../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformanceRow } from '../../support/work-rows.js';

let stand: Stand;
let client: ApiClient;
let script: SharedScript;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
  script = await performedScript(stand, client);
});
afterAll(() => stand.close());

const shared = async (body: object, of: SharedScript = script): Promise<any> => {
  const answer = await client.post(`/scripts/${of.scriptId}/share`, body);
  if (answer.status !== 201 && answer.status !== 200) throw new Error(answer.text);
  return answer.body.share;
};
const tokenOf = (share: { shareUrl: string }): string => share.shareUrl.slice(share.shareUrl.lastIndexOf('/') + 1);
const startLive = async (token: string): Promise<any> => (await fetch(`${stand.config.appUrl}/live/start`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
})).json();
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();
const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Waits until the file of the share is complete or failed, and returns the share. */
const rendered = async (of: SharedScript = script): Promise<any> =>
  (await client.poll(`/scripts/${of.scriptId}/share`, ({ share }) => ['complete', 'failed'].includes(share.render.status))).share;

async function performance(of: SharedScript = script): Promise<{ lines: PerformedLine[]; whole: Buffer }> {
  const { db, store } = stand.api.services;
  for (let i = 0; ; i++) {
    const [row] = await db.query<{ status: string }>(`SELECT status FROM works WHERE kind = 'perform' AND subject_id = $1`, [of.artifactId]);
    if (row?.status === 'READY') break;
    if (i > 600) throw new Error(`the performance is ${row?.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { lines: await listPerformedLines(db, of.artifactId, 1), whole: await store.get(performanceAudioKey(of.artifactId, 1)) };
}

const WHOLE_SIGNS = SIGNS.flat();
const foundIn = (text: string): string[] => WHOLE_SIGNS.filter((sign) => text.toLowerCase().includes(sign.toLowerCase()));

/** The text of everything that a visitor of a share can load: its pages, all that they link to, and the requests of their client. */
async function everything(shareUrl: string): Promise<string> {
  const room = await startLive(tokenOf({ shareUrl }));
  const pages = [shareUrl, `${shareUrl}/audio`, `${shareUrl}?view=fullscreen`, room.liveRoomUrl as string];
  const texts = await Promise.all(pages.map(textOf));
  const linked = new Set(texts.flatMap((text) => [...text.matchAll(/(?:\/share\/table-read|\/live)\/[\w.-]+\/[\w./-]+/g)].map(([match]) => match)));
  const data = [...linked].filter((link) => !link.endsWith('.mp3') && !link.endsWith('/audio')).map((link) => stand.config.appUrl + link);
  expect(data.some((link) => link.endsWith('.svg'))).toBe(true);
  return [...texts, ...await Promise.all([...data, `${shareUrl}/state`, `${shareUrl}/captions.vtt`, room.eventsUrl as string].map(textOf))].join('\n');
}

describe('the pages of a part', () => {
  const names = (scenes: number[], busts: number[]): string[] =>
    [...scenes.map((at) => `scene-${at}.svg`), ...busts.flatMap((at) => [`bust-${at}.svg`, `face-${at}.svg`]), 'cover.svg'];

  it.each<[string, object, string[], string[]]>([
    ['the first scene', { scope: 'scene', sceneIndex: 0 }, [...SIGNS[0]!], names([0], [1, 3])],
    ['the middle scene', { scope: 'scene', sceneIndex: 1 }, [...SIGNS[1]!], names([1], [1, 2])],
    ['the last scene', { scope: 'scene', sceneIndex: 2 }, [...SIGNS[2]!], names([2], [1, 4])],
    // The heading above the first line is shown too; of all other texts, only those of the shared entries.
    ['lines of two scenes', { scope: 'entries', startEntry: 3, endEntry: 5 }, ['greenhouse', 'petals', 'ISOLDE', 'bridge', 'ferry'], names([0, 1], [3])],
    ['one line', { scope: 'entries', startEntry: 12, endEntry: 12 }, ['cellar', 'vinegar', 'GASPARD'], names([2], [4])],
  ])('%s: hold it and nothing else', async (_name, part, signs, pictures) => {
    for (const mode of ['theater', 'audio']) {
      const own = await performedScript(stand, client);
      const { shareUrl } = await shared({ descriptor: { mode, ...part } }, own);
      const live = await everything(shareUrl);
      expect(foundIn(live)).toEqual(WHOLE_SIGNS.filter((sign) => signs.includes(sign)));
      await performance(own);
      const recorded = await everything(shareUrl);
      expect(recorded).toContain('/media/read.mp3');
      expect(live + recorded).not.toContain(own.shareToken);
      expect(foundIn(recorded)).toEqual(WHOLE_SIGNS.filter((sign) => signs.includes(sign)));
      const all = names([0, 1, 2, 3], [0, 1, 2, 3, 4, 5]);
      const statuses = await Promise.all(all.map(async (name) => [name, (await fetch(`${shareUrl}/pictures/${name}`)).status] as const));
      expect(statuses.filter(([, status]) => status === 200).map(([name]) => name)).toEqual(all.filter((name) => pictures.includes(name)));
      expect((await fetch(`${shareUrl}/media/recording.mp3`)).status).toBe(404);
    }
  });

  it('the whole share shows everything, and only there the words of the plan appear', async () => {
    const own = await performedScript(stand, client);
    const envelope = JSON.stringify({ thesis: { oneLine: 'Gaspard did it with the paraffin.' } });
    await stand.api.services.db.query(
      `UPDATE plans SET envelope = $2 WHERE id = (SELECT plan_id FROM jobs WHERE id = $1)`, [own.jobId, envelope]);
    const whole = await shared({}, own);
    expect(foundIn(await everything(whole.shareUrl))).toEqual(WHOLE_SIGNS);
    expect(await textOf(`${whole.shareUrl}/audio`)).toContain('Gaspard did it');
    const part = await shared({ descriptor: { scope: 'scene', sceneIndex: 0 } }, own);
    expect(await everything(part.shareUrl)).not.toContain('Gaspard');
  });

  it('a link to the artifact of the same read still shows the whole read', async () => {
    await shared({ descriptor: { scope: 'scene', sceneIndex: 0 } });
    expect(foundIn(await textOf(`${stand.config.appUrl}/share/table-read/${script.shareToken}`))).toEqual(WHOLE_SIGNS);
  });
});

describe('whom a share is meant for', () => {
  const html = async (url: string): Promise<{ text: string; policy: string; referrer: string | null }> => {
    const answer = await fetch(url);
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '', referrer: answer.headers.get('referrer-policy') };
  };

  it('public may be found, previewed and embedded', async () => {
    const { shareUrl } = await shared({ audience: 'public', descriptor: { mode: 'theater', scope: 'whole' } });
    const { text, referrer } = await html(shareUrl);
    expect(text).not.toContain('noindex');
    expect(text).toContain(`<link rel="canonical" href="${shareUrl}">`);
    expect(text).toContain('property="og:title"');
    expect(text).toContain('id="share-code"');
    expect(text).not.toMatch(/Private review|Team only/);
    expect(referrer).toBe('no-referrer');
    expect((await html(`${shareUrl}?view=fullscreen`)).policy).toContain('frame-ancestors *');
  });

  it.each([['private_review', 'Private review', 'Please do not pass this link on.'], ['team', 'Team only', 'Please keep this link within it.']])(
    '%s is said on every page, and may not be found, previewed, referred to or framed', async (audience, label, notice) => {
      for (const mode of ['theater', 'audio']) {
        const { shareUrl } = await shared({ audience, descriptor: { mode, scope: 'whole' } });
        const room = await startLive(tokenOf({ shareUrl }));
        for (const url of [shareUrl, `${shareUrl}/audio`, `${shareUrl}?view=fullscreen`, room.liveRoomUrl as string]) {
          const { text, policy, referrer } = await html(url);
          expect(text).toContain('<meta name="robots" content="noindex">');
          expect(text).not.toMatch(/og:|twitter:|rel="canonical"|id="share-code"|id="share-link"/);
          expect(text).toContain(label);
          if (!url.includes('fullscreen') || mode === 'audio') expect(text).toContain(notice);
          expect([policy.endsWith("frame-ancestors 'self'"), referrer]).toEqual([true, 'no-referrer']);
        }
      }
    });

  it('opens the player that was chosen, at the same address', async () => {
    const theater = await shared({ audience: 'public', descriptor: { mode: 'theater', scope: 'whole' } });
    expect(await textOf(theater.shareUrl)).toContain('data-view="theater"');
    const audio = await shared({ descriptor: { mode: 'audio', scope: 'whole' } });
    expect(audio.shareUrl).toBe(theater.shareUrl);
    const { text, policy } = await html(`${audio.shareUrl}?view=fullscreen`);
    expect(text).toContain('data-view="audio"');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(text).toContain(`<link rel="canonical" href="${audio.shareUrl}">`);
    expect(text).not.toContain('id="share-code"');
  });
});

describe('the sound of a part', () => {
  let folder: string;
  beforeAll(async () => { folder = await mkdtemp(path.join(tmpdir(), 'share-sound-')); });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Samples of an MP3 at 24 kHz. Throws at any error that ffmpeg finds in it. */
  async function decoded(mp3: Buffer, name: string): Promise<Int16Array> {
    const ffmpeg = await ffmpegForTests();
    const [from, to] = [path.join(folder, `${name}.mp3`), path.join(folder, `${name}.raw`)];
    await writeFile(from, mp3);
    await ffmpeg.run(['-v', 'error', '-xerror', '-err_detect', 'explode', '-f', 'mp3', '-i', from, '-f', 's16le', '-ac', '1', '-ar', '24000', to]);
    const raw = await readFile(to);
    return new Int16Array(raw.buffer, raw.byteOffset, raw.length / 2);
  }

  it.each<[string, object, number, number]>([
    ['first', { scope: 'scene', sceneIndex: 0 }, 0, 3], ['middle', { scope: 'scene', sceneIndex: 1 }, 4, 8], ['last', { scope: 'scene', sceneIndex: 2 }, 9, 12],
    ['across', { scope: 'entries', startEntry: 3, endEntry: 6 }, 3, 6], ['single', { scope: 'entries', startEntry: 6, endEntry: 6 }, 6, 6],
  ])('%s: the MP3 is these lines of the performance to the frame, with ranges', async (name, part, first, last) => {
    const { render: asked } = await shared({ audience: 'public', descriptor: { mode: 'audio', ...part } });
    expect(asked.kind).toBe('mp3');
    const { lines, whole } = await performance();
    const share = await rendered();
    const own = lines.filter(({ entryIndex }) => entryIndex >= first && entryIndex <= last);
    const next = lines.find(({ entryIndex }) => entryIndex > last);
    const start = liveByteAt(own[0]!.startMs);
    const end = next ? liveByteAt(next.startMs) : whole.length;
    const mp3 = await bytesOf(share.render.url as string);
    expect(mp3.equals(whole.subarray(start, end))).toBe(true);
    expect([start % LIVE_FRAME_BYTES, mp3.length % LIVE_FRAME_BYTES]).toEqual([0, 0]);
    for (let at = 0; at < mp3.length; at += LIVE_FRAME_BYTES) expect(mp3.readUInt16BE(at) & 0xfffe).toBe(0xfff2);
    const linesMs = (next?.startMs ?? (whole.length / LIVE_FRAME_BYTES) * LIVE_FRAME_MS) - own[0]!.startMs;
    expect(share.render).toEqual({
      kind: 'mp3', status: 'complete', url: `${share.shareUrl}/media/read.mp3`, byteSize: mp3.length,
      durationMs: (mp3.length / LIVE_FRAME_BYTES) * LIVE_FRAME_MS,
    });
    if (next) expect(Math.abs(share.render.durationMs - linesMs)).toBeLessThan(LIVE_FRAME_MS);
    const samples = await decoded(mp3, name);
    expect(samples.length).toBe((mp3.length / LIVE_FRAME_BYTES) * 576);

    // A decoder that starts here lacks the frame before. The missing overlap distorts the first frame, and the filter carries that into the second; the
    // comparison leaves both out.
    const wholeSamples = await decoded(whole, 'whole');
    const settled = 2 * 576;
    const offset = (start / LIVE_FRAME_BYTES) * 576;
    const furthest = samples.subarray(settled).reduce((most, sample, at) => Math.max(most, Math.abs(sample - wholeSamples[offset + settled + at]!)), 0);
    expect(furthest).toBeLessThanOrEqual(1);

    const url = share.render.url as string;
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.headers.get('content-type'), head.headers.get('accept-ranges'), head.headers.get('content-length')])
      .toEqual(['audio/mpeg', 'bytes', String(mp3.length)]);
    expect(head.headers.get('content-disposition')).toMatch(/Three Houses, (Scene \d|Excerpt)\.mp3/);
    for (const [range, from, to] of [['bytes=0-99', 0, 100], ['bytes=1000-4999', 1000, 5000], ['bytes=-300', mp3.length - 300, mp3.length],
      [`bytes=${mp3.length - 5}-${mp3.length + 500}`, mp3.length - 5, mp3.length]] as const) {
      const answer = await fetch(url, { headers: { range } });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/${mp3.length}`]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(mp3.subarray(from, to))).toBe(true);
    }
    expect((await fetch(url, { headers: { range: `bytes=${mp3.length}-` } })).status).toBe(416);
    expect((await fetch(url, { headers: { 'if-none-match': head.headers.get('etag')! } })).status).toBe(304);
  });

  it.each<[string, object, number[]]>([
    ['a first scene', { scope: 'scene', sceneIndex: 0 }, [1, 2, 3]], ['a middle scene', { scope: 'scene', sceneIndex: 1 }, [5, 6, 8]],
    ['a last scene', { scope: 'scene', sceneIndex: 2 }, [10, 11, 12]],
  ])('%s, performed live: its bytes are those of the performance, its lines start at 0, and it ends', async (_name, part, entries) => {
    const own = await performedScript(stand, client);
    const share = await shared({ descriptor: { mode: 'theater', ...part } }, own);
    const room = await startLive(tokenOf(share));
    expect(room.lineCount).toBe(entries.length);
    const [audio, text] = await Promise.all([bytesOf(room.audioUrl as string), textOf(room.eventsUrl as string)]);
    const events = text.split('\n\n').filter((block) => block.includes('event: ')).map((block) => ({
      event: /event: (\w+)/.exec(block)![1]!, data: JSON.parse(/data: (.*)/.exec(block)![1]!) as any,
    }));
    const heard = events.filter(({ event }) => event === 'line').map(({ data }) => data);
    expect(heard.map(({ entryIndex }) => entryIndex)).toEqual(entries);
    expect(heard[0].startMs).toBe(0);
    const { lines, whole } = await performance(own);
    const [first, next] = [lines.find(({ entryIndex }) => entryIndex === entries[0])!, lines.find(({ entryIndex }) => entryIndex > entries.at(-1)!)];
    expect(heard.at(-1).endMs).toBe(lines.find(({ entryIndex }) => entryIndex === entries.at(-1))!.endMs - first.startMs);
    expect(audio.equals(whole.subarray(liveByteAt(first.startMs), next ? liveByteAt(next.startMs) : whole.length))).toBe(true);
    expect(events.at(-1)).toEqual({ event: 'end', data: { type: undefined, durationMs: (audio.length / LIVE_FRAME_BYTES) * LIVE_FRAME_MS } });
    expect(events.filter(({ event }) => event === 'state').at(-1)!.data).toMatchObject({
      stage: 'complete', completedLines: entries.length, totalLines: entries.length,
    });

    const late = await bytesOf(`${room.audioUrl}?from=480`);
    expect(late.equals(audio.subarray(20 * LIVE_FRAME_BYTES))).toBe(true);
    expect((await fetch(`${room.audioUrl}?from=${audio.length}`)).status).toBe(416);
    const range = await fetch(room.audioUrl as string, { headers: { range: 'bytes=288-575' } });
    expect([range.status, Buffer.from(await range.arrayBuffer()).equals(audio.subarray(288, 576))]).toEqual([206, true]);
  });

  it('a room follows its share to another part of the read, and closes when the share moves to another read', async () => {
    const own = await performedScript(stand, client);
    const share = await shared({ descriptor: { mode: 'theater', scope: 'whole' } }, own);
    const room = await startLive(tokenOf(share));
    await performance(own);
    expect(foundIn(await textOf(room.liveRoomUrl as string))).toEqual(WHOLE_SIGNS);
    await shared({ descriptor: { scope: 'scene', sceneIndex: 2 } }, own);
    expect(foundIn(await textOf(room.liveRoomUrl as string))).toEqual([...SIGNS[2]!]);
    await stand.api.services.db.query('UPDATE script_shares SET artifact_id = $2 WHERE script_id = $1', [own.scriptId, script.artifactId]);
    expect((await fetch(room.liveRoomUrl as string)).status).toBe(404);
  });

  it('the whole as audio is the performance, and the recording once there is one', async () => {
    const own = await performedScript(stand, client);
    const share = await shared({ descriptor: { mode: 'audio', scope: 'whole' } }, own);
    expect(['queued', 'rendering', 'complete']).toContain(share.render.status);
    const { whole } = await performance(own);
    const { render } = await rendered(own);
    expect((await bytesOf(render.url as string)).equals(whole)).toBe(true);
    expect(await textOf(`${share.shareUrl}/captions.vtt`)).toMatch(/Throw (?:<[^>]+>)?the (?:<[^>]+>)?lantern/);
    await client.post(`/artifacts/${own.artifactId}/finalize`, {});
    await client.poll(`/artifacts/${own.artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
    const after = await rendered(own);
    expect(after.render.url).toBe(render.url);
    const recording = await bytesOf(`${stand.config.appUrl}/share/table-read/${own.shareToken}/media/recording.mp3`);
    expect((await bytesOf(after.render.url as string)).equals(recording)).toBe(true);
    expect(after.render.byteSize).toBe(recording.length);
  });

  it('a failed performance is shown as failed, and sharing again starts it again', async () => {
    const own = await performedScript(stand, client);
    await shared({}, own);
    const { db } = stand.api.services;
    await insertPerformanceRow(db, { ...own, accountId: client.accountId }, { status: 'FAILED', lineCount: 9 });
    await db.query(`UPDATE script_shares SET mode = 'audio' WHERE script_id = $1`, [own.scriptId]);
    expect((await rendered(own)).render).toEqual({ kind: 'mp3', status: 'failed', url: null, durationMs: null, byteSize: null });
    const again = await shared({}, own);
    expect(again.render.status).not.toBe('failed');
    expect((await rendered(own)).render.status).toBe('complete');
  });
});

it('the token of a script share is derived from the id of the share alone', async () => {
  const share = await shared({});
  const [row] = await stand.api.services.db.query<{ id: string }>('SELECT id FROM script_shares WHERE script_id = $1', [script.scriptId]);
  expect(tokenOf(share)).toBe(scriptShareToken(stand.api.services, row!.id));
});
