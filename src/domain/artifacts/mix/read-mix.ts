import path from 'node:path';
import { LevelMeter } from '../../../craft/audio/level-meter.js';
import { BOTH_CHANNELS_DB, type Mix, type MixSpan, type Stem } from '../../../craft/audio/mix/mix.js';
import { timelinePcm } from '../../../craft/audio/timeline-pcm.js';
import { spokenTimes, type Timeline } from '../../../craft/audio/timeline.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { pcmSamples } from '../../../craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE } from '../../../craft/speech/port.js';
import type { LaneKeys, MixLaneName } from '../../../kernel/contract/staleness.js';
import type { Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { Services } from '../../../kernel/services.js';
import type { ObjectStore } from '../../../kernel/storage/port.js';
import { bridgeSpans } from '../music/choose-bed.js';
import { servedFiles } from '../music/served-pieces.js';
import { musicPlaces } from '../performance/performance-plan.js';
import { cuesIn, groundOf } from './mix-lane.js';
import { MIX_LANES } from './mix-lanes.js';

/** The loudness at which every line is spoken. */
const VOICES_LUFS = -24;

/** Keys that identify what is heard of each lane; a silent lane is absent. */
export function laneKeysOf({ overlays, screenplay, projectId }: Omit<ReadToMix, 'artifactId' | 'timeline' | 'voicesLufs'>): LaneKeys {
  const ground = groundOf(screenplay, projectId);
  return Object.fromEntries(MIX_LANES.flatMap((lane) => {
    const key = lane.keyOf(cuesIn(lane, overlays), ground);
    return key === null ? [] : [[lane.name, key] as const];
  }));
}

/** True when a lane has cues, even inaudible ones. */
export const hasCues = (overlays: Chosen): boolean => MIX_LANES.some((lane) => cuesIn(lane, overlays).length > 0);

/** The lanes that sound different. */
export const differingLanes = (one: LaneKeys, other: LaneKeys): MixLaneName[] =>
  MIX_LANES.flatMap(({ name }) => (one[name] === other[name] ? [] : [name]));

/** The loudness of the voices alone. */
async function measuredLufs(store: Pick<ObjectStore, 'get'>, timeline: Timeline, signal: AbortSignal): Promise<number> {
  const meter = new LevelMeter(LINE_SAMPLE_RATE);
  for await (const bytes of timelinePcm(store, timeline, signal)) meter.add(pcmSamples(bytes));
  return meter.integrated();
}

/** The mix of an MP3 without music: the voices, with phrases between scenes. */
export function plainMix({ screenplay, timeline }: Pick<ReadToMix, 'screenplay' | 'timeline'>): Mix {
  const music = bridgeSpans(screenplay, musicPlaces(timeline.entries), timeline);
  return {
    spans: { music, effects: [], beds: [] }, speech: spokenTimes(timeline), durationMs: timeline.durationMs, voicesLufs: VOICES_LUFS + BOTH_CHANNELS_DB,
  };
}

/** The services that mixing a read needs. */
export type MixingServices = Pick<Services, 'db' | 'store' | 'composer' | 'ffmpeg' | 'config'>;

interface ReadToMix { artifactId: string; projectId: string; overlays: Chosen; screenplay: Screenplay; timeline: Timeline; voicesLufs: number | null }

/** Everything that is mixed with a read's voices; null when there is nothing. A read without music keeps the phrases between its scenes. */
export async function mixOf(services: MixingServices, read: ReadToMix, signal: AbortSignal): Promise<Mix | null> {
  const { store, composer, config } = services;
  const { artifactId, overlays, screenplay, timeline, projectId } = read;
  const ground = groundOf(screenplay, projectId);
  const tools = { composer, workDir: path.join(config.dataDir, 'work'), signal, servedFile: servedFiles(services, artifactId, signal) };
  const lanes: { stem: Stem; spans: MixSpan[] }[] = MIX_LANES.map((lane) => ({
    stem: lane.stem, spans: lane.spans(cuesIn(lane, overlays), ground, timeline, tools),
  }));
  if (lanes.every(({ spans }) => spans.length === 0)) return null;
  if (lanes.every(({ stem, spans }) => stem !== 'music' || spans.length === 0)) {
    lanes.push({ stem: 'music', spans: bridgeSpans(screenplay, musicPlaces(timeline.entries), timeline) });
  }
  const of = (stem: Stem): MixSpan[] => lanes.flatMap((lane) => (lane.stem === stem ? lane.spans : [])).sort((one, next) => one.startMs - next.startMs);
  return {
    spans: { music: of('music'), effects: of('effects'), beds: of('beds') },
    speech: spokenTimes(timeline), durationMs: timeline.durationMs,
    voicesLufs: (read.voicesLufs ?? await measuredLufs(store, timeline, signal)) + BOTH_CHANNELS_DB,
  };
}
