import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_FRAME_BYTES, LIVE_FRAME_MS } from '../../../src/craft/audio/live-encoder.js';
import type { RoomClock } from '../../../src/kernel/contract/live.js';
import { announceListener, findPerformance } from '../../../src/domain/artifacts/performance/performance-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead, testScreenplay, type ReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

interface Room { roomId: string; audioUrl: string; eventsUrl: string; clockUrl: string; audioFrameMs: number }

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

async function startRoom(read: ReadyRead): Promise<Room> {
  const response = await fetch(`${stand.config.appUrl}/live/start`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: read.shareToken }),
  });
  return response.json() as Promise<Room>;
}

const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Opens the sound and takes none of it. */
function openWithoutReading(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, (response) => resolve(response.pause())).on('error', reject).end();
  });
}

describe('the sound of a live room', () => {
  it('is joined at any frame while it is performed, and after, with the same bytes', async () => {
    const read = await insertReadyRead(stand, client.accountId, testScreenplay(2));
    const room = await startRoom(read);
    expect(room.audioFrameMs).toBe(LIVE_FRAME_MS);
    const moments = [0, 23, 24, 2_400, 9_999];
    // Asked for before they are performed: each answer waits for its moment and continues to the end.
    const [whole, ...live] = await Promise.all([room.audioUrl, ...moments.map((ms) => `${room.audioUrl}?from=${ms}`)].map(bytesOf));
    for (const [i, ms] of moments.entries()) {
      const rest = whole!.subarray(Math.floor(ms / LIVE_FRAME_MS) * LIVE_FRAME_BYTES);
      expect(rest.length).toBeGreaterThan(0);
      expect(live[i]!.equals(rest)).toBe(true);
      expect((await bytesOf(`${room.audioUrl}?from=${ms}`)).equals(rest)).toBe(true);
    }
    expect((await fetch(`${room.audioUrl}?from=999999999`)).status).toBe(416);
  });

  it('is not delayed by a listener who stops reading, and is complete when the listener continues', async () => {
    const read = await insertReadyRead(stand, client.accountId, testScreenplay(3));
    const room = await startRoom(read);
    const slow = await openWithoutReading(room.audioUrl);
    const quick = await bytesOf(room.audioUrl);
    expect((await findPerformance(stand.api.services.db, read.artifactId, 1))?.status).toBe('complete');
    const parts: Buffer[] = [];
    for await (const part of slow) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(quick)).toBe(true);
  });
});

describe('the clock of a live room', () => {
  const clockOf = async (url: string, listener?: string): Promise<RoomClock> =>
    (await fetch(listener ? `${url}?listener=${listener}` : url)).json() as Promise<RoomClock>;

  it('begins when the first line can be heard, never before the room was opened, and shifts when a line comes too late', async () => {
    const read = await insertReadyRead(stand, client.accountId, testScreenplay(2));
    const room = await startRoom(read);
    await bytesOf(room.audioUrl);
    const { startedAt, now } = await clockOf(room.clockUrl);
    expect(Date.parse(startedAt!)).toBeLessThan(Date.parse(now) + 1_000);
    const later = await startRoom(read);
    const second = await clockOf(later.clockUrl);
    expect(Date.parse(second.startedAt!)).toBeGreaterThan(Date.parse(startedAt!));
    expect(Math.abs(Date.parse(second.startedAt!) - Date.parse(second.now))).toBeLessThan(2_000);
    await stand.api.services.db.query(
      `UPDATE performance_lines SET created_at = now() + start_ms * interval '1 millisecond' + interval '20 seconds' WHERE artifact_id = $1 AND position = 1`, [read.artifactId]);
    const moved = await clockOf(room.clockUrl);
    expect(Date.parse(moved.startedAt!) - Date.parse(moved.now)).toBeGreaterThan(19_000);
  });

  it('counts its listeners, also those of other processes, and answers 404 for an unknown room', async () => {
    const room = await startRoom(await insertReadyRead(stand, client.accountId, testScreenplay(1)));
    expect((await clockOf(room.clockUrl)).listeners).toBe(0);
    expect((await clockOf(room.clockUrl, 'first-listener')).listeners).toBe(1);
    expect((await clockOf(room.clockUrl, 'first-listener')).listeners).toBe(1);
    expect((await clockOf(room.clockUrl, 'second-listener')).listeners).toBe(2);
    expect((await clockOf(room.clockUrl, 'x')).listeners).toBe(2);
    await announceListener(stand.api.services.db, room.roomId, 'third-listener');
    for (let look = 0; look < 50 && (await clockOf(room.clockUrl)).listeners < 3; look++) await pause(50);
    expect((await clockOf(room.clockUrl)).listeners).toBe(3);
    expect((await fetch(room.clockUrl.replace('/clock', 'x/clock'))).status).toBe(404);
  });
});

describe('the front door of a running server', () => {
  it('says that its parts are up, and nothing about what they are', async () => {
    const page = await (await fetch(`${stand.config.appUrl}/`)).text();
    expect(page).toContain('Everything is up');
    expect([...page.matchAll(/<dt>([^<]+)<\/dt>/g)].map((match) => match[1])).toEqual(expect.arrayContaining(['Database', 'Engine', 'Writer', 'Voices']));
    for (const secret of ['embedded', 'stage<', stand.config.temporal.address ?? 'no address', 'postgres']) expect(page).not.toContain(secret);
    const links = [...page.matchAll(/class="door" href="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(links).toContain(`${stand.config.baseUrl}/openapi.json`);
    expect((await fetch(links.find((link) => link.endsWith('openapi.json'))!)).status).toBe(200);
  });
});
