import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Config } from '../../config/index.js';
import { UsageError } from './usage.js';
import { ProductionClient } from '../production/client.js';
import { materialOf, modeOf, mp3Name, secondsOf } from '../production/material.js';
import { createProgress } from '../production/progress.js';
import { attachSource, finalize, planRead, runJob, type Plan, type Wish } from '../production/steps.js';

interface ProduceOptions extends Wish { out: string | null; approves: boolean; server: string; key: string }

/** `FILE|URL [--mode M] [--minutes N] [--out FILE] [--yes] [--server URL]`; the key is in PROSCENIUM_API_KEY. Throws `UsageError`. */
function parseProduceOptions(argv: string[], config: Config): ProduceOptions {
  const { values, positionals: [argument, ...more] } = parseArgs({
    args: argv, allowPositionals: true, strict: true,
    options: { mode: { type: 'string' }, minutes: { type: 'string' }, out: { type: 'string' }, yes: { type: 'boolean' }, server: { type: 'string' } },
  });
  if (argument === undefined || more.length > 0) throw new UsageError('produce takes one file or address');
  const key = config.clientKey;
  if (!key) throw new UsageError('set PROSCENIUM_API_KEY to an API key; `proscenium keys create --scopes all` makes one');
  return {
    material: materialOf(argument), mode: modeOf(values.mode ?? 'drama'), durationSeconds: values.minutes === undefined ? null : secondsOf(values.minutes),
    out: values.out === undefined ? null : path.resolve(values.out), approves: values.yes ?? false, server: (values.server ?? config.baseUrl).replace(/\/$/, ''), key,
  };
}

/** Asks the person at the terminal. Throws `UsageError` where nobody can answer. */
async function agrees({ quote }: Plan): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`the plan costs ${quote.total} credits; --yes approves it without a question`);
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await questions.question(`Make it for ${quote.total} credits? [y/N] `)).trim());
  } finally {
    questions.close();
  }
}

/** `proscenium produce`: makes an MP3 of a file or an address, over the public API of a running server. Throws `UsageError`. */
export async function runProduce(argv: string[], config: Config): Promise<void> {
  const options = parseProduceOptions(argv, config);
  const client = new ProductionClient(options.server, options.key);
  const step = createProgress(process.stdout);
  const { project } = await client.call<{ project: { id: string } }>('POST', '/story-projects', { name: options.material.label.slice(0, 200) });
  const source = await attachSource(client, project.id, options.material, step('Source and digest'));
  const plan = await planRead(client, project.id, source.id, options, step('Plan'));
  if (!options.approves && !await agrees(plan)) {
    await client.call('POST', `/story-plans/${plan.id}/reject`);
    process.stdout.write('Rejected; nothing was charged.\n');
    return;
  }
  await client.call('POST', `/story-plans/${plan.id}/approve`, { userConfirmed: true });
  const job = await runJob(client, plan, step('Job'));
  const { manifest, mp3 } = await finalize(client, job.artifacts[0]!.id, step('Recording and MP3'));
  const file = options.out ?? path.resolve(mp3Name(plan.plan!.title));
  await writeFile(file, mp3);
  process.stdout.write(`\n  MP3      ${file}\n  Theater  ${manifest.theaterUrl}\n  Player   ${manifest.audio.liveUrl}\n`);
}
