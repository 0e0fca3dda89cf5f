import type { Database } from './db/database.js';
import type { Ffmpeg } from '../craft/ffmpeg/run.js';
import type { EmbeddedVoices } from '../craft/speech/embedded-voices.js';
import type { Composer } from '../craft/audio/composer/sound-bank.js';
import type { MusicService } from '../craft/audio/served/music-service.js';
import type { Recogniser } from '../craft/recogniser/port.js';
import type { ImageEngine } from '../craft/images/port.js';
import type { SpeechEngine } from '../craft/speech/port.js';
import type { VideoEngine } from '../craft/video/port.js';
import type { ObjectStore } from './storage/port.js';
import type { Config } from './config/index.js';
import type { TokenSigner } from './contract/tokens.js';
import type { FaultPoints } from './config/faults.js';
import type { Logger } from './log/index.js';
import type { StoryWriter } from '../craft/narrative/model.js';
import type { Engine } from './contract/runs.js';

/** The services that handlers and activities use; made once per process. */
export interface Services {
  config: Config;
  log: Logger;
  db: Database;
  store: ObjectStore;
  engine: Engine;
  tokens: TokenSigner;
  /** Loaded on first use: language models and voices are not part of a cold start. */
  writer(): Promise<StoryWriter>;
  speech(): Promise<SpeechEngine>;
  /** The embedded voices of this process. A pack that is installed later is used only after a restart. */
  embeddedVoices: EmbeddedVoices;
  /** The composer of this process. Instruments that are installed later are used only after a restart. */
  composer: Composer;
  /** Makes music from a text description; null when none is configured. */
  musicService: MusicService | null;
  /** Recognises the speech of newly spoken lines; null when none is configured. */
  recogniser: Recogniser | null;
  ffmpeg(): Promise<Ffmpeg>;
  images(): Promise<ImageEngine>;
  videos(): Promise<VideoEngine>;
  faults: FaultPoints;
}
