import { FEATURES, readContext } from './context.js';
import type { AlignedWord } from './alignment.js';

/** Branches below this many examples are not split. */
const MIN_EXAMPLES = 3;
const LEAF = 0x8000_0000;

/** Examples of one letter: a row of features each, and the number of its sound. */
interface Examples { features: Uint8Array; sounds: Uint16Array }
type Branch = { sound: number; feature: number; children: [value: number, branch: Branch][] } | { sound: number };

function countSounds(rows: Uint32Array, { sounds }: Examples): Map<number, number> {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(sounds[row]!, (counts.get(sounds[row]!) ?? 0) + 1);
  return counts;
}

/** The most frequent sound; of equals the one with the lowest number, so that the result is the same every time. */
function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let best = -1;
  let most = -1;
  for (const [sound, count] of counts) {
    if (count > most || (count === most && sound < best)) [best, most] = [sound, count];
  }
  return best;
}

/** Counts occurrences of numbers below a limit. Visits and clears only the numbers that occurred, in the order of their first occurrence. */
class Tally {
  private readonly counts: Uint32Array;
  private readonly seen: Uint32Array;
  size = 0;

  constructor(limit: number) {
    this.counts = new Uint32Array(limit);
    this.seen = new Uint32Array(limit);
  }

  add(value: number): void {
    if (this.counts[value]!++ === 0) this.seen[this.size++] = value;
  }

  /** Passes each count to `take` and empties the tally. */
  drain(take: (count: number) => void): void {
    for (let index = 0; index < this.size; index++) {
      const value = this.seen[index]!;
      take(this.counts[value]!);
      this.counts[value] = 0;
    }
    this.size = 0;
  }
}

const FEATURE_VALUES = 256;

/** Measures splits, which is most of the work. A `Map` in place of the tallies would take three times as long. */
class Splitter {
  private readonly pairs: Tally;
  private readonly totals = new Tally(FEATURE_VALUES);

  constructor(private readonly examples: Examples) {
    this.pairs = new Tally(FEATURE_VALUES * (1 + examples.sounds.reduce((most, sound) => Math.max(most, sound), 0)));
  }

  /** The disorder of the sounds after a split (rows × entropy), the entropy of the split itself, and its number of values. */
  disorderAfter(rows: Uint32Array, feature: number): { rest: number; own: number; values: number } {
    const { pairs, totals, examples: { features, sounds } } = this;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]!;
      const value = features[row * FEATURES + feature]!;
      pairs.add(sounds[row]! * FEATURE_VALUES + value);
      totals.add(value);
    }
    const values = totals.size;
    let rest = 0;
    let own = 0;
    pairs.drain((count) => { rest -= count * Math.log(count); });
    totals.drain((total) => {
      rest += total * Math.log(total);
      own -= total * Math.log(total / rows.length);
    });
    return { rest, own, values };
  }
}

function bestFeature(rows: Uint32Array, splitter: Splitter, disorder: number): number | null {
  let best: number | null = null;
  let highest = 0;
  for (let feature = 0; feature < FEATURES; feature++) {
    const { rest, own, values } = splitter.disorderAfter(rows, feature);
    if (values < 2) continue;
    // A split into many values looks good by chance; its own disorder weighs against it.
    const gain = (disorder - rest) / Math.sqrt(own + rows.length);
    if (gain > highest + 1e-9) [best, highest] = [feature, gain];
  }
  return best;
}

/** The rows grouped by their value of a feature: groups in the order of the values, rows within a group in their own order. */
function groupsOf(rows: Uint32Array, { features }: Examples, feature: number): { value: number; group: Uint32Array }[] {
  const ends = new Uint32Array(FEATURE_VALUES + 1);
  for (const row of rows) ends[features[row * FEATURES + feature]! + 1]!++;
  for (let value = 0; value < FEATURE_VALUES; value++) ends[value + 1]! += ends[value]!;
  const starts = ends.slice();
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) sorted[ends[features[row * FEATURES + feature]!]!++] = row;
  const groups: { value: number; group: Uint32Array }[] = [];
  for (let value = 0; value < FEATURE_VALUES; value++) {
    if (starts[value]! < starts[value + 1]!) groups.push({ value, group: sorted.subarray(starts[value], starts[value + 1]) });
  }
  return groups;
}

function grow(rows: Uint32Array, examples: Examples, splitter: Splitter): Branch {
  const counts = countSounds(rows, examples);
  const sound = mostFrequent(counts);
  if (counts.size === 1 || rows.length < MIN_EXAMPLES) return { sound };
  let disorder = 0;
  for (const count of counts.values()) disorder -= count * Math.log(count / rows.length);
  const feature = bestFeature(rows, splitter, disorder);
  if (feature === null) return { sound };
  const children = groupsOf(rows, examples, feature)
    .map(({ value, group }): [number, Branch] => [value, grow(group, examples, splitter)])
    // A value without a branch gets this branch's sound.
    .filter(([, child]) => 'children' in child || child.sound !== sound);
  return children.length > 0 ? { sound, feature, children } : { sound };
}

function examplesOf(words: readonly AlignedWord[], letter: string, numberOf: (sound: string) => number): Examples {
  const count = words.reduce((sum, { word }) => sum + word.split(letter).length - 1, 0);
  const examples = { features: new Uint8Array(count * FEATURES), sounds: new Uint16Array(count) };
  let row = 0;
  for (const { word, sounds } of words) {
    for (let at = word.indexOf(letter); at >= 0; at = word.indexOf(letter, at + 1)) {
      readContext(word, at, sounds, examples.features.subarray(row * FEATURES, (row + 1) * FEATURES));
      examples.sounds[row++] = numberOf(sounds[at]!);
    }
  }
  return examples;
}

/** Writes a branch after its children and returns its place, or the sound of a leaf marked with `LEAF`. */
function write(branch: Branch, words: number[]): number {
  if (!('children' in branch)) return (LEAF | branch.sound) >>> 0;
  const places = branch.children.map(([value, child]) => [value, write(child, words)] as const);
  const place = words.length;
  words.push(branch.sound, branch.feature, places.length);
  for (const [value, child] of places) words.push(value, child);
  return place;
}

/** Letter-to-sound rules: one decision tree a letter. */
export interface SoundTree { sounds: string[]; roots: number[]; words: Uint32Array }

/** Learns letter-to-sound rules from words whose phonemes are cut by letter. Deterministic. */
export function growSoundTree(words: readonly AlignedWord[]): SoundTree {
  const numbers = new Map<string, number>();
  const numberOf = (sound: string): number => {
    const known = numbers.get(sound) ?? numbers.size;
    numbers.set(sound, known);
    return known;
  };
  const written: number[] = [];
  const roots = Array.from({ length: 26 }, (_, letter) => {
    const examples = examplesOf(words, String.fromCharCode(97 + letter), numberOf);
    if (examples.sounds.length === 0) return (LEAF | numberOf(PLAIN_SOUNDS[letter]!)) >>> 0;
    return write(grow(Uint32Array.from(examples.sounds.keys()), examples, new Splitter(examples)), written);
  });
  return { sounds: [...numbers.keys()], roots, words: Uint32Array.from(written) };
}

/** Sounds of the letters a to z where no example exists. */
const PLAIN_SOUNDS = 'æ b k d ɛ f ɡ h ɪ ʤ k l m n ɑ p k ɹ s t ʌ v w ks i z'.split(' ');

/** The sounds of a word of the letters a to z, one a letter. */
export function soundsOf(word: string, { sounds, roots, words }: SoundTree): string[] {
  const said: string[] = [];
  const features = new Uint8Array(FEATURES);
  for (let at = 0; at < word.length; at++) {
    readContext(word, at, said, features);
    let branch = roots[word.charCodeAt(at) - 97]!;
    while (branch < LEAF) {
      const value = features[words[branch + 1]!]!;
      const end = branch + 3 + words[branch + 2]! * 2;
      let next = (LEAF | words[branch]!) >>> 0;
      for (let child = branch + 3; child < end; child += 2) {
        if (words[child] === value) next = words[child + 1]!;
      }
      branch = next;
    }
    said.push(sounds[branch & ~LEAF]!);
  }
  return said;
}
