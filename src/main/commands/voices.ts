import { parseArgs } from 'node:util';
import type { Config } from '../../kernel/config/index.js';
import { installVoices } from '../voices/install.js';
import { recordPreviews } from '../voices/record-previews.js';
import { voicesStatus } from '../voices/status.js';
import { UsageError } from './usage.js';

async function install(config: Config): Promise<void> {
  const installed = await installVoices(config, { onProgress: (line) => process.stderr.write(`${line}\n`) });
  if (!installed.isNew) process.stdout.write(`The neural voices are installed, in ${installed.folder}.\n`);
  if (config.voices === 'stage') process.stdout.write('VOICES is set to stage: the stage voices speak until it is unset.\n');
}

async function status(config: Config, isJson: boolean): Promise<void> {
  const found = await voicesStatus(config);
  if (isJson) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else process.stdout.write(`Embedded voices: ${found.detail}.\n${found.fix ? `${found.fix}\n` : ''}`);
  process.exitCode = found.pack === 'installed' ? 0 : 1;
}

/**
 * `proscenium voices install`, `proscenium voices status [--json]` and `proscenium voices previews FOLDER [ID…]`, which records the previews that the project
 * ships. The exit code of `status` is 1 without an intact pack. Throws `UsageError`.
 */
export async function runVoices(argv: string[], config: Config): Promise<void> {
  const { positionals, values } = parseArgs({ args: argv, allowPositionals: true, strict: true, options: { json: { type: 'boolean' } } });
  const [action, ...more] = positionals;
  const [folder, ...voiceIds] = more;
  if (folder && action === 'previews') {
    return recordPreviews(config, { folder, voiceIds }, (line) => process.stderr.write(`${line}\n`));
  }
  if (more.length === 0 && action === 'status') return status(config, values.json ?? false);
  if (more.length === 0 && action === 'install' && values.json === undefined) return install(config);
  throw new UsageError('voices takes install, or status [--json]');
}
