import { setTimeout } from 'node:timers/promises';
import { isEmbedded, pcmSamples, timesOfLine, type SpokenLine } from '../../src/craft/speech/line-cache.js';
import type { PerformedCredits } from '../../entities/performance.js';
import { speakSurely, type SureLine } from '../../src/craft/speech/line-remedies.js';
import { createLiveEncoder, type LiveEncoder } from '../../src/craft/audio/live-encoder.js';
import { laidOver } from '../../src/craft/audio/laid-over.js';
import { LevelMeter } from '../../src/craft/audio/level-meter.js';
import { StreamCollector } from '../../src/craft/audio/stream-collector.js';
import { performanceAudioKey } from '../../src/domain/artifacts/performance/performance-keys.js';
import { putPerformedWords, wordsOfEntry, type LineWords } from '../../src/domain/artifacts/performance/performed-words.js';
import {
  JOINS_AFTER_MS, LEAD_IN_MS, musicPlaces, type CreditPlan, type CreditsPlan, type PerformanceLinePlan,
} from '../../src/domain/artifacts/performance/performance-plan.js';
import { bridgesOf } from '../../src/domain/artifacts/music/choose-bed.js';
import type { MadePerformance } from '../../src/domain/artifacts/performance/performance-kind.js';
import { listPerformedLines, mustMakeWay } from '../../src/domain/artifacts/performance/performance-store.js';
import type { Services } from '../../src/kernel/services.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import { AFTER_CLOSING_MS, AFTER_OPENING_MS } from '../../src/craft/narrative/writing/direction/pauses.js';
import { LINE_SAMPLE_RATE, type SpeechRequest } from '../../src/craft/speech/port.js';
import { LinePublisher } from './line-publisher.js';
import { LostLines } from './lost-lines.js';
import { speechToPerform } from './heard.js';

export interface Reading {
  services: Services;
  artifactId: string;
  revision: number;
  fence: number;
  lines: PerformanceLinePlan[];
  credits: CreditsPlan;
  /** The source of the mood of the music between scenes, and of the printed words of each line. */
  screenplay: Pick<Screenplay, 'entries'>;
  jobId: string;
  signal: AbortSignal;
}

/** Additional lines that embedded voices speak ahead, to hide the time of storing them. */
const MORE_AHEAD = 3;

/** Voices lines ahead of the one being encoded, a few at once, and yields them in order. */
class LinesAhead {
  private readonly pending = new Map<number, Promise<SureLine>>();

  constructor(private readonly lines: PerformanceLinePlan[], private readonly speak: {
    /** Concurrent requests to a speech service. */
    window: number;
    embedded(line: PerformanceLinePlan): boolean;
    line(line: PerformanceLinePlan): Promise<SureLine>;
  }) {}

  /** Begins to voice the lines that follow from a position on. */
  begin(position: number): void {
    const { window, embedded } = this.speak;
    for (const line of this.lines.slice(position, position + window + MORE_AHEAD)) {
      if (this.pending.has(line.position) || (line.position >= position + window && !embedded(line))) continue;
      const spoken = this.speak.line(line);
      spoken.catch(() => undefined);
      this.pending.set(line.position, spoken);
    }
  }

  at(position: number): Promise<SureLine> {
    this.begin(position);
    const wanted = this.pending.get(position)!;
    this.pending.delete(position);
    return wanted;
  }

  /** Resolves when no line is being spoken. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.pending.values());
  }
}

const WAIT_MS = 500;

/** Waits while another read has a live listener and this one has none, so that the other read gets the processor. */
async function makeWay({ db }: Services, artifactId: string, revision: number, signal: AbortSignal): Promise<void> {
  while (await mustMakeWay(db, artifactId, revision)) await setTimeout(WAIT_MS, undefined, { signal });
}

async function samplesOf(services: Services, spoken: SpokenLine): Promise<Int16Array> {
  return spoken.samples ?? pcmSamples(await services.store.get(spoken.key));
}

/** The meter measures the voices only, so a pause counts as silence even when music fills it. */
async function encodePause(encoder: LiveEncoder, level: LevelMeter, milliseconds: number, filled: Int16Array | null): Promise<void> {
  level.add(new Int16Array((milliseconds * LINE_SAMPLE_RATE) / 1000));
  await (filled ? encoder.write(filled) : encoder.writeSilence(milliseconds));
}

/** Where a performance is written to. */
interface Stage { services: Services; encoder: LiveEncoder; level: LevelMeter }

/** Spoken words in the stream. Times are in milliseconds of the stream. */
interface Encoded { samples: Int16Array; startMs: number; endMs: number }

/** Writes lines that are heard at the same time into the stream: each begins `JOINS_AFTER_MS` after the one before it, or halfway through a shorter one. */
async function encodeTogether({ services, encoder, level }: Stage, spoken: readonly SureLine[]): Promise<Encoded[]> {
  const startMs = encoder.writtenMs;
  let atMs = 0;
  const parts = [];
  for (const line of spoken) {
    parts.push({ atMs, samples: await samplesOf(services, line), durationMs: line.durationMs });
    atMs += Math.min(JOINS_AFTER_MS, Math.floor(line.durationMs / 2));
  }
  const heard = parts.length === 1 ? parts[0]!.samples : laidOver(parts);
  level.add(heard);
  await encoder.write(heard);
  return parts.map((part) => ({ samples: part.samples, startMs: startMs + part.atMs, endMs: startMs + part.atMs + part.durationMs }));
}

/** Lines that are heard at the same time; most are alone. */
function groupsOf(lines: readonly PerformanceLinePlan[]): PerformanceLinePlan[][] {
  const groups: PerformanceLinePlan[][] = [];
  for (const line of lines) {
    if (line.joins) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  return groups;
}

type PerformedCredit = NonNullable<PerformedCredits['opening']>;

/** Writes a spoken credit into the stream, and silence after it; null when there is no credit. */
async function encodeCredit(stage: Stage, plan: CreditPlan | null, spoken: SureLine | null, afterMs: number): Promise<PerformedCredit | null> {
  if (!plan || !spoken) return null;
  const [{ startMs, endMs }] = await encodeTogether(stage, [spoken]) as [Encoded];
  await encodePause(stage.encoder, stage.level, afterMs, null);
  return { key: spoken.key, text: plan.text, startMs, endMs };
}

const creditsOf = ({ opening, closing }: { opening: PerformedCredit | null; closing: PerformedCredit | null }): Pick<MadePerformance, 'credits'> =>
  (opening || closing ? { credits: { ...(opening ? { opening } : {}), ...(closing ? { closing } : {}) } } : {});

/** Performs all lines; see `performRead`. Throws the errors of speech, encoder and store. Ends the encoder's process in any case. */
export async function performReading(reading: Reading): Promise<MadePerformance> {
  const over = new AbortController();
  try {
    return await performLines({ ...reading, signal: AbortSignal.any([reading.signal, over.signal]) });
  } finally {
    over.abort();
  }
}

async function performLines(reading: Reading): Promise<MadePerformance> {
  const { services, artifactId, revision, fence, lines, credits: { opening, closing }, screenplay, signal, jobId } = reading;
  const speech = await speechToPerform(services);
  const published = await listPerformedLines(services.db, artifactId, revision);
  const encoder = await createLiveEncoder(await services.ffmpeg(), { signal, jobId });
  const stream = new StreamCollector(encoder.chunks);
  const publisher = new LinePublisher(services, { artifactId, revision, fence, signal }, stream, published.at(-1));
  const say = async ({ request }: { request: SpeechRequest }): Promise<SureLine> => {
    await makeWay(services, artifactId, revision, signal);
    return speakSurely(services.store, speech, request, signal);
  };
  const ahead = new LinesAhead(lines, {
    window: services.config.mediaConcurrency + 1, embedded: ({ request }) => isEmbedded(speech, request.voiceId), line: say,
  });
  const lost = new LostLines(lines);
  const level = new LevelMeter(LINE_SAMPLE_RATE);
  const entries = new Map(screenplay.entries.map((entry) => [entry.index, entry]));
  const words = new Map<number, LineWords>();
  const heard: { opening: PerformedCredit | null; closing: PerformedCredit | null } = { opening: null, closing: null };
  const stage: Stage = { services, encoder, level };
  try {
    const bridges = bridgesOf(screenplay, musicPlaces(lines));
    await encodePause(encoder, level, LEAD_IN_MS, bridges(-1, LEAD_IN_MS));
    const saysOpening = opening && say(opening);
    ahead.begin(0);
    heard.opening = await encodeCredit(stage, opening, await saysOpening, AFTER_OPENING_MS);
    for (const group of groupsOf(lines)) {
      const spoken: SureLine[] = [];
      for (const line of group) {
        spoken.push(await ahead.at(line.position));
        lost.add(line, spoken.at(-1)!);
      }
      const encoded = await encodeTogether(stage, spoken);
      for (const [at, line] of group.entries()) {
        const said = await timesOfLine(services.store, { key: spoken[at]!.key, samples: encoded[at]!.samples }, line.request.text);
        words.set(line.entryIndex, wordsOfEntry(entries.get(line.entryIndex)!, said, spoken[at]!.durationMs));
      }
      const last = group.at(-1)!;
      await encodePause(encoder, level, last.pauseAfterMs, bridges(last.position, last.pauseAfterMs));
      if (last.position === lines.length - 1) {
        heard.closing = await encodeCredit(stage, closing, closing && await say(closing), AFTER_CLOSING_MS);
        await encoder.end();
        await stream.finished();
      }
      for (const [at, line] of group.entries()) {
        if (line.position < published.length) continue;
        const { startMs, endMs } = encoded[at]!;
        await publisher.add({ ...line, startMs, endMs, lineKey: spoken[at]!.key, remedied: spoken[at]!.remedied });
      }
    }
    await publisher.finished();
  } finally {
    await publisher.stop();
    if (lost.tooMany) {
      await ahead.settled();
      // Lines that listeners have heard keep their sound; later lines are tried afresh.
      await lost.forget(services.store, speech, (await listPerformedLines(services.db, artifactId, revision)).length);
    }
  }
  await putPerformedWords(services.store, artifactId, revision, words);
  await services.store.put(performanceAudioKey(artifactId, revision), stream.whole());
  return { fence, lineCount: lines.length, durationMs: encoder.writtenMs, byteSize: stream.byteSize, voicesLufs: level.integrated(), ...creditsOf(heard) };
}
