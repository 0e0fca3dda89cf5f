import { createRequire } from 'node:module';
import {
  paginate, readFdx, readFountain, readPdf, scriptLines, alignLines, toTableRead, writeFdx, writeFountain, writePdf, type Script,
} from '../../screenplay/index.js';
import type { Benchmark } from './benchmark.js';
import type { Figure } from './figures.js';

/** They fill 120 pages. */
const SCENES = 128;
/** A peer that is not ours to ship: measured beside us when it can be found, for instance through NODE_PATH. */
const PEER = 'fountain-js';

const NAMES = ['ANNA', 'BOB', 'ÉLODIE', 'DR. STONE', '1ST GUARD'];
const WORDS = ('the river runs down to the garden and nobody has counted every stone in this wall since the rain began to fall on glass '
  + 'while a lamp hums somewhere behind the door that she closed without a word').split(' ');

const sentence = (seed: number, length: number): string => {
  const words = Array.from({ length }, (_none, at) => WORDS[(seed * 7 + at * 3 + (seed % 5) * at) % WORDS.length]!);
  return `${words[0]![0]!.toUpperCase()}${words.join(' ').slice(1)}.`;
};

/** A screenplay in Fountain, always the same. */
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

async function timed(rounds: number, work: () => unknown): Promise<number[]> {
  const taken: number[] = [];
  await work();
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

interface Peer { parse(text: string): unknown }
function peer(): Peer | null {
  try {
    const found = createRequire(import.meta.url)(PEER) as { Fountain: new () => Peer };
    return new found.Fountain();
  } catch {
    return null;
  }
}

async function measure(quick: boolean, say: (line: string) => void): Promise<Figure[]> {
  const text = fountainOf(SCENES);
  const script: Script = readFountain(text).script;
  const fdx = writeFdx(script);
  const pdf = writePdf(script).bytes;
  const lines = scriptLines(script);
  const pages = paginate(script).pages.length;
  say(`${pages} pages, ${Math.round(text.length / 1000)} KB of Fountain, ${lines.length} lines, ${Math.round(pdf.length / 1000)} KB of PDF`);
  const rounds = quick ? 2 : 15;
  const other = peer();
  const figure = async (name: string, work: () => unknown, reference?: () => unknown): Promise<Figure> => ({
    benchmark: 'screenplay', name, unit: 'ms', rounds: await timed(rounds, work),
    ...(reference ? { reference: { name: PEER, rounds: await timed(rounds, reference) } } : {}),
  });
  const peerReads = other ? () => other.parse(text) : undefined;
  if (!other) say(`${PEER} is not installed: no reference`);
  return [
    await figure('read Fountain', () => readFountain(text), peerReads),
    await figure('paginate', () => paginate(script)),
    await figure('write Fountain', () => writeFountain(script)),
    await figure('write FDX', () => writeFdx(script)),
    await figure('read FDX', () => readFdx(fdx)),
    await figure('write PDF', () => writePdf(script)),
    await figure('read PDF', () => readPdf(pdf)),
    await figure('table read', () => toTableRead(script, { mode: 'drama', narrationPolicy: 'include', title: '' })),
    await figure('align versions', () => alignLines(lines, lines.filter(({ index }) => index % 9 !== 4))),
    { ...await figure('read, paginate, print', () => writePdf(readFountain(text).script)), note: `${pages} pages, from Fountain to the bytes of a PDF` },
  ];
}

/** What a feature-length script costs at each stage, in this process; reading a PDF starts a process of its own. */
export const screenplayBenchmark: Benchmark = {
  name: 'screenplay',
  summary: 'a script of 120 pages: read, paginate, write and read again',
  run: (_ground, { quick, say }) => measure(quick, say),
};
