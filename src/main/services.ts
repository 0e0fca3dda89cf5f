import type { Ffmpeg } from '../craft/ffmpeg/run.js';
import { createFaults } from '../kernel/config/faults.js';
import type { Config } from '../kernel/config/index.js';
import { getEmbeddedVoices } from '../craft/speech/embedded-voices.js';
import { getComposer } from '../craft/audio/composer/sound-bank.js';
import { openMusicService } from '../craft/audio/served/music-service.js';
import { openRecogniser } from '../craft/recogniser/index.js';
import { createStore } from '../kernel/storage/index.js';
import { openDatabase } from '../kernel/db/database.js';
import { loadTokenSigner } from '../domain/account/signing-key-store.js';
import { createLogger } from '../kernel/log/index.js';
import type { Services } from '../kernel/services.js';
import { createEngine } from '../kernel/temporal/engine.js';
import { connectionsOf } from './connections.js';

export interface OpenServices extends Services { close(): Promise<void> }

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const ffmpegs = new Map<string, Promise<Ffmpeg>>();

/** The ffmpeg of a configuration. A process locates it once; after a failure it looks again. */
function ffmpegOf(config: Config): Promise<Ffmpeg> {
  const place = `${config.ffmpegPath ?? ''} ${config.cacheDir}`;
  const known = ffmpegs.get(place);
  if (known) return known;
  const found = (async () => {
    const [{ createFfmpeg }, { locateFfmpeg }] = await Promise.all([import('../craft/ffmpeg/run.js'), import('./binaries.js')]);
    return createFfmpeg({ path: (await locateFfmpeg(config)).path });
  })();
  ffmpegs.set(place, found);
  found.catch(() => ffmpegs.delete(place));
  return found;
}

/** Opens the services that a process needs. Providers are loaded on first use. Throws `VoicesMissing`, `SoundBankMissing`, `RecogniserMissing`. */
export async function openServices(config: Config, name: string, connections = connectionsOf(config)): Promise<OpenServices> {
  const embeddedVoices = await getEmbeddedVoices(config);
  const composer = await getComposer(config);
  const recogniser = await openRecogniser(config);
  const log = createLogger(name, config.logLevel);
  const db = await openDatabase({ url: connections.databaseUrl, poolSize: config.databasePoolSize, applicationName: name, watchLocks: config.watchLocks });
  const store = createStore(config);
  const engine = createEngine(config, connections.temporalAddress);
  const speech = once(async () => (await import('../craft/speech/index.js')).openSpeech(config, embeddedVoices));
  const ffmpeg = () => ffmpegOf(config);
  let speechUsed = false;
  return {
    config, log, db, store, engine,
    tokens: await loadTokenSigner(db), faults: createFaults(config), embeddedVoices, composer, musicService: openMusicService(config), recogniser,
    writer: once(async () => (await import('./providers.js')).createStoryWriter(config, store)),
    ffmpeg,
    images: once(async () => (await import('../craft/images/index.js')).openImages(config, ffmpeg)),
    videos: once(async () => (await import('../craft/video/index.js')).openVideos(config)),
    speech() {
      speechUsed = true;
      return speech();
    },
    async close() {
      if (speechUsed) await (await speech()).close();
      await recogniser?.close();
      await engine.close();
      await db.close();
    },
  };
}
