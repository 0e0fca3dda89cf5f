import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readGrowingFile } from '../../src/craft/audio/growing-file.js';
import { withoutInfoFrame } from '../../src/craft/audio/info-frame.js';

const collect = (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => buffer(chunks);

describe('a file that is read while it is written', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'growing-'));
    file = path.join(folder, 'sound');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is read to the end, however it grows', async () => {
    const write = async (): Promise<void> => {
      await sleep(40);
      await writeFile(file, 'one ');
      await sleep(60);
      await appendFile(file, 'two ');
      await sleep(60);
      await appendFile(file, 'three');
    };
    expect((await collect(readGrowingFile(file, write()))).toString()).toBe('one two three');
  });

  it('is empty when its writer ends without writing, and ends early when its writer fails', async () => {
    expect(await collect(readGrowingFile(file, Promise.resolve()))).toHaveLength(0);
    const failing = async (): Promise<void> => {
      await writeFile(file, 'half');
      throw new Error('the disk is full');
    };
    const written = failing();
    written.catch(() => undefined);
    expect((await collect(readGrowingFile(file, written))).toString()).toBe('half');
  });
});

describe('an MP3 without its info frame', () => {
  // MPEG-1 layer III, 64 kbit/s at 44.1 kHz: 208 bytes, and one more with padding.
  const frame = (padding: 0 | 1): Buffer => Buffer.concat([Buffer.from([0xff, 0xfb, 0x50 | (padding << 1), 0xc4]), Buffer.alloc(204 + padding, 'x')]);
  async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  it.each([1, 3, 207, 208, 209, 5_000])('is what follows the first frame, in pieces of %d bytes', async (size) => {
    for (const padding of [0, 1] as const) {
      const mp3 = Buffer.concat([frame(padding), Buffer.from('the rest')]);
      expect((await collect(withoutInfoFrame(inPieces(mp3, size)))).toString()).toBe('the rest');
    }
  });

  it('is nothing for a file without a second frame, and refuses what is no MP3', async () => {
    expect(await collect(withoutInfoFrame(inPieces(frame(0), 100)))).toHaveLength(0);
    await expect(collect(withoutInfoFrame(inPieces(Buffer.from('RIFF....WAVE'), 4)))).rejects.toThrow('does not begin with a frame');
  });
});
