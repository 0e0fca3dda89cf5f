import { parseArgs } from 'node:util';
import { findRecogniser, recogniserFolder } from '../../craft/recogniser/installation.js';
import type { Config } from '../../kernel/config/index.js';
import { installRecogniser } from '../recogniser/install.js';
import { UsageError } from './usage.js';

async function install(config: Config): Promise<void> {
  const { folder, isNew, seconds } = await installRecogniser(config, { onProgress: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`The recogniser is installed, in ${folder}${isNew ? `, after ${seconds} s` : ''}.\n`);
  if (config.recogniser === 'none') process.stdout.write('With RECOGNISER=whisper it hears every line that is spoken for the first time.\n');
}

async function status(config: Config, isJson: boolean): Promise<void> {
  const folder = recogniserFolder(config.cacheDir);
  const installed = await findRecogniser(config.cacheDir) !== null;
  const state = installed ? `installed, in ${folder}` : 'not installed: proscenium recogniser install';
  process.stdout.write(isJson ? `${JSON.stringify({ installed, folder, recogniser: config.recogniser }, null, 2)}\n`
    : `Recogniser: ${state}. RECOGNISER is ${config.recogniser}.\n`);
  process.exitCode = installed ? 0 : 1;
}

/**
 * `proscenium recogniser install` and `proscenium recogniser status [--json]`. The exit code of `status` is 1 when no recogniser is installed. Throws
 * `UsageError`.
 */
export async function runRecogniser(argv: string[], config: Config): Promise<void> {
  const { positionals, values } = parseArgs({ args: argv, allowPositionals: true, strict: true, options: { json: { type: 'boolean' } } });
  const [action, ...more] = positionals;
  if (more.length === 0 && action === 'status') return status(config, values.json ?? false);
  if (more.length === 0 && action === 'install' && values.json === undefined) return install(config);
  throw new UsageError('recogniser takes install, or status [--json]');
}
