import { createHash } from 'node:crypto';
import { LineFault, ProviderFailure } from '../failures.js';
import { HeardBadly } from '../recogniser/heard-speech.js';
import { ObjectMissing, type ObjectStore } from '../../kernel/storage/port.js';
import { FLITE_PROVIDER } from './flite/engine.js';
import { findSpoken, isEmbedded, keyFor, lineKey, pcmBytes, SAMPLES_PER_MS, speakCached, storeSpoken, type SpokenLine } from './line-cache.js';
import { estimateTimes } from './times/estimate.js';
import { plainerText } from './plain-spelling.js';
import { treated } from './effects/treated-line.js';
import { withoutEffect, type SpeechEngine, type SpeechRequest, type Voice } from './port.js';
import type { Speech } from './router.js';

export const REMEDIES = ['respelled', 'other_voice', 'silent', 'unclear'] as const;

/** The remedy for a line that its voice could not say as written, or that a recogniser did not understand. */
export interface LineRemedy {
  remedy: (typeof REMEDIES)[number];
  /** The voice that speaks; null for a silent line. */
  voiceId: string | null;
  /** The engine that could not say the line, and its reason. */
  provider: string;
  because: string;
  /** Present for a line that was spoken, but that the recogniser did not understand. */
  heardBadly?: true;
}

export interface SureLine extends SpokenLine {
  /** Null for a line that its voice says as written. */
  remedied: LineRemedy | null;
}

/** Stored under a key derived from that of the line which it replaces, so that every later call returns the same sound. */
interface StoredRemedy extends LineRemedy { key: string }

interface Attempt { remedy: 'respelled' | 'other_voice' | null; request: SpeechRequest }

/** The number of other voices that try a line: this many stage voices and this many of all others. */
const MAX_OTHER_VOICES = 2;
/** A silent line lasts about as long as a reader needs for its text, within these bounds. */
const SILENT_MS_PER_LETTER = 60;
const MIN_SILENT_MS = 600;
const MAX_SILENT_MS = 4_000;

/** After this many attempts that the recogniser rejects, the best of them is kept. */
const MAX_UNCLEAR = 4;

/** Differs from the key of the line itself, under which later reads would take the unclear line for a good one. */
const unclearKey = (key: string): string => key.replace(/\.pcm$/, '.unclear.pcm');
const remedyKey = (key: string): string => key.replace(/\.pcm$/, '.remedy.json');

/** The number of calls for one line, after which even a failure that might pass counts as a failure of the line. */
const EMBEDDED_TRIES = 3;
const SERVICE_TRIES = 2;

/** A failure that belongs to the line for certain: to repeat the call later would not help. */
const isOfLine = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && (!error.retryable || error instanceof LineFault);

/** True for a failure that may belong to the line. A working embedded engine has no other reason to fail, so all its failures count. */
const mayBeOfLine = (error: unknown, embedded: boolean): error is ProviderFailure =>
  isOfLine(error) || (embedded && error instanceof ProviderFailure);

function keyOf(speech: SpeechEngine | Speech, request: SpeechRequest): string {
  try {
    return keyFor(speech, request);
  } catch (error) {
    if (!isOfLine(error)) throw error;
    return lineKey({ ...request, engineVersion: 'no voice' });
  }
}

/** The embedded voices most similar to a voice: with the same gender first, then the same age, then the same accent. Stage voices come last. */
function otherVoices(speech: SpeechEngine | Speech, voiceId: string): Voice[] {
  const catalogue = speech.voices();
  const own = catalogue.find((voice) => voice.voiceId === voiceId);
  const likeness = (voice: Voice): number =>
    4 * Number(voice.gender === own?.gender) + 2 * Number(voice.ageRange === own?.ageRange) + Number(voice.accent === own?.accent);
  const others = catalogue
    .filter((voice) => voice.voiceId !== voiceId && voice.status === 'ready' && isEmbedded(speech, voice.voiceId))
    .sort((left, right) => likeness(right) - likeness(left));
  const isStage = ({ provider }: Voice): boolean => provider === FLITE_PROVIDER;
  return [others.filter((voice) => !isStage(voice)), others.filter(isStage)].flatMap((voices) => voices.slice(0, MAX_OTHER_VOICES));
}

function* attemptsAt(speech: SpeechEngine | Speech, request: SpeechRequest): Generator<Attempt> {
  const plainer = plainerText(request.text);
  const texts = plainer === request.text || !/[\p{L}\p{N}]/u.test(plainer) ? [request.text] : [request.text, plainer];
  yield { remedy: null, request };
  if (texts[1] !== undefined) yield { remedy: 'respelled', request: { ...request, text: texts[1] } };
  for (const { voiceId } of otherVoices(speech, request.voiceId)) {
    for (const text of texts) yield { remedy: 'other_voice', request: { ...request, voiceId, text } };
  }
}

/** Calls `speakCached`, and repeats the call while another one may succeed. */
async function speakPatiently(
  store: ObjectStore, speech: SpeechEngine | Speech, request: SpeechRequest, signal: AbortSignal | undefined,
): Promise<SpokenLine> {
  const embedded = isEmbedded(speech, request.voiceId);
  for (let left = embedded ? EMBEDDED_TRIES : SERVICE_TRIES; ; left--) {
    try {
      return await speakCached(store, speech, request, signal);
    } catch (error) {
      if (left <= 1 || !mayBeOfLine(error, embedded) || !error.retryable) throw error;
    }
  }
}

async function storeSilence(store: ObjectStore, text: string): Promise<SpokenLine> {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const durationMs = Math.min(MAX_SILENT_MS, Math.max(MIN_SILENT_MS, letters * SILENT_MS_PER_LETTER));
  const hash = createHash('sha256').update(JSON.stringify(['silence-1', durationMs])).digest('hex');
  const key = `lines/${hash.slice(0, 2)}/${hash}.pcm`;
  const samples = new Int16Array(durationMs * SAMPLES_PER_MS);
  await store.put(key, pcmBytes(samples));
  return { key, durationMs, cached: false, samples };
}

async function findRemedied(store: ObjectStore, key: string): Promise<SureLine | null> {
  let stored: StoredRemedy;
  try {
    stored = JSON.parse((await store.get(remedyKey(key))).toString('utf8')) as StoredRemedy;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
  const { key: remediedKey, ...remedied } = stored;
  const line = await findSpoken(store, remediedKey);
  return line && { ...line, remedied };
}

/** Speaks a line without its effect, by one of the remedies if necessary; see `speakSurely`. */
async function saySurely(
  store: ObjectStore, speech: SpeechEngine | Speech, request: SpeechRequest, signal?: AbortSignal,
): Promise<SureLine> {
  const key = keyOf(speech, request);
  const spoken = await findSpoken(store, key);
  if (spoken) return { ...spoken, remedied: null };
  const known = await findRemedied(store, key);
  if (known) return known;
  let fault: ProviderFailure | null = null;
  /** The first failure that may pass. With one, it is not certain that the line cannot be said. */
  let unsure: ProviderFailure | null = null;
  const unclear: HeardBadly[] = [];
  for (const attempt of attemptsAt(speech, request)) {
    try {
      const line = await speakPatiently(store, speech, attempt.request, signal);
      if (attempt.remedy === null || !fault) return { ...line, remedied: null };
      return await remember(store, key, line, { remedy: attempt.remedy, voiceId: attempt.request.voiceId, fault });
    } catch (error) {
      if (!mayBeOfLine(error, isEmbedded(speech, attempt.request.voiceId))) throw error;
      if (!isOfLine(error)) unsure ??= error;
      fault ??= error;
      if (error instanceof HeardBadly && unclear.push(error) === MAX_UNCLEAR) break;
    }
  }
  const [best] = unclear.sort((left, right) => left.missing - right.missing);
  if (best) return storeUnclear(store, speech, key, best);
  if (unsure) throw unsure;
  if (!fault) throw new Error(`nobody tried to say ${key}`);
  return remember(store, key, await storeSilence(store, request.text), { remedy: 'silent', voiceId: null, fault });
}

/**
 * Speaks a line like `speakCached`, but finds a remedy for every line. A line that its voice cannot say, or that fails its check, is tried in plainer
 * spelling, then by other embedded voices, and becomes silent when no voice can say it. A line that a recogniser rejects (`heardSpeech`) is tried in the same
 * ways, and the clearest attempt is kept. An effect is applied to the result. The line is stored with its remedy, so that every later call returns the same
 * sound. Throws `ProviderBackoff`, the failure of a service that may recover, and the failure of embedded engines when all of them fail and may recover.
 */
export async function speakSurely(
  store: ObjectStore, speech: SpeechEngine | Speech, request: SpeechRequest, signal?: AbortSignal,
): Promise<SureLine> {
  const { effect } = request;
  const said = await saySurely(store, speech, withoutEffect(request), signal);
  if (!effect) return said;
  return { ...await treated(store, said, { key: keyOf(speech, request), effect, text: request.text }, signal), remedied: said.remedied };
}

/** Forgets the remedies of lines that no read has used yet, so that the lines are tried again. */
export async function forgetRemedies(store: ObjectStore, speech: SpeechEngine | Speech, requests: readonly SpeechRequest[]): Promise<void> {
  for (const request of requests) await store.delete(remedyKey(keyOf(speech, withoutEffect(request))));
}

/** Keeps a line that no voice says clearly, for a person to review. */
async function storeUnclear(store: ObjectStore, speech: SpeechEngine | Speech, key: string, fault: HeardBadly): Promise<SureLine> {
  const { request, samples, times } = fault.spoken;
  const line = await storeSpoken(store, unclearKey(keyFor(speech, request)), samples, times ?? estimateTimes(request.text, samples));
  return remember(store, key, line, { remedy: 'unclear', voiceId: request.voiceId, fault });
}

type Made = Pick<LineRemedy, 'remedy' | 'voiceId'> & { fault: ProviderFailure };

async function remember(store: ObjectStore, key: string, line: SpokenLine, { fault, ...made }: Made): Promise<SureLine> {
  const heardBadly = fault instanceof HeardBadly ? { heardBadly: true as const } : {};
  const remedied: LineRemedy = { ...made, provider: fault.provider, because: fault.reason, ...heardBadly };
  const stored: StoredRemedy = { ...remedied, key: line.key };
  await store.put(remedyKey(key), JSON.stringify(stored));
  return { ...line, remedied };
}
