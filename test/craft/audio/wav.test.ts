import { describe, expect, it } from '@jest/globals';
import { wavAt, wavOf } from '../../../src/craft/audio/sounds/catalogue.js';

describe('a WAV file', () => {
  it('says the rate of its samples, so that it lasts as long as they do', () => {
    const second = new Int16Array(24_000).fill(7);
    const of = (file: Buffer) => [file.readUInt32LE(24), file.readUInt32LE(28), file.readUInt16LE(22), (file.length - 44) / file.readUInt32LE(28)];
    expect(of(wavAt(24_000, second))).toEqual([24_000, 48_000, 1, 1]);
    expect(of(wavOf(second, second))).toEqual([44_100, 176_400, 2, 24_000 / 44_100]);
  });
});
