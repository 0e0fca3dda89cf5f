import { alignWords } from './letters/alignment.js';
import { growSoundTree, soundsOf, type SoundTree } from './letters/sound-tree.js';
import { withOneStress } from './sound-units.js';

/** A pronunciation dictionary with the rules for words that it lacks. */
export interface Lexicon {
  /**
   * The phonemes of a word as written, else with its first letter in the other case. `tag` is a part of speech of the dictionary (`NOUN`, `VERB`, `VBD`, …)
   * or `None` for a word before a pause. A function is called only for a word whose sound depends on the tag, with the tags that the dictionary
   * distinguishes. Null for an unknown word, and for a word that is spelled out with this tag.
   */
  find(word: string, tag?: string | ((known: readonly string[]) => string)): string | null;
  /**
   * The phonemes of an unknown word according to the letter-to-sound rules. Letters outside a–z are ignored; the result is empty when the word has no others.
   */
  guess(word: string): string;
}

/** Version of the format below; `openLexicon` refuses another. */
const FORMAT = 'PLX1';
const HEADER_BYTES = 16;

type Entry = string | Record<string, string | null>;

const isEntry = (value: unknown): value is Entry => typeof value === 'string' || (typeof value === 'object' && value !== null);

/** The stored form of an entry: `lˈid`, or with pronunciations by part of speech `DEFAULT=lˈid NOUN=lˈɛd`. */
const written = (entry: Entry): string => (
  typeof entry === 'string' ? entry : Object.entries(entry).map(([tag, phonemes]) => `${tag}=${phonemes ?? ''}`).join(' '));

const plainOf = (entry: Entry): string | null => (typeof entry === 'string' ? entry : entry.DEFAULT ?? null);

/**
 * The words to learn from: one pronunciation for every word that consists of the letters a–z. Acronyms in capitals are left out, because they follow no rule.
 */
function* examples(entries: ReadonlyMap<string, Entry>): Generator<readonly [string, string]> {
  const seen = new Set<string>();
  for (const [word, entry] of entries) {
    const lower = word.toLowerCase();
    const phonemes = plainOf(entry);
    if (!phonemes || !/^[a-z]{2,}$/.test(lower) || seen.has(lower) || word === word.toUpperCase()) continue;
    seen.add(lower);
    yield [lower, phonemes];
  }
}

/**
 * Joins two dictionaries into one that can be searched in place, and learns letter-to-sound rules from it; on conflicts, the first wins. Takes some seconds
 * and runs once, at installation. The same dictionaries give the same bytes.
 */
export function buildLexicon(gold: Record<string, unknown>, silver: Record<string, unknown>): Uint8Array {
  const entries = new Map<string, Entry>();
  for (const source of [gold, silver]) {
    for (const [word, entry] of Object.entries(source)) {
      if (!entries.has(word) && isEntry(entry)) entries.set(word, entry);
    }
  }
  const lines = [...entries].map(([word, entry]) => ({ key: Buffer.from(word), line: Buffer.from(`${word}\t${written(entry)}\n`) }))
    .sort((a, b) => a.key.compare(b.key));
  const offsets = new Uint32Array(lines.length + 1);
  lines.forEach(({ line }, index) => { offsets[index + 1] = offsets[index]! + line.length; });
  const tree = growSoundTree(alignWords(examples(entries)));
  const head = Buffer.from(JSON.stringify({ sounds: tree.sounds, roots: tree.roots, words: tree.words.length }));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(FORMAT, 'latin1');
  [lines.length, offsets.at(-1)!, head.length].forEach((length, index) => header.writeUInt32LE(length, 4 + index * 4));
  const numbers = (values: Uint32Array): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
    return bytes;
  };
  return Buffer.concat([header, numbers(offsets), numbers(tree.words), head, ...lines.map(({ line }) => line)]);
}

class PackedLexicon implements Lexicon {
  constructor(
    private readonly text: Buffer,
    private readonly offsets: Uint32Array,
    private readonly tree: SoundTree,
  ) {}

  find(word: string, tag?: string | ((known: readonly string[]) => string)): string | null {
    const entry = this.entry(word) ?? this.entry(otherCapital(word));
    if (entry === null || !entry.includes('=')) return entry;
    const byTag = new Map(entry.split(' ').map((part) => part.split('=') as [string, string]));
    const wanted = typeof tag === 'function' ? tag([...byTag.keys()]) : tag ?? 'DEFAULT';
    return (byTag.get(wanted) ?? byTag.get(parentOf(wanted)) ?? byTag.get('DEFAULT')) || null;
  }

  guess(word: string): string {
    const letters = word.toLowerCase().replace(/[^a-z]/g, '');
    return withOneStress(soundsOf(letters, this.tree).join(''));
  }

  private entry(word: string): string | null {
    const key = Buffer.from(word);
    let [low, high] = [0, this.offsets.length - 2];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const from = this.offsets[middle]!;
      const tab = this.text.indexOf(9, from);
      const order = this.text.compare(key, 0, key.length, from, tab);
      if (order === 0) return this.text.toString('utf8', tab + 1, this.offsets[middle + 1]! - 1);
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  }
}

function otherCapital(word: string): string {
  const first = word.charAt(0);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + word.slice(1);
}

const parentOf = (tag: string): string => (tag.startsWith('VB') ? 'VERB' : 'DEFAULT');

/** Opens what `buildLexicon` wrote; the words stay in `bytes`. Throws for bytes of another format. */
export function openLexicon(bytes: Uint8Array): Lexicon {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEADER_BYTES || buffer.toString('latin1', 0, 4) !== FORMAT) {
    throw new Error('this is no pronunciation dictionary of this version');
  }
  const [count, textLength, headLength] = [buffer.readUInt32LE(4), buffer.readUInt32LE(8), buffer.readUInt32LE(12)];
  const textAt = buffer.length - textLength;
  const head = JSON.parse(buffer.toString('utf8', textAt - headLength, textAt)) as { sounds: string[]; roots: number[]; words: number };
  const numbers = (at: number, length: number): Uint32Array => Uint32Array.from({ length }, (_, index) => buffer.readUInt32LE(at + index * 4));
  const wordsAt = HEADER_BYTES + (count + 1) * 4;
  if (wordsAt + head.words * 4 + headLength + textLength !== buffer.length) throw new Error('the pronunciation dictionary is cut short');
  return new PackedLexicon(buffer.subarray(textAt), numbers(HEADER_BYTES, count + 1), {
    sounds: head.sounds, roots: head.roots, words: numbers(wordsAt, head.words),
  });
}
