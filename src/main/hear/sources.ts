import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ProviderFailure } from '../../craft/failures.js';
import { pcmSamples } from '../../craft/speech/line-cache.js';
import type { SpeechRequest, Voice } from '../../craft/speech/port.js';
import type { Speech } from '../../craft/speech/router.js';
import type { Config } from '../../kernel/config/index.js';
import { getScreenplay } from '../../domain/scripts/screenplay-store.js';
import { planPerformance } from '../../domain/artifacts/performance/performance-plan.js';
import { listPerformedLines } from '../../domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../domain/artifacts/read-store.js';
import { suggestVoices } from '../../domain/plans/suggested-voices.js';
import { importScript, toTableRead } from '../../craft/screenplay/index.js';
import { UsageError } from '../commands/usage.js';
import { openServices } from '../services.js';
import { findRunningStack } from '../stack/running-stack.js';

/** The written text of a line, with the recording of it. */
export interface SpokenText {
  /** Who speaks the line: the voice id, or the character of a read. */
  speaker: string;
  written: string;
  /** Null when the voice could not speak the line. */
  samples: Int16Array | null;
}

/** Speaks as many lines at once as the engine has threads. */
const AT_ONCE = 2;

async function readText(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
}

/** The voices with these ids, or all. Throws `UsageError` for an unknown id. */
export function chosenVoices(catalogue: readonly Voice[], ids: string): Voice[] {
  if (ids === 'all') return catalogue.filter(({ status }) => status === 'ready');
  return ids.split(',').map((id) => {
    const voice = catalogue.find(({ voiceId }) => voiceId === id.trim());
    if (!voice) throw new UsageError(`there is no voice ${id.trim()}; there are ${catalogue.map(({ voiceId }) => voiceId).join(', ')}`);
    return voice;
  });
}

async function spoken(speech: Speech, speaker: string, request: SpeechRequest): Promise<SpokenText> {
  try {
    return { speaker, written: request.text, samples: (await speech.speak(request)).samples };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { speaker, written: request.text, samples: null };
  }
}

/** Speaks requests in order, and starts a few before the caller asks for them. */
async function* speakAll(speech: Speech, requests: readonly { speaker: string; request: SpeechRequest }[]): AsyncGenerator<SpokenText> {
  const ahead: Promise<SpokenText>[] = [];
  for (let next = 0; next < requests.length || ahead.length > 0;) {
    while (ahead.length < AT_ONCE && next < requests.length) {
      const { speaker, request } = requests[next++]!;
      ahead.push(spoken(speech, speaker, request));
    }
    yield await ahead.shift()!;
  }
}

/** Every line of a JSON file in every voice. */
export async function linesSpoken(speech: Speech, file: string, voices: readonly Voice[], limit: number): Promise<AsyncGenerator<SpokenText>> {
  const lines: unknown = JSON.parse((await readText(file)).toString('utf8'));
  if (!Array.isArray(lines) || lines.some((line) => typeof line !== 'string')) throw new UsageError(`${file} is not a JSON array of strings`);
  return speakAll(speech, voices.flatMap(({ voiceId }) => (lines as string[]).slice(0, limit)
    .map((text) => ({ speaker: voiceId, request: { text, voiceId, emotion: 'neutral' as const, speed: 1, volume: 1 } }))));
}

/** The spoken lines of a screenplay, narrated, in the voices that a plan would suggest. */
export async function scriptSpoken(speech: Speech, file: string, voices: readonly Voice[], limit: number): Promise<AsyncGenerator<SpokenText>> {
  const { script } = await importScript(await readText(file));
  const read = toTableRead(script, { mode: 'drama', narrationPolicy: 'include', title: path.basename(file) });
  const lines = planPerformance(read, suggestVoices(read.cast, voices, {}, read.origin ?? null)).slice(0, limit);
  return speakAll(speech, lines.map(({ character, request }) => ({ speaker: `${character} (${request.voiceId})`, request })));
}

/** The stored lines of a performed read, from the database and the store of this installation. */
export async function* performanceSpoken(config: Config, artifactId: string, limit: number): AsyncGenerator<SpokenText> {
  const stack = await findRunningStack(config.dataDir);
  const services = await openServices(config, 'proscenium-hear', stack ?? undefined);
  try {
    const read = await findCurrentRead(services.db, artifactId);
    if (!read) throw new UsageError(`there is no finished read ${artifactId}`);
    const plan = planPerformance(await getScreenplay(services.store, read.scriptKey), read.voiceMap, read);
    const performed = await listPerformedLines(services.db, artifactId, read.revision);
    if (performed.length < plan.length) process.stderr.write(`${performed.length} of ${plan.length} lines are performed so far.\n`);
    for (const { position, character, lineKey } of performed.slice(0, limit)) {
      const samples = pcmSamples(await services.store.get(lineKey));
      yield { speaker: `${character} (${read.voiceMap[character]?.voiceId})`, written: plan[position]!.request.text, samples };
    }
  } finally {
    await services.close();
  }
}
