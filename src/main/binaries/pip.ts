import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ToolEnvironment } from '../../kernel/config/environment.js';
import { findOnPath } from './search-path.js';
import type { PinnedWheel } from './wheels.js';

const run = promisify(execFile);

const PIP_TIMEOUT_MS = 300_000;
/** Tried when python3 has no pip module: Debian's has none, and a virtual environment may have only the program. */
const PIP_PROGRAMS = ['pip3', 'pip'];

/** The program and first arguments that call pip on this machine, or null when there is no pip. */
export async function findPip(tools: ToolEnvironment): Promise<[program: string, ...prefix: string[]] | null> {
  const python = await findOnPath('python3', tools);
  if (python && await run(python, ['-c', 'import pip']).then(() => true, () => false)) return [python, '-m', 'pip'];
  for (const name of PIP_PROGRAMS) {
    const program = await findOnPath(name, tools);
    if (program) return [program];
  }
  return null;
}

export interface PipLimits {
  timeoutMs?: number;
  /** Additional options of pip, such as `--no-cache-dir`. */
  options?: readonly string[];
}

/**
 * Downloads a wheel into a folder with `pip download`, which uses the indexes, proxies and credentials that pip is
 * configured with. Returns the file, whose hash is not checked. Throws an error with the last line of pip's output.
 */
export async function downloadWheel(
  wheel: Pick<PinnedWheel, 'distribution' | 'version' | 'fileName'>, folder: string, tools: ToolEnvironment,
  { timeoutMs = PIP_TIMEOUT_MS, options = [] }: PipLimits = {},
): Promise<string> {
  const pip = await findPip(tools);
  if (!pip) throw new Error('there is no pip (Debian: apt-get install python3-pip)');
  const [program, ...prefix] = pip;
  const requirement = `${wheel.distribution}==${wheel.version}`;
  const args = [...prefix, 'download', '--no-deps', '--only-binary=:all:', '-q', ...options, '-d', folder, requirement];
  try {
    await run(program, args, { timeout: timeoutMs });
  } catch (error) {
    const { killed, stderr, message } = error as Error & { killed?: boolean; stderr?: string };
    const said = killed ? `no answer within ${Math.round(timeoutMs / 1000)} s` : (stderr || message).trim().split('\n').at(-1) ?? 'failed';
    throw new Error(`pip: ${said.slice(0, 200)}`, { cause: error });
  }
  const file = path.join(folder, wheel.fileName);
  if (!(await access(file).then(() => true, () => false))) throw new Error(`pip did not download ${wheel.fileName}`);
  return file;
}
