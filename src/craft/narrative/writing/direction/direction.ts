import { remembered } from '../../remembered.js';
import { actingPart } from '../../../screenplay/index.js';
import {
  speakerOf, type Delivery, type Distance, type Emotion, type Screenplay, type ScreenplayEntry,
} from '../../../screenplay/model.js';
import { FAR, MOODS, MOOD_SHAPES, QUICK, SLOW, TELEPHONE, type Mood } from './cues.js';
import { feelingOfManner, feelingOfWords, type Feeling } from './feelings.js';
import { pauseAfter, type Moment } from './pauses.js';
import { toneOf } from './tone.js';
import { countWords } from '../wording/wording.js';

/** Factors of an emotion on pace and level, beyond what the voice engine does for that emotion. */
const SHAPES: Readonly<Record<Emotion, { speed: number; volume: number }>> = {
  neutral: { speed: 1, volume: 1 }, happy: { speed: 1, volume: 1 }, sad: { speed: 0.97, volume: 0.98 },
  angry: { speed: 1, volume: 1.04 }, afraid: { speed: 1, volume: 0.97 }, calm: { speed: 0.98, volume: 0.96 },
  shout: { speed: 1.03, volume: 1.05 }, whisper: { speed: 0.97, volume: 0.75 },
};
const [MIN_SPEED, MAX_SPEED] = [0.86, 1.2];
const FAR_VOLUME = 0.7;
const EXCLAIMED_VOLUME = 1.05;
/** Without other signs, lines with at most the first or at least the second number of words are spoken faster. */
const SHORT_WORDS = 4;
const LONG_WORDS = 38;
/** Signs of hesitation, which slow a line down. */
const HESITANT = /(?:…|\.\.\.|—\s*(?:I|that is|well)\b|\b(?:er|um|hum)\b)/iu;
/** Two successive lines of one voice whose speeds differ by less than this sound like one line. */
const SAME_PACE = 0.025;
const PACE_STEP = 0.04;
/** A text needs one mood word for each stretch of this many words, and at least two. */
const WORDS_PER_MOOD_SIGN = 55;
const PARENTHETICALS_OF_FORM = new Set(['narrating', 'telling it', 'reading']);

/** Factors on pace and level, and a note for lines without one of their own. */
interface Setting { speed: number; volume: number; note: string | null }
const PLAIN: Feeling = { emotion: 'neutral', why: null };
/** The emotion of narration in a mood; other moods only change the pace. */
const NARRATION_FEELINGS: Partial<Record<Mood, Feeling>> = { hushed: { emotion: 'calm', why: 'hushed' },
  grave: { emotion: 'sad', why: 'gravely' } };
interface SpokenLine extends Moment { at: number }

/**
 * Creative analysis: gives every spoken entry its delivery. The emotion comes from the parenthetical, else, for narration, from its mood, and for other lines
 * from a model that read the story, else from the words and marks of the line and from the line before. Pace and level come from emotion, manner, length,
 * marks and the mood of the scene's narration. Lines without emotion, mood and manner follow the tone of the production. The pause depends on the relation to
 * the next line. `actingDirection` is the source's own word, else a short generated note.
 */
export function analyseDelivery(screenplay: Screenplay): Screenplay {
  const { entries, narrationPolicy } = screenplay;
  const heard: SpokenLine[] = entries.flatMap((entry, at) => {
    const speaker = speakerOf(entry, narrationPolicy);
    return speaker === null ? [] : [{ at, entry, speaker, told: isTold(entry, screenplay) }];
  });
  const moods = moodsOf(heard);
  const tone = toneOf(screenplay.tone);
  const deliveries = new Map<number, Delivery>();
  let before: { moment: SpokenLine; delivery: Delivery } | null = null;
  heard.forEach((moment, index) => {
    const next = heard[index + 1] ?? null;
    const carried = before !== null && follows(before.moment, moment, entries) ? before : null;
    const shown = feelingOf(moment, moods[index]!, carried);
    const colour = tone && isPlain(moment, shown, moods[index]!) ? tone : null;
    const feeling = colour?.emotion && moment.told ? { emotion: colour.emotion, why: colour.name } : shown;
    const pause = pauseAfter(moment, feeling.emotion, entries.slice(moment.at + 1, next?.at ?? entries.length), next);
    const delivery = deliveryOf(moment, feeling, colour ? { ...colour, note: colour.name } : settingOf(moment, feeling, moods[index]!), pause.ms, before);
    deliveries.set(moment.at, delivery);
    before = { moment, delivery };
  });
  return { ...screenplay, entries: entries.map((entry,
    at) => (deliveries.has(at) ? { ...entry, delivery: deliveries.get(at)! } : entry)) };
}

/** True when both entries are in one scene with no cut between them. */
function follows(before: SpokenLine, moment: SpokenLine, entries: readonly ScreenplayEntry[]): boolean {
  return before.entry.sceneIndex === moment.entry.sceneIndex
    && !entries.slice(before.at + 1, moment.at).some(({ kind }) => kind === 'transition');
}

/** True for narration: action, announced headings, lines of the narrator and the reader, and a person's own narration. */
function isTold({ kind, character, parenthetical }: ScreenplayEntry, { cast }: Screenplay): boolean {
  if (kind !== 'dialogue' || parenthetical === 'narrating') return true;
  const role = cast.find((member) => member.character === character)?.role;
  return role === 'narrator' || role === 'reader';
}

const mannerOf = ({ parenthetical }: ScreenplayEntry): string =>
  (parenthetical === undefined || PARENTHETICALS_OF_FORM.has(parenthetical) ? '' : actingPart(parenthetical));

/** The mood of each line: for narration the mood of its own words, for other lines that of the latest narration in the scene. */
function moodsOf(heard: readonly SpokenLine[]): Mood[] {
  let current: Mood = 'even';
  return heard.map(({ entry, told }, index) => {
    if (heard[index - 1]?.entry.sceneIndex !== entry.sceneIndex) current = 'even';
    if (told) current = moodOf(entry.text);
    return current;
  });
}

/** The mood with the most words in the text, provided that there are at least two, and one for every 55 words; else `even`. */
const moodOf = remembered((text): Mood => {
  const counted = MOODS.map(({ mood, pattern }) => ({ mood, hits: text.match(pattern)?.length ?? 0 }));
  const best = counted.reduce((left, right) => (right.hits > left.hits ? right : left));
  return best.hits >= Math.max(2, countWords(text) / WORDS_PER_MOOD_SIGN) ? best.mood : 'even';
});

function feelingOf(
  { entry, told, speaker }: SpokenLine, mood: Mood, before: { moment: SpokenLine; delivery: Delivery } | null,
): Feeling {
  const byManner = feelingOfManner(mannerOf(entry), entry.text, entry.feeling);
  if (byManner) return byManner;
  if (told) return NARRATION_FEELINGS[mood] ?? PLAIN;
  if (entry.feeling) return { emotion: entry.feeling, why: null };
  if (entry.origin === 'stock') return PLAIN;
  return feelingOfWords(entry.text, before && { isSameSpeaker: before.moment.speaker === speaker, emotion: before.delivery.emotion }) ?? PLAIN;
}

/** Speed by the marks and the length of a line, times the factors of emotion and mood. */
function paceOf({ entry, told }: SpokenLine, emotion: Emotion): number {
  const words = countWords(entry.text);
  const manner = mannerOf(entry);
  if (QUICK.test(manner)) return 1.1;
  if (SLOW.test(manner)) return 0.92;
  if (HESITANT.test(entry.text)) return 0.94;
  if (told) return words >= LONG_WORDS ? 1.02 : 0.98;
  const exclaimed = entry.text.includes('!');
  if (emotion === 'neutral' && words <= SHORT_WORDS) return exclaimed ? 1.08 : 1.05;
  if (exclaimed) return 1.05;
  return words >= LONG_WORDS ? 1.03 : 1;
}

const distanceOf = (manner: string): Distance | null => (TELEPHONE.test(manner) ? 'telephone' : FAR.test(manner) ? 'far' : null);

const round = (value: number): number => Math.round(value * 100) / 100;

/** The factors of the mood around a line; `even` when the line's own emotion already determines its delivery. */
function settingOf({ told }: SpokenLine, { emotion }: Feeling, mood: Mood): Setting {
  const given = emotion === 'shout' || emotion === 'whisper' || (told && emotion !== 'neutral');
  return MOOD_SHAPES[given ? 'even' : mood];
}

/** True for a line without an emotion, a mood or a manner, which therefore follows the tone of the production. */
const isPlain = ({ entry }: SpokenLine, { emotion }: Feeling, mood: Mood): boolean =>
  emotion === 'neutral' && mood === 'even' && mannerOf(entry) === '';

function deliveryOf(
  moment: SpokenLine, { emotion, why }: Feeling, setting: Setting, pauseAfterMs: number,
  before: { moment: SpokenLine; delivery: Delivery } | null,
): Delivery {
  const manner = mannerOf(moment.entry);
  const shape = SHAPES[emotion];
  let speed = Math.min(MAX_SPEED, Math.max(MIN_SPEED, paceOf(moment, emotion) * shape.speed * setting.speed));
  const last = before?.moment.speaker === moment.speaker ? before.delivery : null;
  if (last && last.emotion === emotion && Math.abs(last.speed - speed) < SAME_PACE) {
    speed += last.speed > 1 ? -PACE_STEP : PACE_STEP;
  }
  const lively = emotion === 'neutral' && !moment.told && moment.entry.text.includes('!') ? EXCLAIMED_VOLUME : 1;
  const distance = moment.entry.distance ?? distanceOf(manner);
  const volume = shape.volume * setting.volume * lively * (distance === null ? 1 : FAR_VOLUME);
  const note = manner || (why === null || emotion === 'neutral' ? setting.note : why);
  return {
    emotion, speed: round(speed), volume: round(volume), pauseAfterMs,
    ...(note ? { actingDirection: note } : {}), ...(distance ? { distance } : {}),
  };
}
