import { announcerOf, spokenCredits } from '../../../screenplay/index.js';
import { speakerOf, type Screenplay } from '../../../screenplay/model.js';
import { countWords } from '../wording/wording.js';
import { analyseDelivery } from './direction.js';
import { AFTER_CLOSING_MS, AFTER_OPENING_MS, OPENING_MS } from './pauses.js';

/** Words per second within a line at speed 1, at the pace of the voices. Including the pauses between lines, `WORDS_PER_SECOND` applies. */
export const WORDS_PER_SECOND_OF_A_LINE = 2.75;

/** The length of a performed screenplay in seconds: its lines at the pace of the voices, its pauses and its music. */
export function readSeconds(screenplay: Screenplay): number {
  const known = measured.get(screenplay);
  if (known !== undefined) return known;
  const seconds = secondsOf(screenplay);
  measured.set(screenplay, seconds);
  return seconds;
}

/** A cache by screenplay, because screenplays are never changed in place, and the choice of a script, its lint and its plan all ask for its length. */
const measured = new WeakMap<Screenplay, number>();

const spokenSeconds = (words: string | null, afterMs: number): number =>
  (words === null ? 0 : countWords(words) / WORDS_PER_SECOND_OF_A_LINE + afterMs / 1_000);

const isAnnounced = (screenplay: Screenplay): boolean =>
  announcerOf(screenplay, (cue) => screenplay.cast.some(({ character }) => character === cue)) !== null;

/** Seconds that the spoken credits of a read and the silence after them add to `readSeconds`. */
export function creditsSeconds(screenplay: Screenplay): number {
  if (!isAnnounced(screenplay)) return 0;
  const { opening, closing } = spokenCredits(screenplay);
  return spokenSeconds(opening, AFTER_OPENING_MS) + spokenSeconds(closing, AFTER_CLOSING_MS);
}

function secondsOf(screenplay: Screenplay): number {
  const { entries, narrationPolicy } = screenplay.entries.some(({ delivery }) => delivery) ? screenplay : analyseDelivery(screenplay);
  return entries.reduce((sum, entry) => {
    if (speakerOf(entry, narrationPolicy) === null || !entry.delivery) return sum;
    const { speed, pauseAfterMs } = entry.delivery;
    return sum + countWords(entry.ttsText ?? entry.text) / (WORDS_PER_SECOND_OF_A_LINE * speed) + pauseAfterMs / 1_000;
  }, OPENING_MS / 1_000);
}
