import { isAsWished, mentions } from './alternatives.js';
import { understandBoard, type BoardWish } from './asked.js';
import type { Cut, CutSource, CutWish, Mark, Slot } from './cut.js';
import { cutBy } from './cutter.js';
import { scoredUnits, type Scored } from './criteria.js';
import { namesOf } from './names.js';
import { NotPossible, TooLittle } from './refusals.js';
import { TEMPO, usualPreferences, type Preferences } from './search.js';

const WISH_POINTS = 2.5;
const TEMPO_STEPS = { least: 6, wanted: 16 } as const;
const TALK = { less: 0.62, more: 1.35 } as const;
const SHORTER_SHARE = 0.95;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const linesOf = (source: CutSource, { beats }: Cut): Scored[] => beats.flatMap(({ line }) => (line
  ? scoredUnits(source).filter(({ unit }) => unit.entryIndex === line.entryIndex && unit.sentence === line.sentence) : []));
const spokenMs = (lines: readonly Scored[]): number => lines.reduce((sum, { ms }) => sum + ms, 0);
const meanMs = (lines: readonly Scored[]): number => mean(lines.map(({ ms }) => ms));
const meanHeat = (lines: readonly Scored[]): number => mean(lines.map(({ heat }) => heat));
const msBy = (lines: readonly Scored[], who: string | null): number => spokenMs(lines.filter(({ unit }) => unit.speaker === who));
const hasWords = (lines: readonly Scored[], phrase: string): number => lines.filter(({ unit }) => mentions(unit.text, phrase)).length;

/** The read without these people among its people and in its scenes. `units` stays complete, so a caller that must not use their lines has to exclude them. */
export const withoutPeople = (source: CutSource, gone: readonly string[]): CutSource => ({
  ...source, people: source.people.filter((person) => !gone.includes(person)),
  scenes: source.scenes.map((scene) => ({ ...scene, people: scene.people.filter((person) => !gone.includes(person)) })),
});

const EXTREMES = { faster: 'it is as fast as a trailer can be', slower: 'it is as slow as a trailer can be' } as const;

interface Change {
  allows?: Preferences['allows']; marks?: (scored: Scored) => number; tempo?: Preferences['tempo'] | undefined; talk?: number;
  leads?: (leads: readonly string[]) => string[];
}

function tempoChange(wish: BoardWish, { countsPerMinute }: Cut): Change {
  const { least, most } = TEMPO;
  return wish.kind === 'faster' ? { tempo: { wanted: Math.min(most, countsPerMinute + TEMPO_STEPS.wanted), least: Math.min(most, countsPerMinute + TEMPO_STEPS.least), most } }
    : { tempo: { wanted: Math.max(least, countsPerMinute - TEMPO_STEPS.wanted), least, most: Math.max(least, countsPerMinute - TEMPO_STEPS.least) } };
}

/** What a wish changes in the choice of the lines. */
function changeFor(wish: BoardWish, source: CutSource, cut: Cut): Change {
  const lines = linesOf(source, cut);
  switch (wish.kind) {
    case 'shorter': return { allows: ({ ms }) => ms <= Math.max(1_400, 1.15 * meanMs(lines)), marks: ({ ms }) => (ms < 0.8 * meanMs(lines) ? 0.8 : 0) };
    case 'longer': return { marks: ({ ms }) => (ms > meanMs(lines) ? 1.2 : -0.4) };
    case 'calmer': return { marks: ({ heat }) => -1.5 * heat };
    case 'louder': return { marks: ({ heat }) => 1.5 * heat };
    case 'faster': case 'slower': return tempoChange(wish, cut);
    case 'less_talk': return { talk: TALK.less };
    case 'more_talk': return { talk: TALK.more };
    case 'more_of': {
      const { who } = wish;
      return { marks: ({ unit }) => (unit.speaker === who ? WISH_POINTS / 1.5 : 0), leads: (leads) => [...new Set([...who === null ? [] : [who], ...leads])] };
    }
    case 'less_of': return { marks: ({ unit }) => (unit.speaker === wish.who ? -WISH_POINTS / 1.5 : 0), leads: (leads) => leads.filter((lead) => lead !== wish.who) };
    case 'without_person': {
      const named = wish.who === null ? null : namesOf(source.people).get(wish.who);
      return { allows: ({ unit }) => unit.speaker !== wish.who && !named?.test(unit.text) };
    }
    case 'opens': case 'ends': {
      const edge: Slot = wish.kind === 'opens' ? 'hook' : 'button';
      return { allows: (scored, slot) => slot !== edge || isAsWished(wish.wish, scored, null) };
    }
    case 'about': return { marks: ({ unit }) => (mentions(unit.text, wish.phrase) ? WISH_POINTS : 0) };
    case 'without': return { allows: ({ unit }) => !mentions(unit.text, wish.phrase) };
  }
}

/** Why a new cut does not fulfil a wish; null when it does. */
function failureOf(wish: BoardWish, source: CutSource, was: Cut, now: Cut): string | null {
  const [before, after] = [linesOf(source, was), linesOf(source, now)];
  const unless = (isMet: boolean, why: string): string | null => (isMet ? null : why);
  switch (wish.kind) {
    case 'shorter': return unless(meanMs(after) < SHORTER_SHARE * meanMs(before), 'the read has no shorter lines');
    case 'longer': return unless(meanMs(after) * SHORTER_SHARE > meanMs(before), 'the read has no longer lines');
    case 'calmer': return unless(meanHeat(after) < meanHeat(before), 'the read has no calmer lines');
    case 'louder': return unless(meanHeat(after) > meanHeat(before), 'the read has no louder lines');
    case 'faster': return unless(now.countsPerMinute > was.countsPerMinute, EXTREMES.faster);
    case 'slower': return unless(now.countsPerMinute < was.countsPerMinute, EXTREMES.slower);
    case 'less_talk': return unless(spokenMs(after) < spokenMs(before), 'there is hardly any talk');
    case 'more_talk': return unless(spokenMs(after) > spokenMs(before), 'the read has no more lines for it');
    case 'more_of': return unless(msBy(after, wish.who) > msBy(before, wish.who), 'the read has no more lines of them that fit');
    case 'less_of': return unless(msBy(after, wish.who) < msBy(before, wish.who), 'the others have too few lines');
    case 'without_person': return null;
    case 'opens': case 'ends': {
      const edge = wish.kind === 'opens' ? after[0] : after.at(-1);
      return unless(edge !== undefined && isAsWished(wish.wish, edge, null), 'no such line fits there');
    }
    case 'about': return unless(hasWords(after, wish.phrase) > hasWords(before, wish.phrase), `no more lines about ${wish.phrase} fit`);
    case 'without': return unless(scoredUnits(source).some(({ unit }) => mentions(unit.text, wish.phrase)), `the read does not mention “${wish.phrase}”`);
  }
}

function preferencesFor(source: CutSource, changes: readonly { words: string; change: Change }[]): Preferences {
  const usual = usualPreferences(source);
  const tempo = changes.find(({ change }) => change.tempo)?.change.tempo ?? usual.tempo;
  return {
    tempo, talk: changes.reduce((talk, { change }) => talk * (change.talk ?? 1), 1),
    allows: (scored, slot) => changes.every(({ change }) => change.allows?.(scored, slot) ?? true),
    marks: (scored) => changes.flatMap(({ words, change }): Mark[] => {
      const points = change.marks?.(scored) ?? 0;
      return points === 0 ? [] : [{ rule: 'wish', points, words: `as asked: ${words}` }];
    }),
    leads: changes.reduce<readonly string[]>((leads, { change }) => change.leads?.(leads) ?? leads, usual.leads),
  };
}

/** The cut by these preferences; null when the read has too little for it. */
function cutIfEnough(source: CutSource, wish: CutWish, preferences: Preferences): Cut | null {
  try {
    return cutBy(source, wish, preferences);
  } catch (error) {
    if (error instanceof TooLittle) return null;
    throw error;
  }
}

/** The refusal for the first part of an instruction that a new cut does not fulfil; null when it fulfils all. */
function unmetIn(understood: ReturnType<typeof understandBoard>, source: CutSource, was: Cut, now: Cut): NotPossible | null {
  for (const { words, change } of understood) {
    const why = failureOf(change, source, was, now);
    if (why !== null) return new NotPossible(words, why);
  }
  return null;
}

/**
 * Cuts the whole board again as an instruction wants it ("shorter lines, more of MARA"). Every part of the instruction must show in the new cut compared with
 * `cut`. The tempo changes only when the instruction asks for another one, or cannot be followed without one. Raises `NotUnderstood` for parts that no rule
 * understands, and `NotPossible` for a part that this read cannot follow.
 */
export function recut(source: CutSource, wish: CutWish, instruction: string, cut: Cut): Cut {
  const understood = understandBoard(instruction, source.people);
  const gone = understood.flatMap(({ change }) => (change.kind === 'without_person' && change.who !== null ? [change.who] : []));
  const rest = gone.length > 0 ? withoutPeople(source, gone) : source;
  const changes = understood.map(({ words, change }) => ({ words, change: changeFor(change, source, cut) }));
  const preferences = preferencesFor(rest, changes);
  const tempo = understood.find(({ change: { kind } }) => kind === 'faster' || kind === 'slower');
  // At another tempo, every beat has another length, so no clip of the trailer would fit any more.
  const { countsPerMinute } = cut;
  const steady = tempo ? null : cutIfEnough(rest, wish, { ...preferences, tempo: { wanted: countsPerMinute, least: countsPerMinute, most: countsPerMinute } });
  if (steady && !unmetIn(understood, source, cut, steady)) return steady;
  const now = cutIfEnough(rest, wish, preferences);
  if (!now) {
    const others = changes.map(({ words, change }) => ({ words, change: { ...change, tempo: undefined } }));
    if (tempo && cutIfEnough(rest, wish, preferencesFor(rest, others))) {
      throw new NotPossible(tempo.words, EXTREMES[tempo.change.kind as keyof typeof EXTREMES]);
    }
    throw new NotPossible(instruction, `what is left is too little for ${wish.seconds} s`);
  }
  const unmet = unmetIn(understood, source, cut, now);
  if (unmet) throw unmet;
  return now;
}
