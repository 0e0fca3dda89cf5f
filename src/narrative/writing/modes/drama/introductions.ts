import type { Item } from '../../material/items.js';
import type { PlayedPassage, PlayedSource } from './played-source.js';

/** Largest introduction in words; other bridges are about as long. */
export const BRIDGE_WORDS = 48;

/**
 * Adds the sentence that introduces a new voice before the passage with that voice. When the sentence is near, the
 * passage starts with it; else it becomes a passage of its own. At most `maxWords` are added.
 */
export function withIntroductions(
  passages: readonly PlayedPassage[], sources: readonly PlayedSource[], maxWords: number,
): PlayedPassage[] {
  const result: PlayedPassage[] = [];
  const heard = new Map<number, Set<string>>();
  let spent = 0;
  for (const passage of passages) {
    const source = sources[passage.material]!;
    const known = heard.get(passage.material) ?? new Set(source.narrator === null ? [] : [source.narrator]);
    heard.set(passage.material, known);
    const before = result.at(-1);
    const floor = before?.material === passage.material ? before.to : 0;
    let { from } = passage;
    for (const stranger of strangersIn(source, passage, known)) {
      const found = introductionOf(source, stranger, floor, from);
      if (!found || spent + found.words > maxWords) continue;
      spent += found.words;
      if (found.to === null) ({ from } = found);
      else result.push({ material: passage.material, from: found.from, to: found.to, role: 'context', bridge: true });
      for (let at = found.from; at < (found.to ?? passage.from); at++) {
        for (const id of source.names[at]!) known.add(id);
      }
    }
    result.push({ ...passage, from });
    for (let at = from; at < passage.to; at++) for (const id of source.names[at]!) known.add(id);
  }
  return mergeOverlaps(result);
}

/** The speakers of a passage who are not named before their first line, in its tag, or in the two lines after it. */
function strangersIn(source: PlayedSource, span: { from: number; to: number }, known: ReadonlySet<string>): string[] {
  const seen = new Set(known);
  const strangers: string[] = [];
  for (let at = span.from; at < span.to; at++) {
    const { speaker, confidence, narrated } = source.items[at]!;
    for (const id of source.names[at]!) seen.add(id);
    if (speaker === null || seen.has(speaker) || source.people.isNameless(speaker)) continue;
    if (confidence === 'weak') continue;
    const soon = source.names.slice(at + 1, Math.min(span.to, at + 3)).some((ids) => ids.includes(speaker));
    const tagged = narrated !== null && source.people.namedIn(narrated.text).includes(speaker);
    if (!soon && !tagged) strangers.push(speaker);
    seen.add(speaker);
  }
  return strangers;
}

/** `to` is null when the passage itself starts at `from`. */
interface Introduction { from: number; to: number | null; words: number }

function introductionOf(source: PlayedSource, person: string, floor: number, from: number): Introduction | null {
  const { items, names, starts, stops } = source;
  let words = 0;
  for (let at = from - 1; at >= floor && items[at + 1]!.follows && words <= BRIDGE_WORDS; at--) {
    words += items[at]!.spokenWords;
    if (names[at]!.includes(person) && starts[at] !== 'no'
      && words <= BRIDGE_WORDS) return { from: at, to: null, words };
  }
  for (let at = from - 1; at >= floor; at--) {
    const item = items[at]!;
    if (names[at]!.includes(person) && introduces(item, person) && starts[at] === 'good' && stops[at]
      && item.spokenWords > 0
      && item.spokenWords <= BRIDGE_WORDS) return { from: at, to: at + 1, words: item.spokenWords };
  }
  return null;
}

const OF_ONESELF = /\b(?:[Mm]y name(?:’s| is|,)|I am|I’m|I'm)\s/u;
const OF_ANOTHER = /\b(?:[Tt]his (?:is|gentleman|lady|man)|introduce|[Hh]ere (?:is|comes))\b/u;

function introduces(item: Item, person: string): boolean {
  if (item.kind === 'narration') return true;
  return item.confidence !== 'weak' && (item.speaker === person ? OF_ONESELF : OF_ANOTHER).test(item.text);
}

function mergeOverlaps(passages: readonly PlayedPassage[]): PlayedPassage[] {
  const sorted = [...passages].sort((a, b) => a.material - b.material || a.from - b.from || a.to - b.to);
  return sorted.reduce<PlayedPassage[]>((all, passage) => {
    const last = all.at(-1);
    if (last && last.material === passage.material && passage.from < last.to) {
      last.to = Math.max(last.to, passage.to);
      last.bridge &&= passage.bridge;
    } else all.push({ ...passage });
    return all;
  }, []);
}
