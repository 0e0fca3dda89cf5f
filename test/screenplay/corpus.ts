import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';
import type { Script, ScriptElement } from '../../src/screenplay/index.js';

export const FIXTURES = process.env.PROSCENIUM_FIXTURES ?? path.resolve(process.cwd(), '../shared/fixtures');
export const SCREENPLAYS = path.join(FIXTURES, 'screenplays');
export const present = existsSync(SCREENPLAYS);
if (!present) console.warn(`Corpus tests of screenplays are skipped: no fixtures in ${FIXTURES}. Set PROSCENIUM_FIXTURES.`);
export const whenPresent = present ? describe : describe.skip;

/** Names of the fixtures with this ending, as `suite/file`. */
export const filesOf = (ending: string): string[] => (present ? ['fountain-reference', 'screenplain', 'screenplay-tools'] : [])
  .flatMap((suite) => readdirSync(path.join(SCREENPLAYS, suite)).filter((name) => name.endsWith(ending)).map((name) => `${suite}/${name}`));
export const fixture = (name: string): Buffer => readFileSync(path.join(SCREENPLAYS, name));

const inner = (markup: string): string => markup.replace(/<[^>]+>/g, '').replace(/&amp;/g, '&').replace(/&#8217;/g, '’').replace(/\s+/g, ' ').trim();

/** The Tragedy of Macbeth as Fountain: 28 scenes, verse, directions. */
export function macbeth(): string {
  const xml = readFileSync(path.join(FIXTURES, 'plays/macbeth.xml'), 'utf8');
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
export function earnest(): string {
  const lines = [1, 2, 3].flatMap((act) => {
    const page = readFileSync(path.join(FIXTURES, `plays/the-importance-of-being-earnest-act-${act}.xhtml`), 'utf8');
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
