import type { Delivery, ScreenplayEntry } from '../../../screenplay/model.js';
import { BEAT_BEFORE } from './cues.js';
import { countWords } from '../wording/wording.js';

/** How the next line relates to the line before it; the relation decides the pause between them. */
export type Relation = 'interrupted' | 'rapid' | 'answer' | 'slowAnswer' | 'reply' | 'sameVoice' | 'continues'
  | 'leadIn' | 'toVoice'
| 'toNarration' | 'paragraph' | 'heading' | 'cut' | 'scene' | 'smash' | 'fade' | 'end';

/**
 * Milliseconds of silence after a line, with the reason. The voices add about 100 ms of their own, so that a listener hears 0.6 s between
 * two people, 0.45 s between two paragraphs of one voice, and 1.9 s between scenes.
 */
export const PAUSES: Readonly<Record<Relation, { ms: number; why: string }>> = {
  interrupted: { ms: 40, why: 'the line breaks off at a dash and another person speaks' },
  rapid: { ms: 330, why: 'two short lines of two people' },
  answer: { ms: 460, why: 'a question is answered at once' },
  slowAnswer: { ms: 680, why: 'the answer begins with a hesitation, or asks back' },
  reply: { ms: 520, why: 'another person speaks after one breath' },
  sameVoice: { ms: 380, why: 'the same voice continues in another manner' },
  continues: { ms: 260, why: 'the same voice resumes its own broken line' },
  leadIn: { ms: 320, why: 'narration that ends with a colon or comma leads to the line' },
  toVoice: { ms: 500, why: 'from narration to a person' },
  toNarration: { ms: 560, why: 'from a person to narration: time to understand the line' },
  paragraph: { ms: 360, why: 'narration continues in a new paragraph' },
  cut: { ms: 1_200, why: 'a transition is between' },
  heading: { ms: 700, why: 'the place is announced, and then seen' },
  scene: { ms: 1_800, why: 'another place or time' },
  smash: { ms: 2_000, why: 'a smash cut is between' },
  fade: { ms: 2_600, why: 'the picture fades out or in between' },
  end: { ms: 2_600, why: 'the last word, and music' },
};

/** Time before the first line, for a phrase of music. Players that swallow the beginning of a stream then lose music, not words. */
export const OPENING_MS = 2_200;

/** Silence between the opening credits and the first line, and after the closing credits, which follow the music. */
export const AFTER_OPENING_MS = 900;
export const AFTER_CLOSING_MS = 800;

/** Extra silence after a line that trails off, before a line whose source asks for a pause, and for printed action between two lines. */
const TRAILS_OFF_MS = 320;
const BEAT_MS = 550;
const PRINTED_ACTION_MS = 250;
const MAX_PRINTED_ACTION_MS = 750;
/** Extra silence by emotion: a shout gets a faster answer, a sad or whispered line a slower one. */
const AFTER_EMOTION_MS: Partial<Record<Delivery['emotion'], number>> = { shout: -80, angry: -60, afraid: -40, sad: 180,
  whisper: 90, calm: 60 };

/** A longer line gets an extra breath. */
const LONG_WORDS = 35;
const AFTER_LONG_MS = 40;

const RAPID_WORDS = 6;
const FADES = /\b(?:FADE|DISSOLVE|BLACK ?OUT|CUT TO BLACK)/iu;
const SMASHES = /\b(?:SMASH|HARD) CUT/iu;
const ENDS_ASKING = /\?["”’)]*$/u;
const ENDS_BROKEN = /(?:—|–|--|-)["”’)]*$/u;
const ENDS_TRAILING = /(?:…|\.\.\.)["”’)]*$/u;
const ENDS_OPEN = /[:,]["”’)]*$/u;
const HESITATES = /^(?:["“‘]*)(?:well\b|h+u?m+\b|why\b|oh\b|ah\b|er+\b|um+\b|I (?:don[’']t know|suppose|think|believe|fancy)\b|perhaps\b|…|—)/iu;

/** A spoken entry with its speaker; `told` is true for narration. */
export interface Moment { entry: ScreenplayEntry; speaker: string; told: boolean }

/** The relation of two lines that are heard one after the other. */
export function relationOf(now: Moment, next: Moment): Relation {
  const text = now.entry.text;
  const broken = ENDS_BROKEN.test(text);
  if (now.speaker === next.speaker) {
    if (broken) return 'continues';
    return now.told && next.told ? 'paragraph' : 'sameVoice';
  }
  if (broken) return 'interrupted';
  if (now.told && ENDS_OPEN.test(text)) return 'leadIn';
  if (now.told) return 'toVoice';
  if (next.told) return 'toNarration';
  if (ENDS_ASKING.test(text)) {
    return HESITATES.test(next.entry.text) || ENDS_ASKING.test(next.entry.text) ? 'slowAnswer' : 'answer';
  }
  const short = (entry: ScreenplayEntry): boolean => countWords(entry.text) <= RAPID_WORDS;
  return short(now.entry) && short(next.entry) ? 'rapid' : 'reply';
}

/** The relation of two lines that are separated by a transition or a scene change, or of which the first is a spoken heading; null for other lines. */
function turnOf(now: Moment, between: readonly ScreenplayEntry[], next: Moment): Relation | null {
  const transitions = between.filter(({ kind }) => kind === 'transition');
  if (transitions.some(({ text }) => FADES.test(text))) return 'fade';
  if (transitions.some(({ text }) => SMASHES.test(text))) return 'smash';
  if (next.entry.sceneIndex !== now.entry.sceneIndex) return 'scene';
  if (transitions.length > 0) return 'cut';
  return now.entry.kind === 'scene_heading' ? 'heading' : null;
}

/**
 * Silence after a line in milliseconds. `between` holds the unspoken entries up to `next`, which is null at the end.
 */
export function pauseAfter(
  now: Moment, emotion: Delivery['emotion'], between: readonly ScreenplayEntry[], next: Moment | null,
): { relation: Relation; ms: number } {
  if (!next) return { relation: 'end', ms: PAUSES.end.ms };
  const turned = turnOf(now, between, next);
  if (turned) return { relation: turned, ms: PAUSES[turned].ms };
  const relation = relationOf(now, next);
  const actions = between.filter(({ kind }) => kind === 'action').length;
  const printedMs = Math.min(MAX_PRINTED_ACTION_MS, PRINTED_ACTION_MS * actions);
  if (relation === 'interrupted') return { relation, ms: PAUSES.interrupted.ms + printedMs };
  const trails = ENDS_TRAILING.test(now.entry.text) ? TRAILS_OFF_MS : 0;
  const beat = BEAT_BEFORE.test(next.entry.parenthetical ?? '') ? BEAT_MS : 0;
  const long = countWords(now.entry.text) >= LONG_WORDS ? AFTER_LONG_MS : 0;
  return { relation, ms: Math.max(60,
    PAUSES[relation].ms + printedMs + trails + beat + long + (AFTER_EMOTION_MS[emotion] ?? 0)) };
}
