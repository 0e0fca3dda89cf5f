import { VOICES_FORMAT, type PcmFormat } from '../../../craft/audio/master.js';
import { MIX_RATE } from '../../../craft/audio/mix/clip.js';
import { mixedPcm, PARTS, type Mix } from '../../../craft/audio/mix/mix.js';
import { timelinePcm } from '../../../craft/audio/timeline-pcm.js';
import { partOfTimeline } from '../../../craft/audio/timeline.js';
import { bridgesOf } from '../music/choose-bed.js';
import { musicPlaces } from '../performance/performance-plan.js';
import type { EntryRange } from '../performance/performed-part.js';
import type { PerformedRead } from './performed-read.js';
import { mixOf, type MixingServices } from './read-mix.js';

/** The sound of a performed read. */
export interface Programme {
  /** Opens the whole programme from its start: 16-bit little-endian samples, interleaved if there are two channels. */
  pcm(): AsyncIterable<Uint8Array>;
  format: PcmFormat;
  /** Opens the voices. Without a mix, they include the musical phrases between scenes. */
  voices(): AsyncIterable<Uint8Array>;
  /** Null for the voices alone. */
  mix: Mix | null;
}

interface ProgrammeOptions {
  /** May adjust the loudness that the mix assumes for its voices. */
  levelled?(lufs: number): number;
  /** The part of the read to play; default: all of it. A part begins with its first line and sounds as it does in the whole. */
  part?: EntryRange | null;
}

/** The sound of a performed read, or of a part of it, on its timeline. */
export async function readProgramme(
  services: MixingServices, { read: { artifactId, overlays, projectId }, screenplay, timeline, voicesLufs }: PerformedRead, signal: AbortSignal,
  { levelled = (lufs) => lufs, part = null }: ProgrammeOptions = {},
): Promise<Programme> {
  const found = await mixOf(services, { artifactId, overlays, screenplay, timeline, projectId, voicesLufs }, signal);
  const mix = found && { ...found, voicesLufs: levelled(found.voicesLufs) };
  const heard = part ? partOfTimeline(timeline, part) : { timeline, fromMs: 0 };
  const before = timeline.entries.findIndex(({ entryIndex }) => entryIndex === heard.timeline.entries[0]?.entryIndex);
  const places = new Set([...musicPlaces(timeline.entries)].map((place) => (part ? place - before : place)).filter((place) => !part || place >= 0));
  const voices = () => timelinePcm(services.store, heard.timeline, signal, mix ? undefined : bridgesOf(screenplay, places));
  if (!mix) return { voices, mix, pcm: voices, format: VOICES_FORMAT };
  return { voices, mix, pcm: () => mixedPcm(voices(), mix, PARTS, heard.fromMs), format: { sampleRate: MIX_RATE, channels: 2 } };
}
