import type { Film } from '../../../craft/film/film.js';
import type { VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import type { Services } from '../../../kernel/services.js';
import type { PerformedRead } from '../../artifacts/mix/performed-read.js';
import { findLanguage } from '../../scripts/screenplay-language.js';
import { findPrint } from '../../canon/voices/voice-objects.js';
import type { FilmMaking } from '../films/film-making.js';
import { isHeard, isInOtherVoice, lipsResting, MOST_RESTING, opensAsDrawn } from './measures.js';
import { ownSound, voicesOfRead, type SaidLine } from './said.js';
import type { Defect } from './take.js';

/** A take with everything that is needed to measure it. */
export interface MeasuredTake {
  making: FilmMaking & { performed: PerformedRead };
  /** Start of the take in the whole film, and its length. */
  span: { startMs: number; durationMs: number };
  /** The lines that are spoken in the take. */
  said: readonly SaidLine[];
  film: Pick<Film, 'shots'>;
  file: string;
  /** The still that the take must open with; null for a card, whose words appear one after the other. */
  still: Uint8Array | null;
}

/** The defects of a take, and the lines that a retake must change: lines that are not heard, and narration in another voice. */
export interface FoundDefects { defects: Defect[]; lines: SaidLine['of'][] }

async function isOtherVoice({ store }: Services, performed: PerformedRead, { voiceId, text }: SaidLine, own: Int16Array): Promise<boolean> {
  const print = voiceId === null ? null : await findPrint(store, voiceId);
  if (!print) return false;
  const others = await Promise.all(voicesOfRead(performed).filter((other) => other !== voiceId).map((other) => findPrint(store, other)));
  return isInOtherVoice(own, text, print, others.filter((other): other is VoicePrint => other !== null));
}

async function defectsOfLine(
  services: Services, { making, span, film }: MeasuredTake, line: SaidLine, isEnglish: boolean, signal: AbortSignal,
): Promise<Defect[]> {
  const { sound, performed } = making;
  const { of, text, gainDb, startMs, endMs } = line;
  const own = await ownSound(line);
  const found: Defect[] = [];
  if (!await isHeard(services, sound, { text, own, gainDb, startMs, endMs }, isEnglish, signal)) found.push('line_unheard');
  else if (await isOtherVoice(services, performed, line, own)) found.push('other_voice');
  const resting = of === 'narration' ? null : lipsResting(film, own, startMs - span.startMs);
  if (resting !== null && resting > MOST_RESTING) found.push('lips_out_of_step');
  return found;
}

/** Finds the defects of a take by measuring its file, its sound and the movement of the mouths. */
export async function defectsOfTake(services: Services, take: MeasuredTake, signal: AbortSignal): Promise<FoundDefects> {
  const { making, said, file, film, still } = take;
  const isEnglish = services.recogniser !== null && await findLanguage(making.performed.screenplay) === 'en';
  const defects = new Set<Defect>();
  const lines: SaidLine['of'][] = [];
  for (const line of said) {
    const found = await defectsOfLine(services, take, line, isEnglish, signal);
    if (found.includes('line_unheard') || (line.of === 'narration' && found.includes('other_voice'))) lines.push(line.of);
    for (const defect of found) defects.add(defect);
  }
  if (still && !await opensAsDrawn(await services.ffmpeg(), file, film, still, signal)) defects.add('opening_frame_missing');
  return { defects: [...defects], lines };
}
