import { speechSeconds } from './speech-seconds.js';
import type { Item, Material } from '../material/items.js';
import { NamedPeople } from '../material/named-people.js';
import { canStartAt } from '../material/passage-limits.js';
import { countWords } from '../wording/wording.js';
import { beginsScene, endsScene } from './scene-limits.js';
import { partsOf, type PartRange, type TextPart } from './parts.js';

/** A stretch of one material that a short read may perform. `value` ranks the stretches; `seconds` is the estimated length. */
export interface ShortRead extends PartRange { value: number; seconds: number }

/**
 * The accepted lengths, as shares of the wanted length, and whether a stretch may begin in the middle of an exchange. The preferred choice comes first; the
 * others follow for texts that do not allow it.
 */
const CHOICES = [
  { least: 0.9, most: 1.2, midway: false }, { least: 0.9, most: 1.12, midway: true }, { least: 0.9, most: 1.6, midway: true },
] as const;
/** An error in length up to this share of the wanted length costs nothing; each further hundredth costs `ERROR_COST`. */
const FREE_ERROR = 0.03;
const ERROR_COST = 0.17;
/** The end weighs more than the beginning, because an introductory sentence can make up for a weak beginning. */
const END_WEIGHT = 1.5;
const REST_COST = 0.25;
/** The bonus for the head of a text, which says who the people are and where; a listener of any later stretch lacks what came before. */
const HEAD_VALUE = 0.5;
/** Unless a stretch found so far has this value at nearly the wanted length (`GOOD_ERROR`), stretches that begin midway are considered too. */
const MIN_VALUE = 1;
const GOOD_ERROR = 0.04;
/** The number of best stretches for which the caller compares scripts. */
const MOST_READS = 14;
/** A remainder of the text that is shorter than this share of the wanted length is too short for a part of its own. */
const MIN_REST = 0.4;

/**
 * At most `MOST_READS` stretches of about `seconds` that end where scenes do, the best first. They begin where scenes do, or in the middle of an exchange
 * when no good one of nearly that length does. Good stretches have dialogue, an arrival or a turn, and a strong last line. Empty where no stretch has about
 * that length.
 */
export function shortReadsOf(materials: readonly Material[], seconds: number): ShortRead[] {
  const limits = materials.map(limitsOf);
  let found: ShortRead[] = [];
  for (const choice of CHOICES) {
    if (found.some(({ value, seconds: lasts }) => value >= MIN_VALUE && Math.abs(lasts / seconds - 1) <= GOOD_ERROR)) break;
    found = [...found, ...materials.flatMap((material, index) => readsIn(material, index, limits[index]!, { ...choice, wish: seconds }))];
  }
  return found.sort((a, b) => b.value - a.value || a.material - b.material || a.from - b.from || a.to - b.to).slice(0, MOST_READS);
}

/** Divides the materials into parts so that `read` is one of them, in order; together the parts hold every item once. */
export function partsAround(materials: readonly Material[], read: ShortRead, partWords: number, maxWords: number): TextPart[] {
  const sides = [
    [...materials.map((_one, material) => material).filter((material) => material < read.material).map((material) => whole(materials, material)),
      { material: read.material, from: 0, to: read.from }],
    [{ material: read.material, from: read.to, to: materials[read.material]!.items.length },
      ...materials.map((_one, material) => material).filter((material) => material > read.material).map((material) => whole(materials, material))],
  ].map((ranges) => partsIn(materials, ranges.filter(({ from, to }) => to > from), partWords, maxWords));
  const own: TextPart = { index: 0, ranges: [{ material: read.material, from: read.from, to: read.to }], words: wordsIn(materials, read) };
  return [...sides[0]!, own, ...sides[1]!].map((part, at) => ({ ...part, index: at + 1 }));
}

const whole = (materials: readonly Material[], material: number): PartRange => ({ material, from: 0, to: materials[material]!.items.length });

const wordsIn = (materials: readonly Material[], { material, from, to }: PartRange): number =>
  materials[material]!.items.slice(from, to).reduce((sum, { spokenWords }) => sum + spokenWords, 0);

/** The parts of some ranges, with positions in their whole materials. */
function partsIn(materials: readonly Material[], ranges: readonly PartRange[], partWords: number, maxWords: number): TextPart[] {
  const cut = ranges.map(({ material, from, to }): Material => ({ ...materials[material]!, items: materials[material]!.items.slice(from, to) }));
  return partsOf(cut, partWords, maxWords).map((part) => ({
    ...part, ranges: part.ranges.map(({ material, from, to }) => {
      const range = ranges[material]!;
      return { material: range.material, from: from + range.from, to: to + range.from };
    }),
  }));
}

interface Limits { begins: number[]; ends: number[]; sums: number[] }

function limitsOf(material: Material): Limits {
  const people = new NamedPeople(material.analysis.cast);
  const { items } = material;
  return {
    begins: items.map((_item, at) => beginsScene(material, at, (text) => people.namedIn(text))),
    ends: [...items.map((_item, at) => endsScene(material, at)), endsScene(material, items.length)],
    sums: speechSeconds(items),
  };
}

interface Choice { wish: number; least: number; most: number; midway: boolean }

function readsIn(material: Material, index: number, { begins, ends, sums }: Limits, choice: Choice): ShortRead[] {
  const reads: ShortRead[] = [];
  const { items } = material;
  const last = sums.length - 1;
  for (let from = 0; from < last; from++) {
    if (begins[from]! <= 0 && !(choice.midway && items[from]!.startsParagraph && canStartAt(items, from))) continue;
    for (let to = from + 1; to <= last && sums[to]! - sums[from]! <= choice.wish * choice.most; to++) {
      const seconds = sums[to]! - sums[from]!;
      if (ends[to]! <= 0 || seconds < choice.wish * choice.least) continue;
      const rests = [sums[from]!, sums[last]! - sums[to]!].filter((rest) => rest > 0 && rest < choice.wish * MIN_REST).length;
      const missed = 100 * Math.max(0, Math.abs(seconds / choice.wish - 1) - FREE_ERROR);
      const value = begins[from]! + END_WEIGHT * ends[to]! + sceneValue(material, from, to) - ERROR_COST * missed - REST_COST * rests
        + (index === 0 && from === 0 ? HEAD_VALUE : 0);
      reads.push({ material: index, from, to, seconds, value });
    }
  }
  return reads;
}

const TURNS = /\b(?:never|no longer|must|dare|promise|secret|truth|dead|death|kill|die|love|hate|marry|fear|afraid|help|stop|lie|swear|leave|lost|impossible|refuse|forgive|trembl\w+|pale|tears)\b/giu;
const STRONG_WORDS = [3, 26] as const;

/** The dramatic value of a stretch: the share of dialogue, the number of voices, the stakes and the last line. */
function sceneValue({ items }: Material, from: number, to: number): number {
  const own = items.slice(from, to);
  const lines = own.filter(({ kind }) => kind === 'line');
  const words = (list: readonly Item[]): number => list.reduce((sum, item) => sum + item.words, 0) || 0;
  const all = words(own) || 1;
  const share = words(lines) / all;
  const spoken = new Map<string, number>();
  for (const { speaker } of lines) if (speaker !== null) spoken.set(speaker, (spoken.get(speaker) ?? 0) + 1);
  const voices = [...spoken.values()].filter((count) => count > 1).length;
  const single = [...spoken.values()].filter((count) => count === 1).length;
  const unsure = words(lines.filter(({ confidence }) => confidence === 'weak')) / all;
  const said = lines.map(({ text }) => text).join(' ');
  const stakes = ((said.match(TURNS)?.length ?? 0) + (said.match(/!/gu)?.length ?? 0) * 0.5) / (all / 100);
  const scenes = new Set(own.map(({ scene }) => scene)).size;
  return 1.2 * Math.min(share, 0.75) + (voices >= 2 && voices <= 5 ? 0.3 : voices === 1 ? -0.2 : voices === 0 ? -0.8 : 0) - 0.06 * single
    - 0.8 * unsure + 0.12 * Math.min(3, stakes) - 0.12 * (scenes - 1) + lastLineValue(own.at(-1)!);
}

function lastLineValue(item: Item): number {
  const words = countWords(item.text);
  const strong = words >= STRONG_WORDS[0] && words <= STRONG_WORDS[1];
  return (strong ? 0.15 : 0) + (item.kind === 'line' ? 0.1 : 0) + (/[!]/u.test(item.text) ? 0.05 : 0);
}
