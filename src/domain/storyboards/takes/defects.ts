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

/** A take that was made, as it is measured. */
export interface MeasuredTake {
  making: FilmMaking & { performed: PerformedRead };
  /** When it begins on the clock of the whole film, and how long it is. */
  span: { startMs: number; durationMs: number };
  /** What is said in it. */
  said: readonly SaidLine[];
  film: Pick<Film, 'shots'>;
  file: string;
  /** The still with which it is to open; null for a card, whose words come by and by. */
  still: Uint8Array | null;
}

/** What is wrong with a take, and which of its lines another take is to have otherwise: those that are not heard, and narration in another voice. */
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

/** What is wrong with a take, measured in its file, its sound, and where its mouths move. */
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
