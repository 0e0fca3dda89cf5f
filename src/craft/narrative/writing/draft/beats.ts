import { splitSentences } from '../../analysis/index.js';
import type { OutlineDraft } from '../../model.js';
import { sharesAround } from '../../outline/episode-part.js';
import type { Block } from '../arrangement/windows.js';
import type { Material } from '../material/items.js';
import { lettersOf } from '../wording/wording.js';
import { placeScenes } from './places.js';

/** Source words for one page of a screenplay. */
const WORDS_PER_PAGE = 170;
/** When an outline asks for at least this share of a story, the whole story is played, because a listener would miss the omitted rest. */
const WHOLE_SHARE = 0.6;
/** The share of beats that must match the episode's own part of the sources, or quote the sources. With fewer, the outline is in its author's own words. */
const OWN_SHARE = 0.75;
/** A sentence is looked for by its first letters, because a summary may cut its end. */
const MIN_LETTERS = 15;
const MAX_LETTERS = 60;

type Passages = (Block | null)[];
const foundOf = (passages: Passages): number => passages.filter((block) => block !== null).length;

/** The first letters of each sentence of a beat, without `… says:` before them. */
function headsOf(summary: string): string[] {
  const told = summary.replace(/^.{1,80}? says: /u, '');
  return splitSentences(told).map(({ start, end }) => lettersOf(told.slice(start, end)).slice(0, MAX_LETTERS)).filter(({ length }) => length >= MIN_LETTERS);
}

/** The passages from which the words of the beats are quoted, in source order; null for a beat in other words. */
function quotedBeats(materials: readonly Material[], { beats }: OutlineDraft): Passages {
  const all = materials.flatMap(({ items }, material) => items.map(({ text }, at) => ({ material, at, letters: lettersOf(text) })));
  let next = 0;
  return beats.map(({ summary }) => {
    const heads = headsOf(summary);
    const found = all.findIndex(({ letters }, index) => index >= next && heads.some((head) => letters.includes(head)));
    if (found < 0) return null;
    next = found + 1;
    const { material, at } = all[found]!;
    return { material, from: at, to: at + 1, role: 'proof' };
  });
}

/** The passages that are most like the beats. */
const likeBeats = (materials: readonly Material[], { beats }: OutlineDraft): Passages => placeScenes(materials,
  beats.map(({ summary, characters, estimatedPages }) => ({ heading: '', summary, characters, words: estimatedPages * WORDS_PER_PAGE })));

/** The materials from which the beats of an outline come: the episode's own part, or all. */
export function beatMaterials(all: readonly Material[], own: readonly Material[], outline: OutlineDraft): readonly Material[] {
  const enough = outline.beats.length * OWN_SHARE;
  if (foundOf(quotedBeats(own, outline)) >= enough) return own;
  const inside = likeBeats(all, outline).filter((block) => {
    const start = block && all[block.material]!.items[block.from]!.start;
    return start !== null && own.some(({ sourceId, items }) =>
      sourceId === all[block!.material]!.sourceId && items[0]!.start <= start && start <= items.at(-1)!.start);
  });
  return inside.length >= enough ? own : all;
}

/**
 * The passages of each beat. An outline that quotes a story and asks for at least 60 % of its words plays all of it. Any other outline is its author's
 * choice, and plays the passage most similar to each beat.
 */
export function beatPassages(materials: readonly Material[], outline: OutlineDraft): Block[][] {
  const like = likeBeats(materials, outline);
  const quoted = quotedBeats(materials, outline);
  const isQuoted = foundOf(quoted) >= outline.beats.length * OWN_SHARE;
  const blocks = quoted.includes(null) ? like : quoted;
  const words = materials.reduce((sum, { items }) => sum + items.reduce((all, item) => all + item.words, 0), 0);
  const asked = outline.beats.reduce((sum, { estimatedPages }) => sum + estimatedPages * WORDS_PER_PAGE, 0);
  const isStory = materials.every(({ voices, analysis }) => voices || analysis.form === 'fiction');
  if (!isStory || !isQuoted || asked < words * WHOLE_SHARE || blocks.includes(null)) return like.map((block) => (block ? [block] : []));
  return sharesAround(materials, blocks).map((ranges) => ranges.map((range) => ({ ...range, role: 'proof' as const })));
}
