import type { OutlineDraft } from '../../model.js';
import { sharesAround } from '../../outline/episode-part.js';
import type { Block } from '../arrangement/windows.js';
import type { Material } from '../material/items.js';
import { placeScenes } from './places.js';

/** A page of a screenplay holds about so many words of its source. */
const WORDS_PER_PAGE = 170;
/** An outline that asks for so much of a story is played whole: a listener misses what is left out. */
const WHOLE_SHARE = 0.6;
/** So many of the beats are about the episode's own part of the sources, unless its author gathers them from elsewhere. */
const OWN_SHARE = 0.75;

function placeBeats(materials: readonly Material[], { beats }: OutlineDraft): (Block | null)[] {
  return placeScenes(materials, beats.map(({ summary, characters, estimatedPages }) =>
    ({ heading: '', summary, characters, words: estimatedPages * WORDS_PER_PAGE })));
}

/** The materials that the beats of an outline are from: the episode's own part, or all. */
export function beatMaterials(all: readonly Material[], own: readonly Material[], outline: OutlineDraft): readonly Material[] {
  const blocks = placeBeats(all, outline);
  const inside = blocks.filter((block) => {
    const start = block && all[block.material]!.items[block.from]!.start;
    return start !== null && own.some(({ sourceId, items }) =>
      sourceId === all[block!.material]!.sourceId && items[0]!.start <= start && start <= items.at(-1)!.start);
  });
  return inside.length >= blocks.length * OWN_SHARE ? own : all;
}

/** The passages of each beat: what is most like it, or the whole story around them when every beat is found and the outline has room for it. */
export function beatPassages(materials: readonly Material[], outline: OutlineDraft): Block[][] {
  const blocks = placeBeats(materials, outline);
  const words = materials.reduce((sum, { items }) => sum + items.reduce((all, item) => all + item.words, 0), 0);
  const asked = outline.beats.reduce((sum, { estimatedPages }) => sum + estimatedPages * WORDS_PER_PAGE, 0);
  const isStory = materials.every(({ voices, analysis }) => voices || analysis.form === 'fiction');
  if (!isStory || asked < words * WHOLE_SHARE || blocks.includes(null)) return blocks.map((block) => (block ? [block] : []));
  return sharesAround(materials, blocks).map((ranges) => ranges.map((range) => ({ ...range, role: 'proof' as const })));
}
