import { CODE, encoded, extended, FUNCTIONS, IMPORTS, Reader, TYPES, type Section } from './wasm-binary.js';
import {
  call, f64, F64, f64x2, FunctionCode, get, i32, I32, branch, loopWhile, set, tee, V128, when, type Arithmetic, type Code,
} from './wasm-code.js';

/**
 * The engine spends half of its time in its synthesis filter (MLSA, Imai 1983). Each of the filter's five stages has 25
 * taps, and every tap depends on the one before. The stages do not depend on each other, so this version interleaves
 * them; it also interleaves five rounds of the warping in the post-filter of every frame. Each number is computed from
 * the same operands in the same order, so the samples are identical.
 */

const [STAGES, ORDER, DOUBLE] = [5, 25, 8];

interface Lane { of: Arithmetic; offset: number; before: number; old: number; next: number; sum: number }

/**
 * One sample through the five stages. Takes the delay lines (tap by tap, the stages of a tap side by side), the stages'
 * outputs for the sample before, the warping, the coefficients, the Padé weights and the input. Stores the new outputs and
 * the filter's input; returns the sum of the weighted outputs.
 */
function stages(): FunctionCode {
  const code = new FunctionCode([I32, I32, F64, I32, I32, F64], [F64]);
  const [lines, outputs, warp, coefficients, weights, input] = [0, 1, 2, 3, 4, 5] as const;
  const [both, restBoth, coefficient] = [code.local(V128), code.local(V128), code.local(V128)];
  const [rest, weighted, total, end] = [code.local(F64), code.local(F64), code.local(F64), code.local(I32)];
  const lane = (of: Arithmetic, stage: number): Lane => ({
    of, offset: stage * DOUBLE, before: code.local(of.type), old: code.local(of.type), next: code.local(of.type), sum: code.local(of.type),
  });
  const lanes = [lane(f64x2, 0), lane(f64x2, 2), lane(f64, 4)];
  const tap = (index: number): number => index * STAGES * DOUBLE;
  const one = (of: Arithmetic, single: number, pair: number): Code => get(of === f64 ? single : pair);

  code.add(get(warp), f64x2.splat, set(both), f64.one, get(warp), get(warp), f64.mul, f64.sub, tee(rest), f64x2.splat, set(restBoth));
  for (const { of, offset, before, old } of lanes) {
    code.add(get(outputs), of.load(offset), set(before), get(lines), get(before), of.store(offset));
    code.add(one(of, rest, restBoth), get(before), of.mul);
    code.add(get(lines), of.load(tap(1) + offset), one(of, warp, both), of.mul, of.add, set(before));
    code.add(get(lines), get(before), of.store(tap(1) + offset));
    code.add(get(lines), of.load(tap(2) + offset), set(old), get(lines), get(before), of.store(tap(2) + offset));
  }
  code.add(get(coefficients), i32.const((ORDER - 1) * DOUBLE), i32.add, set(end));
  const step: Code[] = [get(coefficients), f64x2.loadBoth(2 * DOUBLE), set(coefficient)];
  for (const { of, offset, before, old, next, sum } of lanes) {
    // The store goes to the next tap: reading also shifts the delay line.
    step.push(
      get(lines), of.load(tap(3) + offset), set(next),
      get(old), get(next), get(before), of.sub, one(of, warp, both), of.mul, of.add, set(before),
      get(lines), get(before), of.store(tap(3) + offset),
      get(sum), get(coefficient), of === f64 ? f64x2.lane(0) : [], get(before), of.mul, of.add, set(sum), get(next), set(old),
    );
  }
  code.add(loopWhile(...step, get(lines), i32.const(tap(1)), i32.add, set(lines),
    get(coefficients), i32.const(DOUBLE), i32.add, tee(coefficients), get(end), i32.unequal));
  for (let stage = STAGES; stage >= 1; stage--) {
    const { of, sum } = lanes[Math.floor((stage - 1) / 2)]!;
    const output: Code = [...get(sum), ...(of === f64 ? [] : f64x2.lane(stage % 2 ? 0 : 1))];
    code.add(get(outputs), output, f64.store(stage * DOUBLE), output, get(weights), f64.load(stage * DOUBLE), f64.mul, set(weighted));
    code.add(get(input), get(weighted), stage % 2 ? f64.add : f64.sub, set(input), get(total), get(weighted), f64.add, set(total));
  }
  code.add(get(outputs), get(input), f64.store(0), get(total));
  return code;
}

/** Locals of `warping`: the newest number of each round and the one before. Round 0 is the input. */
interface Rounds { newest: number[]; older: number[]; at: number }

/** Computes the next number of each active round. Round r is r steps behind the input. */
function advance({ newest, older, at }: Rounds, numberOf: (round: number) => Code | null): Code {
  const code: Code[] = [];
  for (let round = STAGES; round >= 1; round--) {
    const number = numberOf(round);
    if (!number) continue;
    code.push(number, get(newest[round]!), set(older[round]!), set(newest[round]!));
    if (round === STAGES) code.push(get(at), get(newest[round]!), f64.store(0));
  }
  return code.flat();
}

/**
 * The warping of a frame's cepstrum: ORDER + 1 rounds over the same numbers, five at a time except the last. Takes the
 * address of the fifth coefficient from the top, the numbers, their count (above 8) and the warping; replaces the numbers.
 */
function warping(): FunctionCode {
  const code = new FunctionCode([I32, I32, I32, F64], []);
  const [coefficients, numbers, count, warp] = [0, 1, 2, 3] as const;
  const [rest, at, end, last] = [code.local(F64), code.local(I32), code.local(I32), code.local(I32)];
  const doubles = (): number[] => Array.from({ length: STAGES + 1 }, () => code.local(F64));
  const rounds: Rounds = { newest: doubles(), older: doubles(), at };
  const { newest, older } = rounds;

  const first = (round: number): Code => (
    [get(coefficients), f64.load((STAGES - round) * DOUBLE), get(newest[round - 1]!), get(warp), f64.mul, f64.sub].flat());
  const second = (round: number): Code => (
    [get(rest), get(older[round - 1]!), f64.mul, get(newest[round - 1]!), get(warp), f64.mul, f64.sub].flat());
  const later = (round: number): Code => (
    [get(older[round - 1]!), get(newest[round - 1]!), get(newest[round]!), f64.sub, get(warp), f64.mul, f64.sub].flat());
  // `at` is the address of the number that the last round writes.
  const read: Code = [get(newest[0]!), set(older[0]!), get(at), f64.load(STAGES * DOUBLE), set(newest[0]!)].flat();
  const onwards: Code = [get(at), i32.const(DOUBLE), i32.add, set(at)].flat();
  const beginning = (step: number): Code => advance(rounds, (round) => (
    step < round ? null : step === round ? first(round) : step === round + 1 ? second(round) : later(round)));

  code.add(f64.one, get(warp), get(warp), f64.mul, f64.sub, set(rest));
  code.add(get(numbers), get(count), i32.const(3), i32.shl, i32.add, i32.const(STAGES * DOUBLE), i32.sub, set(end));
  code.add(get(coefficients), i32.const(ORDER * DOUBLE), i32.sub, set(last));
  const group: Code[] = [get(numbers), i32.const(STAGES * DOUBLE), i32.sub, set(at)];
  for (let step = 0; step <= STAGES + 1; step++) group.push(beginning(step), read, onwards);
  group.push(loopWhile(advance(rounds, later), read, onwards, get(at), get(end), i32.unequal));
  for (let done = 0; done < STAGES; done++) group.push(advance(rounds, (round) => (round > done ? later(round) : null)), onwards);
  code.add(loopWhile(...group, get(coefficients), i32.const(STAGES * DOUBLE), i32.sub, tee(coefficients), get(last), i32.unequal));
  return code;
}

/** Indexes of the engine's locals at the loop of the synthesis filter. */
const [FILTER_STAGES, FILTER_ORDER, FILTER_LINES, FILTER_OUTPUTS] = [51, 12, 50, 54];
const [FILTER_WARP, FILTER_COEFFICIENTS, FILTER_WEIGHTS, FILTER_INPUT, FILTER_SUM] = [65, 55, 47, 64, 69];
/** Indexes of the engine's locals at the loop of the post-filter; FRAME_ROUND counts up to 0, the last round. */
const [FRAME_ORDER, FRAME_WARP, FRAME_STATE, FRAME_COEFFICIENTS, FRAME_ROUND, FRAME_COUNT] = [1, 2, 3, 4, 5, 11];
/** Byte offset in a frame's state of the pointer to its numbers. */
const NUMBERS_OFFSET = 292;

/** A call to an added function, inserted into a function of the engine. */
interface Patch {
  /** Names the patched code in errors. */
  what: string;
  /** The engine's code on both sides of the inserted code; the pair occurs exactly once in the engine. */
  before: Code;
  after: Code;
  inserted(index: number): Code;
  body: FunctionCode;
}

const LOOP: Code = [0x03, 0x40];

/** The engine's own loop stays, for filters of another order. */
const PATCHES: readonly Patch[] = [
  {
    what: 'the synthesis filter', before: set(FILTER_SUM),
    after: [LOOP, get(FILTER_LINES), get(FILTER_STAGES), [0x41, 0x7f], i32.add, tee(49)].flat(),
    inserted: (index) => [
      get(FILTER_STAGES), i32.const(STAGES), i32.equal, get(FILTER_ORDER), i32.const(ORDER), i32.equal, i32.and,
      when(
        get(FILTER_LINES), get(FILTER_OUTPUTS), get(FILTER_WARP), get(FILTER_COEFFICIENTS), get(FILTER_WEIGHTS), get(FILTER_INPUT),
        call(index), set(FILTER_SUM), get(FILTER_OUTPUTS), f64.load(0), set(FILTER_INPUT), branch(2),
      ),
    ].flat(),
    body: stages(),
  },
  {
    what: "the post-filter's warping", before: [...i32.and, ...set(0)],
    after: [LOOP, get(FRAME_ROUND), set(17), [0x02, 0x40], get(FRAME_COUNT)].flat(),
    inserted: (index) => [
      get(FRAME_ORDER), i32.const(ORDER), i32.equal, get(FRAME_COUNT), i32.const(8), i32.above, i32.and,
      when(
        get(FRAME_COEFFICIENTS), i32.const((ORDER - STAGES + 1) * DOUBLE), i32.add, get(FRAME_STATE), i32.load(NUMBERS_OFFSET),
        get(FRAME_COUNT), get(FRAME_WARP), call(index), i32.const(0), set(FRAME_ROUND),
      ),
    ].flat(),
    body: warping(),
  },
];

const counted = (body: Uint8Array): number => new Reader(body, 0).number();

/** Inserts the patches and appends their functions. Throws when the engine is not the pinned build. */
function patched(body: Uint8Array, firstIndex: number): Uint8Array {
  const reader = new Reader(body, 0);
  const count = reader.number();
  const found = PATCHES.map(() => 0);
  const functions: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    let code = Buffer.from(reader.take(reader.number()));
    PATCHES.forEach(({ before, after, inserted }, patch) => {
      const place = code.indexOf(Uint8Array.from([...before, ...after]));
      if (place < 0) return;
      found[patch]! += 1;
      const at = place + before.length;
      code = Buffer.concat([code.subarray(0, at), Uint8Array.from(inserted(firstIndex + patch)), code.subarray(at)]);
    });
    functions.push(Uint8Array.from(encoded(code.length)), code);
  }
  const missing = PATCHES.filter((_, patch) => found[patch] !== 1);
  if (missing.length > 0) throw new Error(`the engine lacks the code of ${missing.map(({ what }) => what).join(', ')}`);
  return extended(Buffer.concat([Uint8Array.from(encoded(count)), ...functions]), PATCHES.map((patch) => patch.body.encoded));
}

/** The engine with the interleaved filters; its samples stay the same. Throws when the engine is not the pinned build. */
export function withFasterFilters(sections: readonly Section[]): Section[] {
  const bodyOf = (id: number): Uint8Array => {
    const section = sections.find((one) => one.id === id);
    if (!section) throw new Error('the engine lacks a section');
    return section.body;
  };
  const [types, functions] = [counted(bodyOf(TYPES)), counted(bodyOf(IMPORTS)) + counted(bodyOf(FUNCTIONS))];
  const changed = new Map<number, Uint8Array>([
    [TYPES, extended(bodyOf(TYPES), PATCHES.map(({ body }) => body.signature))],
    [FUNCTIONS, extended(bodyOf(FUNCTIONS), PATCHES.map((_, index) => encoded(types + index)))],
    [CODE, patched(bodyOf(CODE), functions)],
  ]);
  return sections.map(({ id, body }) => ({ id, body: changed.get(id) ?? body }));
}
