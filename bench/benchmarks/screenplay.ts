import {
  paginate, parseFdx, parseFountain, parsePdf, scriptLines, alignLines, toTableRead, writeFdx, writeFountain, writePdf, type Script,
} from '../../src/craft/screenplay/index.js';
import type { Benchmark, BenchOptions } from '../benchmark.js';
import type { Figure } from '../figures.js';
import type { BenchStack } from '../stack/bench-stack.js';
import { findFastest, measurePeers, timed, type Stage } from '../references/screenplay-peers.js';

/** Number of scenes; together they fill 120 pages. */
const SCENES = 128;

const NAMES = ['ANNA', 'BOB', 'ÉLODIE', 'DR. STONE', '1ST GUARD'];
const WORDS = ('the river runs down to the garden and nobody has counted every stone in this wall since the rain began to fall on glass '
  + 'while a lamp hums somewhere behind the door that she closed without a word').split(' ');

const sentence = (seed: number, length: number): string => {
  const words = Array.from({ length }, (_none, at) => WORDS[(seed * 7 + at * 3 + (seed % 5) * at) % WORDS.length]!);
  return `${words[0]![0]!.toUpperCase()}${words.join(' ').slice(1)}.`;
};

/** A screenplay in Fountain; the same text in every run. */
function fountainOf(scenes: number): string {
  const parts = ['Title: The Long Wall', 'Author: Nobody', ''];
  for (let scene = 0; scene < scenes; scene += 1) {
    parts.push(`${scene % 2 ? 'EXT. GARDEN' : 'INT. HALL'} ${scene} - ${scene % 3 ? 'DAY' : 'NIGHT'} #${scene + 1}#`, '');
    for (let beat = 0; beat < 5; beat += 1) {
      const seed = scene * 11 + beat;
      parts.push(`${sentence(seed, 14)} *${sentence(seed + 1, 6)}*`, '');
      parts.push(NAMES[seed % NAMES.length]! + (beat === 2 ? ' (V.O.)' : ''), ...(beat === 3 ? ['(low)'] : []), `${sentence(seed + 2, 16)} ${sentence(seed + 3, 10)}`, '');
    }
    if (scene % 4 === 3) parts.push('CUT TO:', '');
  }
  return parts.join('\n');
}

const NO_PEER = 'no open library that could be installed does this';

async function measure({ dataDir }: BenchStack, { quick, say }: BenchOptions): Promise<Figure[]> {
  const fountain = fountainOf(SCENES);
  const script: Script = parseFountain(fountain).script;
  const fdx = writeFdx(script);
  const pdf = writePdf(script).bytes;
  const lines = scriptLines(script);
  const pages = paginate(script).pages.length;
  say(`${pages} pages, ${Math.round(fountain.length / 1000)} KB of Fountain, ${lines.length} lines, ${Math.round(pdf.length / 1000)} KB of PDF`);
  const rounds = quick ? 2 : 15;
  const ours: readonly [Stage, () => unknown][] = [
    ['read Fountain', () => parseFountain(fountain)], ['paginate', () => paginate(script)], ['write Fountain', () => writeFountain(script)],
    ['write FDX', () => writeFdx(script)], ['read FDX', () => parseFdx(fdx)], ['write PDF', () => writePdf(script)], ['read PDF', () => parsePdf(pdf)],
  ];
  const taken = new Map<Stage, number[]>(ours.map(([stage]) => [stage, []]));
  const half = async (count: number): Promise<void> => {
    for (const [stage, work] of ours) taken.get(stage)!.push(...await timed(count, work));
  };
  // Half before the peers and half after, so that a machine that slows down affects both sides.
  await half(Math.ceil(rounds / 2));
  // A quick run installs nothing.
  const peers = quick ? {} : await measurePeers(dataDir, rounds, { fountain, fdx, pdf }, say);
  await half(Math.floor(rounds / 2));
  const figures = ours.map(([stage]): Figure => {
    const reference = findFastest(peers[stage]);
    const others = Object.keys(peers[stage] ?? {}).filter((name) => name !== reference?.name);
    return {
      benchmark: 'screenplay', name: stage, unit: 'ms', rounds: taken.get(stage)!, ...(reference ? { reference } : {}),
      note: reference ? `fastest of ${[reference.name, ...others].join(', ')}` : NO_PEER,
    };
  });
  const more = async (name: string, note: string, work: () => unknown): Promise<Figure> =>
    ({ benchmark: 'screenplay', name, unit: 'ms', rounds: await timed(rounds, work), note });
  return [
    ...figures,
    await more('table read', NO_PEER, () => toTableRead(script, { mode: 'drama', narrationPolicy: 'include', title: '' })),
    await more('align versions', NO_PEER, () => alignLines(lines, lines.filter(({ index }) => index % 9 !== 4))),
    await more('read, paginate, print', `${pages} pages, from Fountain to the bytes of a PDF`, () => writePdf(parseFountain(fountain).script)),
  ];
}

/** Time of each stage for a feature-length script, in this process; parsing a PDF starts a child process. */
export const screenplayBenchmark: Benchmark = {
  name: 'screenplay',
  summary: 'a script of 120 pages: read, paginate, write and read again, beside the fastest peer of each stage',
  run: measure,
};
