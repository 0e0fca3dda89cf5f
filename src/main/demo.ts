import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/index.js';
import { createDataSource } from '../db/data-source.js';
import { createAccount } from '../domain/account/accounts.js';
import { createApiKey } from '../domain/account/api-keys.js';
import { DemoClient } from './demo/client.js';
import { readDemoOptions } from './demo/options.js';
import { produce, type Production } from './demo/production.js';
import { createProgress } from './demo/progress.js';
import { startStack } from './stack/index.js';
import { readRunningStack } from './stack/running-stack.js';

interface Host { databaseUrl: string; baseUrl: string; uiUrl: string | null; stop(): Promise<void> }

/** The stack that already runs on the data folder, or one of our own. */
async function openHost(config: Config): Promise<Host> {
  const running = await readRunningStack(config.dataDir);
  return running ? { ...running, stop: async () => undefined } : startStack(config);
}

/** A key of an account of its own, so that a demo never spends what is somebody's. */
async function demoKey(databaseUrl: string, freeCredits: number): Promise<string> {
  const db = await createDataSource({ url: databaseUrl, poolSize: 1 }).initialize();
  try {
    const account = await createAccount(db, { name: 'Demo', monthlyAllocation: Math.max(freeCredits, 50) });
    const { key } = await createApiKey(db, {
      accountId: account.id, name: 'demo', rateTier: 'elevated',
      scopes: ['story:read', 'story:write', 'source:read', 'source:write', 'artifact:read', 'artifact:publish', 'credits:read'],
    });
    return key;
  } finally {
    await db.destroy();
  }
}

const fileName = (title: string): string => `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'table-read'}.mp3`;

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

/** `proscenium demo`: the main job from a text to an MP3, over the public API of a stack on this machine. */
export async function runDemo(argv: string[], config: Config): Promise<void> {
  const options = readDemoOptions(argv);
  const startedAt = Date.now();
  const step = createProgress(process.stdout);
  step('Stack (PostgreSQL, Temporal, API, workers)');
  const host = await openHost(config);
  try {
    const client = new DemoClient(host.baseUrl, await demoKey(host.databaseUrl, config.freeCredits));
    const made = await produce(client, options, step);
    await mkdir(options.outDir, { recursive: true });
    const file = path.join(options.outDir, fileName(made.title));
    await writeFile(file, made.mp3);
    process.stdout.write(report(made, host, file, (Date.now() - startedAt) / 1000));
    if (options.keep) {
      process.stdout.write('\nThe stack keeps running for these pages; Ctrl-C stops it.\n');
      await untilInterrupted();
    } else {
      process.stdout.write('\n`npm start` brings these pages back up.\n');
    }
  } finally {
    await host.stop();
  }
}
