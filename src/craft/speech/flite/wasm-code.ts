import { encoded } from './wasm-binary.js';

/** Bytes of WebAssembly instructions. This module has only the instructions that the rewritten filters use. */
export type Code = readonly number[];

export const [I32, F64, V128] = [0x7f, 0x7c, 0x7b] as const;
export type ValueType = typeof I32 | typeof F64 | typeof V128;

/** Alignment of doubles: the exponent of 2 ** 3 bytes. */
const ALIGNED = 3;

/** Operations on one double (`f64`) or on a pair (`f64x2`). */
export interface Arithmetic {
  type: ValueType;
  /** `offset` in bytes. */
  load(offset: number): Code;
  store(offset: number): Code;
  add: Code;
  sub: Code;
  mul: Code;
}

export const f64 = {
  type: F64, one: [0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f],
  load: (offset: number): Code => [0x2b, ALIGNED, ...encoded(offset)],
  store: (offset: number): Code => [0x39, ALIGNED, ...encoded(offset)],
  add: [0xa0], sub: [0xa1], mul: [0xa2],
} as const satisfies Arithmetic & { one: Code };

export const f64x2 = {
  type: V128, splat: [0xfd, 0x14],
  load: (offset: number): Code => [0xfd, 0x00, ALIGNED, ...encoded(offset)],
  store: (offset: number): Code => [0xfd, 0x0b, ALIGNED, ...encoded(offset)],
  /** Loads one double into both lanes. */
  loadBoth: (offset: number): Code => [0xfd, 0x0a, ALIGNED, ...encoded(offset)],
  lane: (index: 0 | 1): Code => [0xfd, 0x21, index],
  add: [0xfd, 0xf0, 0x01], sub: [0xfd, 0xf1, 0x01], mul: [0xfd, 0xf2, 0x01],
} as const satisfies Arithmetic & Record<string, unknown>;

export const i32 = {
  /** Values from 0 to 63 take one byte; larger values take two, because the seventh bit is the sign. */
  const: (value: number): Code => (value < 64 ? [0x41, value] : [0x41, (value % 128) | 0x80, Math.floor(value / 128)]),
  load: (offset: number): Code => [0x28, 2, ...encoded(offset)],
  add: [0x6a], sub: [0x6b], and: [0x71], shl: [0x74], equal: [0x46], unequal: [0x47], above: [0x4a],
} as const;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
export const tee = (local: number): Code => [0x22, local];
export const call = (index: number): Code => [0x10, ...encoded(index)];
export const branch = (depth: number): Code => [0x0c, depth];
/** Repeats the body while the value that the body leaves on the stack is not zero. */
export const loopWhile = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b];
export const when = (...body: Code[]): Code => [0x04, 0x40, ...body.flat(), 0x0b];

/** Collects the locals and the body of a function. */
export class FunctionCode {
  private readonly body: number[] = [];
  private readonly locals: ValueType[] = [];

  constructor(private readonly parameters: readonly ValueType[], private readonly result: readonly ValueType[]) {}

  /** Adds a local, initially zero; returns its index. */
  local(type: ValueType): number {
    this.locals.push(type);
    return this.parameters.length + this.locals.length - 1;
  }

  add(...code: Code[]): void { this.body.push(...code.flat()); }

  /** Entry of the type section. */
  get signature(): Code {
    return [0x60, this.parameters.length, ...this.parameters, this.result.length, ...this.result];
  }

  /** Entry of the code section. */
  get encoded(): Code {
    const inside = [...encoded(this.locals.length), ...this.locals.flatMap((type) => [1, type]), ...this.body, 0x0b];
    return [...encoded(inside.length), ...inside];
  }
}
