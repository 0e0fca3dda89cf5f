import { VOICES_FORMAT, type PcmFormat } from '../../../craft/audio/master.js';
import { MIX_RATE } from '../../../craft/audio/mix/clip.js';
import { mixedPcm, type Mix } from '../../../craft/audio/mix/mix.js';
import { timelinePcm } from '../../../craft/audio/timeline-pcm.js';
import type { Services } from '../../../kernel/services.js';
import { bridgesOf } from '../music/choose-bed.js';
import { musicPlaces } from '../performance/performance-plan.js';
import type { PerformedRead } from './performed-read.js';
import { mixOf } from './read-mix.js';

/** What is heard of a performed read. */
export interface Programme {
  /** Opens the whole from its start: 16-bit little-endian samples, those of two channels interleaved. */
  pcm(): AsyncIterable<Uint8Array>;
  format: PcmFormat;
  /** Opens the voices; without a mix they have the phrases of music between scenes in them. */
  voices(): AsyncIterable<Uint8Array>;
  /** Null for the voices alone. */
  mix: Mix | null;
}

/** The sound of a performed read on its timeline. `levelled` may change how loud the mix takes its voices to be. */
export async function readProgramme(
  services: Pick<Services, 'store' | 'composer' | 'config'>, { read: { overlays, projectId }, screenplay, timeline, voicesLufs }: PerformedRead, signal: AbortSignal,
  levelled: (lufs: number) => number = (lufs) => lufs,
): Promise<Programme> {
  const found = await mixOf(services, { overlays, screenplay, timeline, projectId, voicesLufs }, signal);
  const mix = found && { ...found, voicesLufs: levelled(found.voicesLufs) };
  const bridges = mix ? undefined : bridgesOf(screenplay, musicPlaces(timeline.entries));
  const voices = () => timelinePcm(services.store, timeline, signal, bridges);
  const heard = mix ? { pcm: () => mixedPcm(voices(), mix), format: { sampleRate: MIX_RATE, channels: 2 } as const } : { pcm: voices, format: VOICES_FORMAT };
  return { voices, mix, ...heard };
}
