import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Config } from '../../kernel/config/index.js';
import { UsageError } from './usage.js';
import { CallRefused, findApi, ProductionClient } from '../production/client.js';
import { renderFilm } from '../production/film.js';
import { materialOf, modeOf, mp3Name, secondsOf } from '../production/material.js';
import { findRunningStack } from '../stack/running-stack.js';
import { createProgress } from '../production/progress.js';
import { isScreenplayFile, mayHoldScreenplay, quoteScreenplay, readScreenplay, uploadScreenplay } from '../production/screenplay.js';
import { attachSource, finalize, MaterialUnreadable, planRead, runJob, type Job, type Manifest, type Say, type Wish } from '../production/steps.js';

interface ProduceOptions extends Wish { out: string | null; approves: boolean; server: string | null; key: string; shapes: boolean }

/** `FILE|URL [--mode M] [--minutes N] [--out FILE.mp3|FILE.mp4] [--yes] [--server URL]`; the key is in PROSCENIUM_API_KEY. Throws `UsageError`. */
function parseProduceOptions(argv: string[], config: Config): ProduceOptions {
  const { values, positionals: [argument, ...more] } = parseArgs({
    args: argv, allowPositionals: true, strict: true,
    options: { mode: { type: 'string' }, minutes: { type: 'string' }, out: { type: 'string' }, yes: { type: 'boolean' }, server: { type: 'string' } },
  });
  if (argument === undefined || more.length > 0) throw new UsageError('produce takes one file or address');
  const key = config.clientKey;
  if (!key) throw new UsageError('set PROSCENIUM_API_KEY to an API key; `proscenium keys create --scopes all` makes one');
  const material = materialOf(argument);
  const shapes = values.mode !== undefined || values.minutes !== undefined;
  if (shapes && material.kind === 'file' && isScreenplayFile(material.path)) {
    throw new UsageError('a screenplay is performed as written; leave out --mode and --minutes');
  }
  return {
    shapes, material, mode: modeOf(values.mode ?? 'drama'), durationSeconds: values.minutes === undefined ? null : secondsOf(values.minutes),
    out: values.out === undefined ? null : path.resolve(values.out), approves: values.yes ?? false, server: values.server ?? null, key,
  };
}

/** Asks the person at the terminal. Throws `UsageError` where nobody can answer. */
async function agrees(credits: number): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`it costs ${credits} credits; --yes approves it without a question`);
  const questions = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await questions.question(`Make it for ${credits} credits? [y/N] `)).trim());
  } finally {
    questions.close();
  }
}

type Steps = (name: string) => Say;

/** The finished read with its job, or null when the person declined the price. */
type Made = { title: string; job: Job } | null;

/** Makes the read of a screenplay without changing its text. `refusal` says why the file is not a screenplay. */
async function readOfScreenplay(
  client: ProductionClient, projectId: string, file: string, { approves }: ProduceOptions, step: Steps,
): Promise<{ made: Made } | { refusal: string }> {
  const uploaded = await uploadScreenplay(client, projectId, file, step('Screenplay')).catch(refusedAsUnreadable);
  if ('refusal' in uploaded) return uploaded;
  const { script: { id, title } } = uploaded;
  const { credits } = await quoteScreenplay(client, id, step('Cast and quote'));
  if (!approves && !await agrees(credits)) return { made: null };
  return { made: { title, job: await readScreenplay(client, id, step('Table read')) } };
}

/** Rethrows the refusal of an upload as `MaterialUnreadable`, and other errors unchanged. */
function refusedAsUnreadable(error: unknown): never {
  throw error instanceof CallRefused ? new MaterialUnreadable(error.message, { cause: error }) : error;
}

/** Plans a read of a text and makes it. Null when the person declined the price; the plan is then rejected. */
async function readOfText(client: ProductionClient, projectId: string, options: ProduceOptions, step: Steps): Promise<Made> {
  const source = await attachSource(client, projectId, options.material, step('Source and digest')).catch(refusedAsUnreadable);
  const plan = await planRead(client, projectId, source.id, options, step('Plan'));
  if (!options.approves && !await agrees(plan.quote.total)) {
    await client.call('POST', `/story-plans/${plan.id}/reject`);
    return null;
  }
  await client.call('POST', `/story-plans/${plan.id}/approve`, { userConfirmed: true });
  return { title: plan.plan!.title, job: await runJob(client, plan, step('Job')) };
}

/**
 * Makes the read. A Fountain or Final Draft file must be a screenplay; a PDF that does not read as a screenplay is treated as a text, and so is every PDF
 * when the options shape the story. Throws `MaterialUnreadable`.
 */
async function makeRead(client: ProductionClient, projectId: string, options: ProduceOptions, step: Steps): Promise<Made> {
  const { material, shapes } = options;
  const file = material.kind === 'file' ? material.path : '';
  if (isScreenplayFile(file)) {
    const read = await readOfScreenplay(client, projectId, file, options, step);
    if ('refusal' in read) throw new MaterialUnreadable(`${file} could not be read as a screenplay: ${read.refusal}`);
    return read.made;
  }
  if (mayHoldScreenplay(file) && !shapes) {
    const read = await readOfScreenplay(client, projectId, file, options, step);
    if (!('refusal' in read)) return read.made;
    step(`No screenplay (${read.refusal}); it is told as a text`);
  }
  return readOfText(client, projectId, options, step);
}

/** Deletes the new project again. A failure is only printed, because the caller has another error to report. */
async function removeProject(client: ProductionClient, projectId: string): Promise<void> {
  await client.call('DELETE', `/story-projects/${projectId}`).catch((error: Error) => {
    process.stderr.write(`proscenium: the empty project ${projectId} was left behind: ${error.message}\n`);
  });
}

async function writeMp3(client: ProductionClient, artifactId: string, file: string, say: Say): Promise<Manifest> {
  const { manifest, mp3 } = await finalize(client, artifactId, say);
  await writeFile(file, mp3);
  return manifest;
}

/**
 * `proscenium produce`: makes an MP3 from a file or an address, or a film if the output is named `.mp4`, over the public API of a running server. Throws
 * `UsageError`.
 */
export async function runProduce(argv: string[], config: Config): Promise<void> {
  const options = parseProduceOptions(argv, config);
  const server = options.server ?? (await findRunningStack(config.dataDir))?.baseUrl ?? config.baseUrl;
  const client = new ProductionClient(await findApi(server), options.key);
  const step = createProgress(process.stdout);
  const { project } = await client.call<{ project: { id: string } }>('POST', '/story-projects', { name: options.material.label.slice(0, 200) });
  const made = await makeRead(client, project.id, options, step).catch(async (error: unknown) => {
    // A project without material would be of no use to anybody.
    if (error instanceof MaterialUnreadable) await removeProject(client, project.id);
    throw error;
  });
  if (!made) {
    process.stdout.write('Rejected; nothing was charged.\n');
    return;
  }
  const file = options.out ?? path.resolve(mp3Name(made.title));
  const artifactId = made.job.artifacts[0]!.id;
  const isFilm = /\.mp4$/i.test(file);
  const manifest = isFilm ? await renderFilm(client, artifactId, file, step('Recording and film')) : await writeMp3(client, artifactId, file, step('Recording and MP3'));
  process.stdout.write(`\n  ${isFilm ? 'MP4' : 'MP3'}      ${file}\n  Theater  ${manifest.theaterUrl}\n  Player   ${manifest.audio.liveUrl}\n`);
}
