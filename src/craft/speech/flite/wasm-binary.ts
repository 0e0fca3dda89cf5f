/** Section numbers of the WebAssembly binary format. */
export const [CUSTOM, TYPES, IMPORTS, FUNCTIONS, GLOBALS, EXPORTS, CODE, DATA] = [0, 1, 2, 3, 6, 7, 10, 11] as const;

export interface Section { id: number; body: Uint8Array }

const HEADER_BYTES = 8;

/** Reads bytes and numbers (LEB128, at most 32 bits) of the WebAssembly binary format. Throws at the end of the bytes. */
export class Reader {
  constructor(private readonly bytes: Uint8Array, public at: number) {}

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new Error('the engine file is truncated');
    return value;
  }

  number(): number {
    let [value, shift, next] = [0, 0, 0];
    do {
      next = this.byte();
      value += (next & 0x7f) * 2 ** shift;
      shift += 7;
    } while (next & 0x80);
    return value;
  }

  /** The next `length` bytes; a view, not a copy. */
  take(length: number): Uint8Array {
    this.at += length;
    if (this.at > this.bytes.length) throw new Error('the engine file is truncated');
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** LEB128 of an unsigned number of at most 32 bits. */
export function encoded(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

/** The sections of a program, in order. Throws when the program is truncated. */
export function sectionsOf(program: Uint8Array): Section[] {
  const sections: Section[] = [];
  const reader = new Reader(program, HEADER_BYTES);
  while (reader.at < program.length) {
    const id = reader.byte();
    sections.push({ id, body: reader.take(reader.number()) });
  }
  return sections;
}

/** A program with the header of `program` and these sections. */
export function joined(program: Uint8Array, sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([
    program.subarray(0, HEADER_BYTES),
    ...sections.flatMap(({ id, body }) => [Uint8Array.from([id, ...encoded(body.length)]), body]),
  ]));
}

/** Appends items to a section that consists of a count and items. */
export function extended(body: Uint8Array, items: readonly (readonly number[])[]): Uint8Array {
  const reader = new Reader(body, 0);
  const count = reader.number();
  return Buffer.concat([Uint8Array.from(encoded(count + items.length)), body.subarray(reader.at), Uint8Array.from(items.flat())]);
}
