import { parseArgs } from 'node:util';
import { findEmbeddedVoices } from '../../craft/speech/embedded-voices.js';
import { packageScript } from '../../kernel/config/environment.js';
import type { Config } from '../../kernel/config/index.js';
import { startStack, type Stack } from '../stack/index.js';
import { onLauncherEnd } from '../stack/launcher.js';

async function screenOf(stack: Stack, config: Config): Promise<string> {
  const { speaking } = await findEmbeddedVoices(config);
  const lines = [
    ['API', stack.baseUrl],
    ['Pages', `${stack.appUrl}/`],
    ['OpenAPI', `${stack.baseUrl}/openapi.json`],
    ...(stack.uiUrl ? [['Temporal UI', stack.uiUrl]] : []),
    ['Voices', speaking === 'neural' ? 'neural' : 'stage; proscenium voices status says why'],
    ['Data', config.dataDir],
  ] as [string, string][];
  const table = lines.map(([name, value]) => `  ${name.padEnd(12)} ${value}`).join('\n');
  const key = stack.ownerKey
    ? `\n  Owner key    ${stack.ownerKey}\n               shown only once; proscenium keys create makes more\n`
    : '\n  Keys         proscenium keys create\n';
  return `\nProscenium is up.\n\n${table}\n${key}\nCtrl-C stops everything.\n`;
}

/**
 * `proscenium up`: runs the whole stack until a signal comes, or until the npm process that started it ends. A second signal, such as Ctrl-C, exits at once.
 */
export async function runUp(argv: string[], config: Config): Promise<void> {
  parseArgs({ args: argv, options: {}, strict: true });
  let signals = 0;
  const asked = new Promise<void>((resolve) => {
    const stop = (): void => {
      process.stderr.write('\nStopping…\n');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        signals++;
        // The children end with this process, and the next start ends any that are left.
        if (signals > 1) process.exit(130);
        stop();
      });
    }
    onLauncherEnd(packageScript(), stop);
  });
  const startedAt = Date.now();
  const stack = await startStack(config);
  if (signals === 0) {
    process.stdout.write(await screenOf(stack, config));
    process.stderr.write(`Started in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  }
  await asked;
  await stack.stop();
  process.stderr.write('Stopped.\n');
}
