/** Words of scene headings that tell the light of a scene. */
export const TIMES_OF_DAY: readonly ['dawn' | 'dusk' | 'night' | 'day', RegExp][] = [
  ['dawn', /\b(dawn|sunrise|daybreak|early morning|first light)\b/i],
  ['dusk', /\b(dusk|sunset|twilight|evening|magic hour|golden hour|late afternoon)\b/i],
  ['night', /\b(night|midnight)\b/i],
  ['day', /\b(day|morning|noon|afternoon|continuous|later)\b/i],
];

const SLUG = /^(?:int|ext|est|i\/e)\b[.\s\/]/i;
const SLUG_START = /^(?:(?:int|ext|est|i\/e|i|e)\b\.?[\s\/]*)+/i;
/** Last parts of a slug line that only a camera crew needs; listeners do not. */
const SAME_TIME = /^(?:continuous|same(?: time)?|later|moments? later)$/i;
const OTHER_TIME = /^(?:(?:moments?|much|years?) )?earlier$/i;
/** Words that titles write in small letters, unless they come first. */
export const SMALL_WORDS = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'into', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Turns words in capitals into a title: `CAPTAIN'S CABIN OF THE II.` becomes `Captain's Cabin of the II.`. Words with small letters stay as they are. */
export function titleCase(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word, at: number) => {
    if (word !== word.toUpperCase() || /^[IVX]{2,}$/.test(word)) return word;
    const small = word.toLowerCase();
    if (at > 0 && SMALL_WORDS.has(small)) return small;
    return small.replace(/^\P{L}*\p{L}/u, (start) => start.toUpperCase());
  });
}

/** The title of a scene for listeners: `INT. FERRY WHEELHOUSE - NIGHT` becomes `Ferry Wheelhouse, night`. A title that is not a slug line stays as it is. */
export function placeWords(title: string): string {
  if (!SLUG.test(title)) return title;
  const parts = title.replace(SLUG_START, '').split(/\s+[-–—]+\s+|\s*[–—]\s*/).map((part) => part.trim()).filter(Boolean);
  while (parts.length > 1 && SAME_TIME.test(parts.at(-1)!)) parts.pop();
  const isTime = parts.length > 1 && (OTHER_TIME.test(parts.at(-1)!) || TIMES_OF_DAY.some(([, words]) => words.test(parts.at(-1)!)));
  const time = isTime ? parts.pop()!.toLowerCase() : null;
  const words = [titleCase(parts.join(', ')), time].filter(Boolean).join(', ');
  return words || title;
}

/** `m:ss`, or `h:mm:ss` from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const tail = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${tail}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`;
}
