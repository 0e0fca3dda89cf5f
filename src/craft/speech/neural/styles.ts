import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StyleShare } from './job.js';

/** Numbers in one row of a style table; a table has one row for each number of phonemes. */
const STYLE_SIZE = 256;

/** Reads style tables when they are first used. */
export class StyleTables {
  private readonly tables = new Map<string, Promise<Float32Array>>();

  constructor(private readonly folder: string) {}

  /** The mixed style for this number of phonemes. Throws when the pack lacks one of the tables. */
  async mix(shares: readonly StyleShare[], phonemes: number): Promise<Float32Array> {
    const mixed = new Float32Array(STYLE_SIZE);
    for (const [style, share] of shares) {
      const table = await this.table(style);
      const row = Math.min(Math.max(phonemes - 1, 0), table.length / STYLE_SIZE - 1) * STYLE_SIZE;
      for (let index = 0; index < STYLE_SIZE; index++) mixed[index] = (mixed[index] as number) + share * (table[row + index] as number);
    }
    return mixed;
  }

  private table(style: string): Promise<Float32Array> {
    const known = this.tables.get(style);
    if (known) return known;
    const read = readFile(path.join(this.folder, `${style}.bin`)).then((bytes) => new Float32Array(new Uint8Array(bytes).buffer));
    this.tables.set(style, read);
    return read;
  }
}
