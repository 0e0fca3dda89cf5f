import { parseArgs } from 'node:util';
import { readToolEnvironment } from '../kernel/config/environment.js';
import type { Config } from '../kernel/config/index.js';
import type { Check, Examined, Status } from './doctor/check.js';

export type { Check } from './doctor/check.js';

const STATUS_LABELS: Record<Status, string> = { ok: 'ok     ', warning: 'warning', missing: 'MISSING' };

/** Runs every check, in the order in which a start needs the parts. */
export async function examine(examined: Examined): Promise<Check[]> {
  const [
    { checkInstallation }, { checkPrograms }, { checkVoices }, { checkMusic }, { checkModel }, { checkSurroundings }, { checkServers },
  ] = await Promise.all([
    import('./doctor/installation.js'), import('./doctor/programs.js'), import('./doctor/voices.js'), import('./doctor/music.js'),
    import('./doctor/model.js'), import('./doctor/ports-and-disk.js'), import('./doctor/servers.js'),
  ]);
  return [
    ...await checkInstallation(examined), ...await checkPrograms(examined), ...await checkVoices(examined), ...await checkMusic(examined),
    ...await checkModel(examined), ...await checkSurroundings(examined), ...await checkServers(examined),
  ];
}

function lineOf({ name, status, detail, fix }: Check): string {
  return `${STATUS_LABELS[status]}  ${name.padEnd(22)} ${detail}${fix ? `\n${' '.repeat(32)}fix: ${fix}` : ''}\n`;
}

/**
 * `proscenium doctor [--json] [--offline]`: says what is missing on this machine and how to fix it. The exit code is 1
 * when a required part is missing. Fetches programs as the first start does, except with `--offline`; never the voices or the instruments.
 */
export async function runDoctor(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({ args: argv, strict: true, options: { json: { type: 'boolean' }, offline: { type: 'boolean' } } });
  const onProgress = (line: string): void => { process.stderr.write(`${line}\n`); };
  const checks = await examine({ config, tools: readToolEnvironment(), allowDownload: !values.offline, onProgress });
  const isReady = checks.every(({ status }) => status !== 'missing');
  if (values.json) process.stdout.write(`${JSON.stringify({ ready: isReady, checks }, null, 2)}\n`);
  else {
    for (const check of checks) process.stdout.write(lineOf(check));
    process.stdout.write(isReady ? '\nProscenium can run here.\n' : '\nProscenium cannot run here yet.\n');
  }
  process.exitCode = isReady ? 0 : 1;
}
