import { getComposer } from '../../craft/audio/composer/sound-bank.js';
import { getEmbeddedVoices } from '../../craft/speech/embedded-voices.js';
import type { Config } from '../../kernel/config/index.js';
import { DATABASE_FIXES } from '../../kernel/db/database-fixes.js';
import { pendingMigrations } from '../../kernel/db/pending-migrations.js';
import { createLogger, type Logger } from '../../kernel/log/index.js';
import { saysDiskFull } from '../../kernel/storage/disk-space.js';
import { createStore } from '../../kernel/storage/index.js';
import { probeStore } from '../../kernel/storage/probe.js';
import { inspectNamespace } from '../../kernel/temporal/namespace-fault.js';
import type { Connections } from '../connections.js';
import { reasonOf } from '../doctor/check.js';

/** A server cannot be used as it is configured. The message says what to do. */
export class ServerUnfit extends Error {
  override readonly name = 'ServerUnfit';
}

const ANSWER_MS = 10_000;
/** What can wait for Temporal does not wait long for it at its start. */
const SHORT_MS = 2_000;
const STORAGE_MS = 15_000;

async function requireDatabase(url: string): Promise<void> {
  const pending = await pendingMigrations(url, ANSWER_MS).catch((error: NodeJS.ErrnoException) => {
    // Explained at the end of the command, as for the other commands that use the database.
    if (DATABASE_FIXES[error.code ?? '']) throw error;
    throw new ServerUnfit(`the database does not answer: check DATABASE_URL (${reasonOf(error)})`, { cause: error });
  });
  if (pending.length > 0) throw new ServerUnfit(`the database lacks ${pending.length} migrations of this version: run \`proscenium migrate\``);
}

async function requireTemporal(config: Config, address: string, mayBeAway: boolean, log: Logger): Promise<void> {
  const fault = await inspectNamespace(config, address, mayBeAway ? SHORT_MS : ANSWER_MS).catch((error: Error) => {
    const told = `Temporal does not answer at ${address}: check TEMPORAL_ADDRESS (${reasonOf(error)})`;
    if (!mayBeAway) throw new ServerUnfit(told, { cause: error });
    log.warn(told);
    return null;
  });
  if (fault) throw new ServerUnfit(`Temporal at ${address} takes no run: ${fault.detail}. ${fault.fix}`);
}

/** Only says that the store is away: what is stored nowhere else, and every page, can be served meanwhile. */
async function lookForStore(config: Config, log: Logger): Promise<void> {
  const late = setTimeout(() => log.error('the media store did not answer yet: check STORAGE_URL'), STORAGE_MS).unref();
  await probeStore(createStore(config)).catch((error: Error) => {
    if (!saysDiskFull(error)) log.error(`the media store takes no files: check STORAGE_URL and its keys (${reasonOf(error)})`);
  }).finally(() => clearTimeout(late));
}

/**
 * Checks the servers that a process needs before it starts. Throws what a missing part of this machine throws, then `ServerUnfit`, or the error of the
 * database, when the database does not answer or lacks migrations, or when Temporal answers and takes no run, or does not answer and must not be away. Says
 * in the log when the media store takes no files, without waiting for it.
 */
export async function requireServers(
  config: Config, { databaseUrl, temporalAddress }: Connections, { name, mayTemporalBeAway }: { name: string; mayTemporalBeAway: boolean },
): Promise<void> {
  await getEmbeddedVoices(config);
  await getComposer(config);
  const log = createLogger(name, config.logLevel);
  await requireDatabase(databaseUrl);
  await requireTemporal(config, temporalAddress, mayTemporalBeAway, log);
  void lookForStore(config, log);
}
