import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../src/main/binaries/search-path.js';
import { summarize } from '../figures.js';
import { PYTHON_PEERS } from './screenplay-python-peers.js';

const run = promisify(execFile);
const INSTALL_MS = 300_000;
const PYTHON_MS = 300_000;
const MAX_OUTPUT = 1 << 24;

/** Open libraries that do the work of one of our stages. They are installed for one run only, because the product does not depend on them. */
const NPM_PEERS = ['fountain-js@1.2.4', 'aw-parser@0.1.1', 'aw-liner@0.0.2', 'jouvence@1.0.1'];
const PYTHON_PACKAGES = ['screenplain==0.12.0', 'reportlab==5.1.0', 'screenplay-tools==0.0.10', 'pdfminer.six==20260107', 'ujson==5.12.1'];
/** Installed without dependencies, because one of them is a language model that the conversion does not use. */
const PYTHON_WITHOUT_DEPENDENCIES = ['screenplay-pdf-to-json==0.3.4'];

export const STAGES = ['read Fountain', 'paginate', 'write Fountain', 'write FDX', 'read FDX', 'write PDF', 'read PDF'] as const;
export type Stage = (typeof STAGES)[number];
export interface StageInput { fountain: string; fdx: string; pdf: Buffer }
/** Milliseconds of each round, by stage and peer. */
export type PeerRounds = Partial<Record<Stage, Record<string, number[]>>>;

const WARM_ROUNDS = 5;

/** Milliseconds of each round of `work`, after some unmeasured rounds in which the engine compiles the code. */
export async function timed(rounds: number, work: () => unknown): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < Math.min(rounds, WARM_ROUNDS); round += 1) await work();
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return taken;
}

/** Page layout for the peers, the same as in our profile. */
const PAGE = {
  print: {
    lines_per_page: 55, dual_max_factor: 0.75, action: { max: 61 }, scene_heading: { max: 61 }, character: { max: 38 }, dialogue: { max: 35 },
    parenthetical: { max: 26 }, transition: { max: 61 },
  },
  print_actions: true, print_headers: true, print_dialogues: true, print_notes: true, print_sections: false, print_synopsis: false,
  split_dialogue: true, use_dual_dialogue: true,
};

interface NodePeers {
  'fountain-js': { Fountain: new () => { parse(text: string): unknown } };
  'aw-parser': { parser: { parse(text: string, page: object): { tokens: unknown[] } }; helpers: object };
  'aw-liner': { Liner: new (helpers: object) => { line(tokens: unknown[], page: object): unknown } };
  jouvence: { parser(): { parse(input: unknown, listener: object): Promise<unknown> }; input(): { fromString(text: string): unknown } };
}

/** A listener that ignores every element. */
const NO_LISTENER = new Proxy({}, { get: () => () => undefined });

async function nodePeers(folder: string, rounds: number, { fountain }: StageInput): Promise<PeerRounds> {
  const npm = await findOnPath('npm');
  if (!npm) throw new Error('there is no npm');
  await writeFile(path.join(folder, 'package.json'), '{}');
  await run(npm, ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...NPM_PEERS], { timeout: INSTALL_MS, cwd: folder });
  const require = createRequire(path.join(folder, 'package.json'));
  const load = <N extends keyof NodePeers>(name: N): NodePeers[N] => require(name) as NodePeers[N];
  const { Fountain } = load('fountain-js');
  const { parser, helpers } = load('aw-parser');
  const { Liner } = load('aw-liner');
  const jouvence = load('jouvence');
  const tokensOf = (): unknown[] => parser.parse(fountain, PAGE).tokens;
  return {
    'read Fountain': {
      'fountain-js': await timed(rounds, () => new Fountain().parse(fountain)),
      'aw-parser': await timed(rounds, tokensOf),
      jouvence: await timed(rounds, () => jouvence.parser().parse(jouvence.input().fromString(fountain), NO_LISTENER)),
    },
    // The liner changes the tokens, so each round needs new ones.
    paginate: { 'aw-liner': await pureRounds(rounds, tokensOf, (tokens) => new Liner(helpers).line(tokens, PAGE)) },
  };
}

async function pureRounds<T>(rounds: number, prepare: () => T, work: (prepared: T) => unknown): Promise<number[]> {
  const prepared = Array.from({ length: rounds + WARM_ROUNDS }, prepare);
  return timed(rounds, () => work(prepared.pop()!));
}

async function pythonPeers(folder: string, rounds: number, input: StageInput, say: (line: string) => void): Promise<PeerRounds> {
  const python = await findOnPath('python3');
  if (!python) throw new Error('there is no python3');
  const pip = ['-m', 'pip', 'install', '-q', '--no-input', '--disable-pip-version-check', '--target', folder];
  await run(python, [...pip, ...PYTHON_PACKAGES], { timeout: INSTALL_MS });
  await run(python, [...pip, '--no-deps', ...PYTHON_WITHOUT_DEPENDENCIES], { timeout: INSTALL_MS });
  const files = { fountain: path.join(folder, 'script.fountain'), fdx: path.join(folder, 'script.fdx'), pdf: path.join(folder, 'script.pdf') };
  for (const kind of ['fountain', 'fdx', 'pdf'] as const) await writeFile(files[kind], input[kind]);
  const { stdout, stderr } = await run(python, ['-c', PYTHON_PEERS, JSON.stringify({ folder, rounds, ...files })], { timeout: PYTHON_MS, maxBuffer: MAX_OUTPUT });
  if (stderr.trim() !== '') say(stderr.trim());
  return JSON.parse(stdout) as PeerRounds;
}

/** Installs the peers below a folder and times them. Reports and omits peers that fail or cannot be installed. */
export async function measurePeers(folder: string, rounds: number, input: StageInput, say: (line: string) => void): Promise<PeerRounds> {
  const found: PeerRounds = {};
  for (const [name, measure] of [['npm', nodePeers], ['python', pythonPeers]] as const) {
    const own = path.join(folder, `peers-${name}`);
    await mkdir(own, { recursive: true });
    try {
      say(`installing and timing peers of ${name}`);
      const rows = await measure(own, rounds, input, say);
      for (const stage of STAGES) Object.assign(found[stage] ??= {}, rows[stage]);
    } catch (error) {
      say(`no peers of ${name}: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`);
    }
  }
  return found;
}

/** The peer with the smallest median; null when there is none. */
export function findFastest(peers: Record<string, number[]> | undefined): { name: string; rounds: number[] } | null {
  const named = Object.entries(peers ?? {}).map(([name, rounds]) => ({ name, rounds }));
  return named.sort((a, b) => summarize(a.rounds).median - summarize(b.rounds).median)[0] ?? null;
}
