import type { Item, Material } from '../material/items.js';
import { CUE, META } from '../wording/phrases.js';
import type { Block } from './windows.js';

const UNFIT_HEAD = new RegExp('^(?:If|The next|On |In |At |When |After|During|Before|As |I (?:was|saw|took|went|have|had|employed)|'
  + 'We (?:saw|found|went|arrived))', 'u');

/**
 * A short standalone sentence that marks itself as important, from the middle of a source without voices and outside
 * every passage. Null when none qualifies; the script then begins with its first passage.
 */
export function coldOpenOf(materials: readonly Material[],
  blocks: readonly Block[]): { material: number; item: Item } | null {
  let best: { material: number; item: Item } | null = null;
  const used = new Set(blocks.map((block) => block.material));
  materials.forEach((material, index) => {
    if (material.voices || !used.has(index) || material.items.length < 60) return;
    const length = material.analysis.text.length;
    for (const item of material.items) {
      const taken = blocks.some((block) => block.material === index && item.order >= block.from
        && item.order < block.to);
      if (taken || item.start < length * 0.2 || item.start > length * 0.93 || !qualifies(item)) continue;
      if (!best || item.salience > best.item.salience) best = { material: index, item };
    }
  });
  return best;
}

function qualifies(item: Item): boolean {
  return item.opens && !item.continues && item.words >= 10 && item.words <= 26 && CUE.test(item.text)
    && !META.test(item.text)
    && !item.firstPerson && !UNFIT_HEAD.test(item.text) && !/^(?:This|These|That|Those)\b/u.test(item.text)
    && !/[“”"();:]/u.test(item.text) && !/\b(?:map|chapter|diagram|woodcut|section|table)\b/iu.test(item.text);
}
