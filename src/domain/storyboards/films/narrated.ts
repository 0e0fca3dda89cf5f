import { speakSurely } from '../../../craft/speech/line-remedies.js';
import type { TrailerLine } from '../../../craft/trailer/sound/spoken.js';
import type { Services } from '../../../kernel/services.js';

/** The sound of a line, without its place in the film. */
export type LineSource = Pick<TrailerLine, 'open' | 'fromMs' | 'toMs'>;

/** Speaks a text with a voice, without emotion. `speed` is relative to the usual speed of the voice; `take` counts how often another reading was asked for. */
export async function narrated(services: Services, text: string, voiceId: string, signal: AbortSignal, { speed = 1, take = 0 } = {}): Promise<LineSource> {
  const request = { text, voiceId, emotion: 'neutral' as const, speed, volume: 1, ...(take > 0 ? { take } : {}) };
  const { key, durationMs } = await speakSurely(services.store, await services.speech(), request, signal);
  return { open: () => services.store.get(key), fromMs: 0, toMs: durationMs };
}
