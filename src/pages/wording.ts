import type { ReadPage } from './view.js';

/** Light of a scene, read from its heading; the stage has one backdrop per mood. */
export type Mood = 'dawn' | 'day' | 'dusk' | 'night' | 'room' | 'lamplit';

const INSIDE = /^\s*(?:INT\b|INT\.)/i;
const TIMES: readonly [Mood, RegExp][] = [
  ['dawn', /\b(dawn|sunrise|daybreak|early morning|first light)\b/i],
  ['dusk', /\b(dusk|sunset|twilight|evening|magic hour|golden hour|late afternoon)\b/i],
  ['night', /\b(night|midnight)\b/i],
  ['day', /\b(day|morning|noon|afternoon|continuous|later)\b/i],
];

/** `INT. LIBRARY - NIGHT` is lamplit, `EXT. PIER - DUSK` is dusk; a heading that says nothing is a room. */
export function moodOf(heading: string): Mood {
  const time = TIMES.find(([, words]) => words.test(heading))?.[0] ?? null;
  if (INSIDE.test(heading) || time === null) return time === 'night' || time === 'dusk' ? 'lamplit' : 'room';
  return time;
}

const SLUG = /^(?:int|ext|est|i\/e)\b[.\s\/]/i;
const SLUG_START = /^(?:(?:int|ext|est|i\/e|i|e)\b\.?[\s\/]*)+/i;
/** The last part of a slug line that only a camera needs. */
const SAME_TIME = /^(?:continuous|same(?: time)?|later|moments? later)$/i;
const SMALL_WORDS = new Set(['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'into', 'of', 'on', 'or', 'the', 'to', 'with']);

/** Words in capitals as a title: `CAPTAIN'S CABIN OF THE II.` is `Captain's Cabin of the II.`; words with small letters stay. */
function titleCase(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word, at: number) => {
    if (word !== word.toUpperCase() || /^[IVX]{2,}$/.test(word)) return word;
    const small = word.toLowerCase();
    if (at > 0 && SMALL_WORDS.has(small)) return small;
    return small.replace(/^\P{L}*\p{L}/u, (start) => start.toUpperCase());
  });
}

/** A scene's title for listeners: `INT. FERRY WHEELHOUSE - NIGHT` is `Ferry Wheelhouse, night`. A title in words stays as it is. */
export function placeWords(title: string): string {
  if (!SLUG.test(title)) return title;
  const parts = title.replace(SLUG_START, '').split(/\s+[-–—]+\s+|\s*[–—]\s*/).map((part) => part.trim()).filter(Boolean);
  const time = parts.length > 1 && TIMES.some(([, words]) => words.test(parts.at(-1)!)) ? parts.pop()!.toLowerCase() : null;
  const words = [titleCase(parts.join(', ')), time !== null && !SAME_TIME.test(time) ? time : null].filter(Boolean).join(', ');
  return words || title;
}

/** Up to two letters that stand for a character: `MRS. PELL` is MP, `TOBY` is T. */
export function initialsOf(character: string): string {
  const words = character.replace(/\([^)]*\)/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const first = words[0] ?? '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return ([...first][0] ?? '?').toUpperCase() + (last ? ([...last][0] ?? '').toUpperCase() : '');
}

/** `m:ss`, or `h:mm:ss` from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const tail = String(seconds % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${tail}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`;
}

/** `14 March 2026`, in UTC, for an ISO instant. */
export function dateText(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(iso));
}

const AUDIENCES = {
  public: null,
  private_review: {
    label: 'Private review', description: 'A table read shared for private review.',
    notice: 'Shared for private review. Please do not pass this link on.',
  },
  team: {
    label: 'Team only', description: 'A table read shared with a team.',
    notice: 'Shared with a team. Please keep this link within it.',
  },
} as const;

const audienceOf = ({ share }: Pick<ReadPage, 'share'>) => (share ? AUDIENCES[share.audience] : null);

/** Whether everybody may pass the page on, embed it and see a preview of it. */
export const isOpen = (read: Pick<ReadPage, 'share'>): boolean => audienceOf(read) === null;

/** Whom the page is meant for, in a sentence; null when it is for everybody. */
export const audienceNotice = (read: Pick<ReadPage, 'share'>): string | null => audienceOf(read)?.notice ?? null;

/** What sets the page apart from the read itself, in a few words: for whom it is, and which part. */
export function shareLabels(read: Pick<ReadPage, 'share'>): string[] {
  return [audienceOf(read)?.label, read.share?.part].filter((label) => typeof label === 'string');
}

/** The title with the part's name. */
export function titleText({ title, share }: Pick<ReadPage, 'title' | 'share'>): string {
  return share?.part ? `${title}, ${share.part}` : title;
}

/** The text below the last line. */
export function endText({ share }: Pick<ReadPage, 'share'>): string {
  return `End of the ${share?.part ? share.part.split(' ')[0]!.toLowerCase() : 'read'}`;
}

/** One sentence for search engines and link previews; that of a private page says nothing about the story. */
export function descriptionText(read: ReadPage): string {
  const audience = audienceOf(read);
  if (audience) return audience.description;
  if (read.share?.part) return `${read.share.part} of a table read.`;
  return read.blurb ?? `A table read${read.author ? ` ${read.author}` : ''}.`;
}
