import { parseArgs } from 'node:util';
import { soundBankPath } from '../../craft/audio/composer/sound-bank.js';
import type { Config } from '../../kernel/config/index.js';
import { installMusic, isBankIntact } from '../music/install.js';
import { UsageError } from './usage.js';

async function install(config: Config): Promise<void> {
  const { file, isNew, seconds } = await installMusic(config, { onProgress: (line) => process.stderr.write(`${line}\n`) });
  process.stdout.write(`The instruments of composed music are installed, as ${file}${isNew ? `, after ${seconds} s` : ''}.\n`);
  if (config.music === 'catalogue') process.stdout.write('MUSIC is set to catalogue: music is composed when it is unset.\n');
}

async function status(config: Config, isJson: boolean): Promise<void> {
  const file = soundBankPath(config.cacheDir);
  const installed = await isBankIntact(file);
  process.stdout.write(isJson ? `${JSON.stringify({ installed, file, music: config.music }, null, 2)}\n`
    : `Instruments of composed music: ${installed ? `installed, as ${file}` : 'not installed: proscenium music install'}. MUSIC is ${config.music}.\n`);
  process.exitCode = installed ? 0 : 1;
}

/**
 * `proscenium music install` and `proscenium music status [--json]`. The exit code of `status` is 1 when the instruments are missing or damaged. Throws
 * `UsageError`.
 */
export async function runMusic(argv: string[], config: Config): Promise<void> {
  const { positionals, values } = parseArgs({ args: argv, allowPositionals: true, strict: true, options: { json: { type: 'boolean' } } });
  const [action, ...more] = positionals;
  if (more.length === 0 && action === 'status') return status(config, values.json ?? false);
  if (more.length === 0 && action === 'install' && values.json === undefined) return install(config);
  throw new UsageError('music takes install, or status [--json]');
}
