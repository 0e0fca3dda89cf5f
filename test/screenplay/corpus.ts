import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';
import type { Script, ScriptElement } from '../../src/craft/screenplay/index.js';
import { filesIn, largerWith, OWN } from '../support/corpora.js';
import { comedy, tragedy } from './long-plays.js';

const OWN_SUITES = ['rules/structure', 'rules/speech', 'rules/text', 'twins'];
const LARGER_SUITES = ['fountain-reference', 'screenplain', 'screenplay-tools'];
const [larger] = largerWith('screenplays');

/** Defines checks that need the suites of other projects; does nothing when those are not on this machine. */
export function whenPresent(name: string, checks: () => void): void {
  if (larger) describe(name, checks);
}

/** Names of our fixtures with this ending, as `suite/file`. */
export const ownFiles = (ending: string): string[] =>
  OWN_SUITES.flatMap((suite) => filesIn(OWN, `screenplays/${suite}`, ending).map(({ name }) => `${suite}/${name}`));
/** Names of the fixtures of other projects' suites; empty when they are not on this machine. */
export const suiteFiles = (ending: string): string[] => (larger
  ? LARGER_SUITES.flatMap((suite) => filesIn(larger, `screenplays/${suite}`, ending).map(({ name }) => `${suite}/${name}`)) : []);
export const allFiles = (ending: string): string[] => [...ownFiles(ending), ...suiteFiles(ending)];

const isOwn = (name: string): boolean => OWN_SUITES.includes(path.posix.dirname(name));
export const fixture = (name: string): Buffer =>
  readFileSync(path.join(isOwn(name) ? OWN.folder : larger!.folder, 'screenplays', name));

/** A play of about a hundred pages as Fountain, with its number of pages in both page profiles. */
export interface LongPlay { name: string; text: () => string; standard: number; finalDraft: number }

export const OWN_PLAYS: readonly LongPlay[] = [
  { name: 'The Tragedy of the Salt', text: tragedy, standard: 105, finalDraft: 107 },
  { name: 'The Comedy of the Bells', text: comedy, standard: 94, finalDraft: 95 },
];
export const SUITE_PLAYS: readonly LongPlay[] = larger ? [
  { name: 'Macbeth', text: macbeth, standard: 107, finalDraft: 109 },
  { name: 'The Importance of Being Earnest', text: earnest, standard: 100, finalDraft: 102 },
] : [];
export const LONG_PLAYS: readonly LongPlay[] = [...OWN_PLAYS, ...SUITE_PLAYS];

const inner = (markup: string): string => markup.replace(/<[^>]+>/g, '').replace(/&amp;/g, '&').replace(/&#8217;/g, '’').replace(/\s+/g, ' ').trim();

/** The Tragedy of Macbeth as Fountain: 28 scenes, verse, directions. */
function macbeth(): string {
  const xml = readFileSync(path.join(larger!.folder, 'plays/macbeth.xml'), 'utf8');
  const parts = [...xml.slice(xml.indexOf('<ACT>')).matchAll(/<SCENE><TITLE>([^]*?)<\/TITLE>|<STAGEDIR>([^]*?)<\/STAGEDIR>|<SPEECH>([^]*?)<\/SPEECH>/g)];
  const lines = parts.flatMap(([, heading, direction, speech]) => {
    if (heading) return [`.${inner(heading)}`, ''];
    if (direction) return [`!${inner(direction)}`, ''];
    const names = [...speech!.matchAll(/<SPEAKER>([^]*?)<\/SPEAKER>/g)].map(([, name]) => inner(name!)).filter(Boolean);
    const words = [...speech!.matchAll(/<LINE>([^]*?)<\/LINE>|<STAGEDIR>([^]*?)<\/STAGEDIR>/g)].flatMap(([, line, aside]) => {
      if (aside) return [`(${inner(aside)})`];
      const within = /<STAGEDIR>([^]*?)<\/STAGEDIR>/.exec(line!);
      const said = inner(line!.replace(/<STAGEDIR>[^]*?<\/STAGEDIR>/g, ''));
      return [...(within ? [`(${inner(within[1]!)})`] : []), ...(said ? [said] : [])];
    });
    return [`@${names.join(' & ') || 'ALL'}`, ...words, ''];
  });
  return ['Title: Macbeth', '', ...lines].join('\n');
}

/** The Importance of Being Earnest as Fountain: three acts of prose. */
function earnest(): string {
  const lines = [1, 2, 3].flatMap((act) => {
    const page = readFileSync(path.join(larger!.folder, `plays/the-importance-of-being-earnest-act-${act}.xhtml`), 'utf8');
    const rows = [...page.matchAll(/<tr[^]*?<\/tr>/g)].flatMap(([row]) => {
      const [name, words] = [...row.matchAll(/<td[^>]*>([^]*?)<\/td>/g)].map(([, cell]) => cell!);
      if (words !== undefined && inner(name!) !== '') return [`@${inner(name!)}`, inner(words), ''];
      const direction = inner(`${name ?? ''} ${words ?? ''}`);
      return direction === '' ? [] : [`!${direction}`, ''];
    });
    return [`.ACT ${act}`, '', ...rows];
  });
  return ['Title: The Importance of Being Earnest', '', ...lines].join('\n');
}

export type Counted = 'scene_heading' | 'character' | 'dialogue' | 'parenthetical' | 'transition';
export const COUNTED: readonly Counted[] = ['scene_heading', 'character', 'dialogue', 'parenthetical', 'transition'];

/** The printed order of what must survive every format, as `type: words`, whatever the case and the line ends. */
export const spine = (script: Script): string[] => script.elements
  .filter((element): element is Extract<ScriptElement, { type: Counted }> => (COUNTED as readonly string[]).includes(element.type))
  .map(({ type, text }) => `${type}: ${plainWords(text)}`);

export const plainWords = (text: string): string => text.replace(/[\u200b\u2060]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
