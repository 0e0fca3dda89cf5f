import { Readable } from 'node:stream';
import { ProviderFailure } from '../../../craft/failures.js';
import { findDesignedVoice } from '../../../craft/speech/designed/designed-voice.js';
import { VOICE_LUFS } from '../../../craft/speech/designed/design-id.js';
import { pcmBytes } from '../../../craft/speech/line-cache.js';
import { LINE_SAMPLE_RATE, type SpeechEngine } from '../../../craft/speech/port.js';
import { encodeSample } from '../../../craft/speech/sample-file.js';
import { gainFactor, softLimited } from '../../../craft/speech/sound/level.js';
import { ALIKE_VOICES, voiceDistance } from '../../../craft/speech/sound/voice-distance.js';
import { voicePrint, type VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import { SAMPLE_SENTENCE, sampleOf, wordsIn } from '../../../craft/speech/stock-prints.js';
import { measureLoudness } from '../../../craft/audio/loudness.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { candidatesFor, type Candidate } from './candidates.js';
import { nearestIn, type HeardMember } from './cast-prints.js';
import type { DesignVariant, NearestVoice } from './design-variant.js';
import type { VoiceBrief } from './voice-brief.js';
import { storeSample } from './voice-objects.js';

/** Most candidates spoken for each variant; more than one, because many may resemble the rest of the cast. */
const TRIES_PER_VARIANT = 4;

/** A candidate that was spoken and brought to the common level. */
interface Spoken { voiceId: string; samples: Int16Array; print: VoicePrint; nearest: NearestVoice | null }

function designer(speech: SpeechEngine): 'neural' | 'stage' {
  const provider = (['neural', 'stage'] as const).find((each) => speech.voices().some((voice) => voice.provider === each));
  if (!provider) throw new MakingFailed('voices can be designed with the embedded voices only, and this server has none');
  return provider;
}

const louder = (samples: Int16Array, decibels: number): Int16Array => {
  const factor = gainFactor(decibels) / 32_768;
  return samples.map((value) => Math.round(softLimited(value * factor) * 32_767));
};

const PCM_INPUT = ['-f', 's16le', '-ar', String(LINE_SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0'];

interface Saying { text: string; cast: readonly HeardMember[]; signal: AbortSignal }

/** Speaks a candidate and sets its level; null when the voice cannot say the sentence. */
async function tryOut(services: Services, speech: SpeechEngine, candidate: Candidate, { text, cast, signal }: Saying): Promise<Spoken | null> {
  try {
    const { samples } = await speech.speak({ text, voiceId: candidate.voiceId, emotion: 'neutral', speed: 1, volume: 1 }, signal);
    const { lufs } = await measureLoudness(await services.ffmpeg(), PCM_INPUT, { stdin: Readable.from([pcmBytes(samples)]), signal });
    const voiceId = candidate.withGain(candidate.gainDb + VOICE_LUFS - lufs);
    const levelled = louder(samples, VOICE_LUFS - lufs);
    const print = voicePrint(levelled, wordsIn(text));
    return { voiceId, samples: levelled, print, nearest: nearestIn(cast, print) };
  } catch (error) {
    if (error instanceof ProviderFailure && !error.retryable) return null;
    throw error;
  }
}

/** Distance of a voice from the nearest voice of the cast and of the variants taken so far. */
const room = ({ print, nearest }: Spoken, taken: readonly Spoken[]): number =>
  Math.min(nearest?.distance ?? Infinity, ...taken.map((other) => voiceDistance(print, other.print)));

/** Speaks candidates until enough of them differ from the cast and from each other. The most different of the rest fill places that are still free. */
async function differentOnes(
  candidates: readonly Candidate[], count: number, speak: (candidate: Candidate) => Promise<Spoken | null>, onTaken: (taken: number) => Promise<void>,
): Promise<Spoken[]> {
  const taken: Spoken[] = [];
  const left: Spoken[] = [];
  for (const candidate of candidates) {
    if (taken.length === count) break;
    const spoken = await speak(candidate);
    if (!spoken) continue;
    if (room(spoken, taken) < ALIKE_VOICES) left.push(spoken);
    else await onTaken(taken.push(spoken));
  }
  while (taken.length < count && left.length > 0) {
    const best = left.reduce((one, other) => (room(other, taken) > room(one, taken) ? other : one));
    left.splice(left.indexOf(best), 1);
    await onTaken(taken.push(best));
  }
  return taken;
}

/**
 * Makes the variants of a brief: each is spoken, measured and stored with its recorded sentence. The same brief and cast give the same
 * variants. Throws `MakingFailed` without embedded voices, and what speech, ffmpeg and the store throw.
 */
export async function makeVariants(
  services: Services, brief: VoiceBrief, cast: readonly HeardMember[], { signal, onTaken }: { signal: AbortSignal; onTaken(taken: number): Promise<void> },
): Promise<DesignVariant[]> {
  const speech = await services.speech();
  const candidates = candidatesFor(brief, designer(speech), brief.count * TRIES_PER_VARIANT);
  const named = sampleOf(brief.character);
  const text = candidates[0] && speech.findObstacle({ text: named, voiceId: candidates[0].voiceId }) === null ? named : SAMPLE_SENTENCE;
  const spoken = await differentOnes(candidates, brief.count, (candidate) => tryOut(services, speech, candidate, { text, cast, signal }), onTaken);
  const ffmpeg = await services.ffmpeg();
  return Promise.all(spoken.map(async ({ voiceId, samples, print, nearest }, at): Promise<DesignVariant> => {
    await storeSample(services.store, voiceId, { mp3: await encodeSample(ffmpeg, samples, signal), print });
    const { name, provider } = findDesignedVoice(voiceId)!;
    const title = `${name[0]!.toLowerCase()}${name.slice(1)}`;
    return { voiceId, name: `${brief.character} ${at + 1}: ${title}`, provider, measuredLufs: VOICE_LUFS, nearest, ...print };
  }));
}
