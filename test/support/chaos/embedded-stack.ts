import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from '../../../src/main/stack/process-identity.js';
import type { RunningStack } from '../../../src/main/stack/running-stack.js';
import { PATIENCE_MS } from '../jest/patience.js';

const CLI = path.resolve('dist/src/main/cli.js');

export interface Run { child: ChildProcess; output: () => string; exit: Promise<number | null> }

export async function until<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false, what: () => string,
): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error(`timed out waiting for ${what()}`);
    await sleep(100);
  }
}

/** The embedded stack on a separate data folder, run by its command line. Tests may kill parts of it. */
export class EmbeddedStack {
  private constructor(readonly dataDir: string) {}

  static async inFreshFolder(): Promise<EmbeddedStack> {
    return EmbeddedStack.in(await mkdtemp(path.join(tmpdir(), 'proscenium-stack-')));
  }

  /** A stack on an empty folder, such as one on a small file system. */
  static async in(folder: string): Promise<EmbeddedStack> {
    if (!existsSync(CLI)) throw new Error('dist is missing: run the tests with `npm test`, or build first');
    await chmod(folder, 0o711);
    return new EmbeddedStack(folder);
  }

  /** Runs a command of `proscenium` on this folder. */
  run(args: string[], environment: Record<string, string> = {}): Run {
    const inherited = { ...process.env };
    for (const name of ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'STORAGE_URL', 'APP_URL', 'BASE_URL']) delete inherited[name];
    const child = spawn(process.execPath, [CLI, ...args], {
      env: {
        ...inherited, NODE_ENV: 'production', DATA_DIR: this.dataDir, PORT: '0', POSTGRES_PORT: '0', TEMPORAL_PORT: '0', TEMPORAL_UI_PORT: '0',
        ...environment,
      },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString(); });
    child.stderr.on('data', (chunk: Buffer) => { output += chunk.toString(); });
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, output: () => output, exit };
  }

  /** Starts the stack and waits until it prints its addresses. */
  async up(environment: Record<string, string> = {}): Promise<Run & { stack: RunningStack; ownerKey: string }> {
    const started = this.run(['up'], environment);
    await until(() => started.output().includes('Ctrl-C stops everything'), () => `the screen; so far:\n${started.output()}`);
    const stack = await this.read<RunningStack>('stack.json');
    return { ...started, stack: stack!, ownerKey: /Owner key\s+(psc_\S+)/.exec(started.output())?.[1] ?? '' };
  }

  async identityOf(part: string): Promise<ProcessIdentity> { return (await this.read<ProcessIdentity>(`${part}.pid`))!; }

  /** Kills a part and waits until its supervisor, `keeper`, has started it again. */
  async kill(part: string, keeper: Run): Promise<void> {
    await (await this.strike(part, keeper)).restarted;
  }

  /** Kills a part; `restarted` resolves when its supervisor, `keeper`, has started it again. */
  async strike(part: string, keeper: Run): Promise<{ restarted: Promise<unknown> }> {
    const before = await this.identityOf(part);
    process.kill(before.pid, 'SIGKILL');
    const restarted = until(async () => {
      const now = await this.read<ProcessIdentity>(`${part}.pid`);
      return now && now.pid !== before.pid && isRunning(now);
    }, () => `${part} to run again; so far:\n${keeper.output()}`);
    return { restarted };
  }

  async read<T>(name: string): Promise<T | null> {
    const text = await readFile(path.join(this.dataDir, 'run', name), 'utf8').catch(() => null);
    return text?.trim() ? JSON.parse(text) as T : null;
  }

  remove(): Promise<void> { return rm(this.dataDir, { recursive: true, force: true }); }
}
