import { TIMES_OF_DAY } from '../kernel/contract/listener-words.js';
import type { ReadPage } from './view.js';

export { clockText, placeWords } from '../kernel/contract/listener-words.js';

/** The light of a scene, derived from its heading; the stage has one backdrop for each. */
export type Mood = 'dawn' | 'day' | 'dusk' | 'night' | 'room' | 'lamplit';

const INSIDE = /^\s*(?:INT\b|INT\.)/i;
/** `INT. LIBRARY - NIGHT` is lamplit, `EXT. PIER - DUSK` is dusk; a heading without such words is a room. */
export function moodOf(heading: string): Mood {
  const time = TIMES_OF_DAY.find(([, words]) => words.test(heading))?.[0] ?? null;
  if (INSIDE.test(heading) || time === null) return time === 'night' || time === 'dusk' ? 'lamplit' : 'room';
  return time;
}

/** Up to two letters that stand for a character: `MRS. PELL` is MP, `TOBY` is T. */
export function initialsOf(character: string): string {
  const words = character.replace(/\([^)]*\)/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const first = words[0] ?? '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return ([...first][0] ?? '?').toUpperCase() + (last ? ([...last][0] ?? '').toUpperCase() : '');
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

/** Whether the share is open: everybody may pass the page on, embed it and see its preview. */
export const isOpen = (read: Pick<ReadPage, 'share'>): boolean => audienceOf(read) === null;

/** A sentence that says for whom the page is meant; null when it is for everybody. */
export const audienceNotice = (read: Pick<ReadPage, 'share'>): string | null => audienceOf(read)?.notice ?? null;

/** Labels of a share that differ from the read itself: its audience and its part. */
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
