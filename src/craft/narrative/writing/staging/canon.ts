import type { Canon } from '../../model.js';
import type { BiblePerson } from './canon-people.js';
import { placesIn } from './canon-places.js';

/** The parts of a Series Bible that the writer follows; a field that the bible does not set is null or empty. */
export interface CanonFacts {
  title: string | null;
  tone: string | null;
  genre: string | null;
  logline: string | null;
  visualStyle: string | null;
  audioStyle: string | null;
  writingStyle: string | null;
  palette: string[];
  /** Names of places, as the bible spells them. */
  places: string[];
  characters: BiblePerson[];
}

const MAX_TEXT = 400;

/** Takes the facts from a canon document; a field of a wrong type or an empty string counts as not set. */
export function canonFacts(canon: Canon | null): CanonFacts {
  const content = canon?.content ?? {};
  const text = (key: string): string | null => textOf(content[key]);
  const people = Array.isArray(content['characters']) ? content['characters'] : [];
  return {
    title: textOf(canon?.title ?? null), tone: text('tone'), genre: text('genre'), logline: text('logline'),
    visualStyle: text('visualStyle'), audioStyle: text('audioStyle'), writingStyle: text('writingStyle'),
    palette: hexColours(content['colorPalette']), places: placesIn(content['locationTruths']),
    characters: people.slice(0, 100).flatMap((person) => {
      const record = isRecord(person) ? person : {};
      const name = textOf(record['name']);
      const aliases = Array.isArray(record['aliases']) ? record['aliases'].flatMap((alias) => textOf(alias) ?? [])
        : [];
      return name ? [{ name: name.slice(0, 80), aliases, role: textOf(record['role']), voice: textOf(record['voice']) }] : [];
    }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = value.replace(/\s+/gu, ' ').trim();
  return clean === '' ? null : clean.slice(0, MAX_TEXT);
}

function hexColours(value: unknown): string[] {
  const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' ')
    : typeof value === 'string' ? value : '';
  return [...new Set((text.match(/#[0-9a-fA-F]{6}\b/gu) ?? []).map((colour) => colour.toUpperCase()))].slice(0, 8);
}
