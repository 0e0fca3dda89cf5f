import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../kernel/config/index.js';
import { openDatabase } from '../kernel/db/database.js';
import { createAccount } from '../domain/account/account-store.js';
import { createApiKey } from '../kernel/access/api-key-store.js';
import { parseDemoOptions } from './demo/options.js';
import { ProductionClient } from './production/client.js';
import { mp3Name } from './production/material.js';
import { createProgress } from './production/progress.js';
import { produce, type Production, type Say } from './production/steps.js';
import { startStack } from './stack/index.js';
import { Locked } from './stack/lock.js';
import { isRunning, type ProcessIdentity } from './stack/process-identity.js';
import { findRunningStack, type RunningStack } from './stack/running-stack.js';
import { DEMO_NAME } from '../domain/account/account-names.js';

/** The stack that the demo uses. `stop` is null if another process runs it. */
interface Host { databaseUrl: string; baseUrl: string; uiUrl: string | null; stop: (() => Promise<void>) | null }

/** Longer than a first start, which also fetches programs and voices. */
const START_MS = 1_800_000;

/** Waits for the stack that another process is starting on the data folder. Returns null when that process gives up. */
async function awaitStarting(config: Config, starter: ProcessIdentity): Promise<RunningStack | null> {
  const giveUpAt = Date.now() + START_MS;
  while (isRunning(starter) && Date.now() < giveUpAt) {
    const running = await findRunningStack(config.dataDir);
    if (running) return running;
    await sleep(200);
  }
  return findRunningStack(config.dataDir);
}

/** The stack that runs or starts on the data folder, else a new one. */
async function openHost(config: Config, say: Say): Promise<Host> {
  const join = (running: RunningStack): Host => {
    say(`uses the stack that runs at ${running.appUrl}`);
    return { ...running, stop: null };
  };
  const running = await findRunningStack(config.dataDir);
  if (running) return join(running);
  try {
    return await startStack(config, { warmVoices: true });
  } catch (error) {
    if (!(error instanceof Locked)) throw error;
    say(`waits for the stack that process ${error.holder.pid} is starting`);
    const started = await awaitStarting(config, error.holder);
    if (started) return join(started);
    throw error;
  }
}

/** Creates an account and a key of it, so that a demo does not spend another account's credits. */
async function demoKey(databaseUrl: string, freeCredits: number): Promise<string> {
  const db = await openDatabase({ url: databaseUrl, poolSize: 1 });
  try {
    const account = await createAccount(db, { name: DEMO_NAME, monthlyAllocation: Math.max(freeCredits, 50) });
    const { key } = await createApiKey(db, {
      accountId: account.id, name: 'demo', rateTier: 'elevated',
      scopes: ['story:read', 'story:write', 'source:read', 'source:write', 'artifact:read', 'artifact:publish', 'credits:read'],
    });
    return key;
  } finally {
    await db.close();
  }
}

function report(made: Production, host: Host, file: string, seconds: number): string {
  const { audio, theaterUrl } = made.manifest;
  const rows = [
    ['MP3', `${file} (${((audio.recordingDurationMs ?? 0) / 1000).toFixed(0)} s, ${(made.mp3.length / 1024).toFixed(0)} KiB)`],
    ['Theater', theaterUrl],
    ['Audio player', audio.liveUrl],
    ['Live room', made.heard.liveRoomUrl],
    ...(host.uiUrl ? [['Temporal UI', `${host.uiUrl}/namespaces/default/workflows?query=${encodeURIComponent(`StoryJobId="${made.jobId}"`)}`]] : []),
    ['OpenAPI', `${host.baseUrl}/openapi.json`],
    ['Credits', `${made.credits} left; every movement is in the ledger`],
  ];
  return `\nMade in ${seconds.toFixed(1)} s.\n\n${rows.map(([name, value]) => `  ${name!.padEnd(13)} ${value}`).join('\n')}\n`;
}

async function untilInterrupted(): Promise<void> {
  await new Promise<void>((resolve) => { for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve()); });
}

/** `proscenium demo`: makes an MP3 of a text, over the public API of a stack on this machine. */
export async function runDemo(argv: string[], config: Config): Promise<void> {
  const options = parseDemoOptions(argv);
  const startedAt = Date.now();
  const step = createProgress(process.stdout);
  const host = await openHost(config, step('Stack (PostgreSQL, Temporal, API, workers)'));
  try {
    const client = new ProductionClient(host.baseUrl, await demoKey(host.databaseUrl, config.freeCredits));
    const made = await produce(client, options, step);
    await mkdir(options.outDir, { recursive: true });
    const file = path.join(options.outDir, mp3Name(made.title));
    await writeFile(file, made.mp3);
    process.stdout.write(report(made, host, file, (Date.now() - startedAt) / 1000));
    if (!host.stop) process.stdout.write('\nThese pages are available while that stack runs.\n');
    else if (options.keep) {
      process.stdout.write('\nThe stack keeps running for these pages; Ctrl-C stops it.\n');
      await untilInterrupted();
    } else {
      process.stdout.write('\n`npm start` makes these pages available again.\n');
    }
  } finally {
    await host.stop?.();
  }
}
