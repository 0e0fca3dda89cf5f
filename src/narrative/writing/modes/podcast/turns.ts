import type { Item } from '../../material/items.js';

/** Longest turn of a host, unless one sentence is longer. */
const TURN_WORDS = 46;
/** The hosts change less often inside a text in the first person, where every change is a change of who says `I`. */
const PERSONAL_TURN_WORDS = 62;

/** What one host says at once, or a clip: words of quoted people in their own voices. */
export interface HostTurn { items: Item[]; kind: 'answer' | 'clip' }

/**
 * A passage as turns of the hosts: whole sentences of one paragraph, a question of the text together with what follows
 * it. A run of quoted lines is one clip.
 */
export function hostTurnsOf(items: readonly Item[], personal: boolean, isClip: (item: Item) => boolean): HostTurn[] {
  const longest = personal ? PERSONAL_TURN_WORDS : TURN_WORDS;
  const turns: (HostTurn & { words: number })[] = [];
  items.forEach((item, at) => {
    const last = turns.at(-1);
    const kind = isClip(item) ? 'clip' : 'answer';
    const before = items[at - 1];
    const open = before !== undefined && (!before.closes || item.continues);
    const fits = last !== undefined && last.kind === kind
      && (kind === 'clip' || open || (!item.startsParagraph && last.words + item.words <= longest));
    if (last && fits) {
      last.items.push(item);
      last.words += item.words;
    } else turns.push({ items: [item], kind, words: item.words });
  });
  return turns;
}
