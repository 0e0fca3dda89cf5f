import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises';
import { pagePaths } from '../../../src/kernel/contract/page-paths.js';
import { openHouse, RECORDING, ROOM, SPOKEN, type FakeRoom, type House } from '../../browser/pages-house.js';

let house: House;
beforeAll(async () => { house = await openHouse({ heartbeatMs: 150 }); });
afterAll(() => house.close());

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(house.url + path, init);

/** Reads an event stream until `enough` says so, then leaves. */
async function events(path: string, enough: (text: string) => boolean, headers: Record<string, string> = {}): Promise<string> {
  const leave = new AbortController();
  const response = await get(path, { headers, signal: leave.signal });
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body!.getReader();
  while (!enough(text)) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  leave.abort();
  return text;
}

const idsIn = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));

describe('a live room', () => {
  let room: FakeRoom;
  beforeAll(() => { room = house.source.rooms.get(ROOM)!; });

  it('sends past lines and a heartbeat, and resumes after the last line received', async () => {
    room.voice(4);
    const first = await events(pagePaths.roomEvents(ROOM), (text) => text.includes(': still here'));
    expect(first.startsWith('retry: 2000\n\n')).toBe(true);
    expect(idsIn(first)).toEqual(SPOKEN.slice(0, 4).map((entry) => entry.index));
    expect(first).toContain('event: state\ndata: {"stage":"performing","completedLines":4,"totalLines":13,"nextAttemptAt":null}\n\n');
    const mark = String(SPOKEN[1]?.index);
    for (const resumed of [
      await events(pagePaths.roomEvents(ROOM), (text) => text.includes('event: state'), { 'last-event-id': mark }),
      await events(`${pagePaths.roomEvents(ROOM)}?after=${mark}`, (text) => text.includes('event: state')),
    ]) expect(idsIn(resumed)).toEqual(SPOKEN.slice(2, 4).map((entry) => entry.index));
  });

  it('fetches audio for a slow listener only as fast as it is consumed, without delaying other listeners', async () => {
    const chunk = Buffer.alloc(288 * 200, 7);
    const total = 600;
    let fetched = 0;
    const { roomAudio } = house.source;
    house.source.roomAudio = () => Promise.resolve({
      complete: false, contentType: 'audio/mpeg', frames: { byteSize: 288, lengthMs: 24 },
      async *open() {
        for (let sent = 0; sent < total; sent++) {
          fetched++;
          yield chunk;
          await nextTick();
        }
      },
    });
    try {
      const slow = await new Promise<IncomingMessage>((resolve, reject) => {
        request(house.url + pagePaths.roomAudio(ROOM), (response) => resolve(response.pause())).on('error', reject).end();
      });
      let before = -1;
      while (before !== fetched) {
        before = fetched;
        await pause(150);
      }
      expect(fetched).toBeLessThan(total / 3);
      const quick = await (await get(pagePaths.roomAudio(ROOM))).arrayBuffer();
      expect(quick.byteLength).toBe(total * chunk.length);
      expect(fetched).toBe(before + total);
      let heard = 0;
      for await (const bytes of slow) heard += (bytes as Buffer).length;
      expect(heard).toBe(total * chunk.length);
    } finally {
      house.source.roomAudio = roomAudio;
    }
  });

  it('begins at the frame of any moment, while it grows and after', async () => {
    room.voice(Math.max(0, 4 - room.voiced));
    const bytesFrom = async (query: string, length: number): Promise<Buffer> => {
      const reader = (await get(`${pagePaths.roomAudio(ROOM)}${query}`)).body!.getReader();
      const parts: Uint8Array[] = [];
      while (Buffer.concat(parts).length < length) parts.push((await reader.read()).value!);
      await reader.cancel();
      return Buffer.concat(parts).subarray(0, length);
    };
    for (const [from, frame] of [[0, 0], [23, 0], [24, 1], [2500, 104]] as const) {
      const bytes = await bytesFrom(`?from=${from}`, 2000);
      expect(bytes.equals(RECORDING.subarray(frame * 288, frame * 288 + 2000))).toBe(true);
    }
    for (const from of ['-1', 'x', '1.5', '']) expect((await get(`${pagePaths.roomAudio(ROOM)}?from=${from}`)).status).toBe(400);
  });

  it('sends its audio from the first byte as it grows, and releases listeners who disconnect', async () => {
    room.voice(Math.max(0, 4 - room.voiced));
    const response = await get(pagePaths.roomAudio(ROOM), { headers: { range: 'bytes=0-' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('accept-ranges')).toBe('none');
    expect(response.headers.get('content-length')).toBeNull();
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    expect(RECORDING.subarray(0, value!.length).equals(Buffer.from(value!))).toBe(true);
    expect(room.listeners).toBe(1);
    await reader.cancel();
    for (let wait = 0; room.listeners > 0 && wait < 50; wait++) await pause(20);
    expect(room.listeners).toBe(0);
    expect(house.errors).toEqual([]);
  });

  it('ends its events and serves the whole file with ranges once it is complete', async () => {
    room.voice(99);
    const text = await events(pagePaths.roomEvents(ROOM), () => false);
    expect(text.endsWith('}\n\n')).toBe(true);
    expect(text).toMatch(/event: end\ndata: \{"durationMs":\d+\}\n\n$/);
    expect(idsIn(text)).toEqual(SPOKEN.map((entry) => entry.index));
    const part = await get(pagePaths.roomAudio(ROOM), { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(RECORDING.subarray(100, 200))).toBe(true);
    const rest = await get(`${pagePaths.roomAudio(ROOM)}?from=2400`, { headers: { range: 'bytes=0-' } });
    expect([rest.status, rest.headers.get('content-length')]).toEqual([200, String(RECORDING.length - 28_800)]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(RECORDING.subarray(28_800))).toBe(true);
    expect((await get(`${pagePaths.roomAudio(ROOM)}?from=99999999`)).status).toBe(416);
  });
});
