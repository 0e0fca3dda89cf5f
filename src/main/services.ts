import { createFaults } from '../config/faults.js';
import type { Config } from '../config/index.js';
import { createStore } from '../adapters/storage/index.js';
import { createDataSource, poolOf } from '../db/data-source.js';
import { loadTokenSigner } from '../domain/account/tokens.js';
import { createLogger } from '../log/index.js';
import type { Services } from '../services.js';
import { createEngine } from '../temporal/engine.js';

export interface Connections { databaseUrl: string; temporalAddress: string }

export interface OpenServices extends Services { close(): Promise<void> }

/** Where the database and the engine are: configured, or the embedded ones at their configured ports. */
export function connectionsOf(config: Config): Connections {
  return {
    databaseUrl: config.databaseUrl ?? `postgres://postgres:proscenium@127.0.0.1:${config.postgresPort}/proscenium`,
    temporalAddress: config.temporal.address ?? `127.0.0.1:${config.temporal.port}`,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Connects everything a process needs. Providers are loaded on first use. */
export async function openServices(config: Config, name: string, connections = connectionsOf(config)): Promise<OpenServices> {
  const log = createLogger(name, config.logLevel);
  const db = await createDataSource({
    url: connections.databaseUrl, poolSize: config.databasePoolSize, applicationName: name,
  }).initialize();
  const engine = createEngine(config, connections.temporalAddress);
  const speech = once(async () => (await import('./providers.js')).createSpeechEngine(config));
  let speechUsed = false;
  return {
    config, log, db, pool: poolOf(db), store: createStore(config), engine,
    tokens: await loadTokenSigner(db), faults: createFaults(config),
    writer: once(async () => (await import('./providers.js')).createStoryWriter(config)),
    ffmpeg: once(async () => {
      const [{ createFfmpeg }, { findFfmpeg }] = await Promise.all([import('../adapters/ffmpeg/run.js'), import('./binaries.js')]);
      return createFfmpeg({ path: (await findFfmpeg(config)).path });
    }),
    speech() {
      speechUsed = true;
      return speech();
    },
    async close() {
      if (speechUsed) await (await speech()).close();
      await engine.close();
      await db.destroy();
    },
  };
}
