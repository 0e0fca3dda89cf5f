import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { AREAS } from '../../src/kernel/contract/areas.js';

const MAX_LINES = 400;
const MAX_FILES = 20;
/** Folders with one file per table and one per change of the tables, in the order of their names. */
const LISTS = ['entities', 'migrations'];
const BANNED_NAMES = /(^|[/-])(utils?|helpers?|common|manager)([.-/]|$)/;
const SOURCE = /\.(ts|mjs|js|css)$/;

/** Words and paths that tell where or by whom this was written; split so that this file does not contain them. */
const BANNED_TEXT = [['/wo', 'rk/'], ['/ro', 'ot/'], ['/ho', 'me/'], ['TO', 'DO'], ['FIX', 'ME'], ['eslint-', 'disable'], ['@ts-', 'ignore']].map((parts) => parts.join(''));

/** Citations of documents that a reader of this repository cannot open; split so that this file does not match them. */
const CITED_ELSEWHERE = new RegExp(['specifica' + 'tion', 'silent[ -]par' + 'ts', '\\bspe' + 'c \\d', '\\bnot' + 'es/', 'design\\.m' + 'd'].join('|'), 'i');
const PROSE = /\.(ts|mjs|js|cjs|css|json|md|ya?ml|sh)$/;

let files: string[] = [];
const read = (file: string): string => readFileSync(file, 'utf8');

beforeAll(() => {
  files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
    .filter((file) => SOURCE.test(file) && !file.startsWith('docs/'));
});

describe('the repository', () => {
  it(`has no file over ${MAX_LINES} lines`, () => {
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => read(file).split('\n').length > MAX_LINES + 1)).toEqual([]);
  });

  it(`has no folder of more than ${MAX_FILES} files, except for entities and migrations`, () => {
    const sizes = new Map<string, number>();
    for (const file of files) sizes.set(path.dirname(file), (sizes.get(path.dirname(file)) ?? 0) + 1);
    expect([...sizes].filter(([folder, size]) => size > MAX_FILES && !LISTS.includes(folder))).toEqual([]);
  });

  it('has no file or folder named util, helper, common or manager', () => {
    expect(files.filter((file) => BANNED_NAMES.test(file))).toEqual([]);
  });

  it('has no disabled check, no mark of unfinished work and no path of a machine', () => {
    const guilty = files.filter((file) => file !== 'test/contract/tidy.test.ts').flatMap((file) => {
      const text = read(file);
      return BANNED_TEXT.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
    });
    expect(guilty).toEqual([]);
  });

  it('states each rule itself instead of citing a document that is not in the repository', () => {
    const everything = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
    const prose = everything.filter((file) => PROSE.test(file) && existsSync(file) && file !== 'package-lock.json');
    expect(prose.some((file) => file.startsWith('docs/adr/'))).toBe(true);
    const citations = prose.flatMap((file) => read(file).split('\n')
      .filter((line) => CITED_ELSEWHERE.test(line)).map((line) => `${file}: ${line.trim()}`));
    expect(citations).toEqual([]);
  });

  // Casting is no area of the API, since its operations belong to the canon. `storyboards` holds what trailers and decks have in common.
  it('uses the same area names in the API, the workflows and the domain', () => {
    const allowed = new Set<string>([...AREAS, 'casting', 'storyboards', 'families', 'shared']);
    const stray = files.flatMap((file) => {
      const [, area] = /^(?:api|workflows|src\/domain)\/([^/]+)\//.exec(file) ?? [];
      return area && !allowed.has(area) ? [file] : [];
    });
    expect(stray).toEqual([]);
  });

  it('keeps the operations of an area in the folder of the area', () => {
    const declared = files.flatMap((file) => {
      const [, folder] = /^api\/([^/]+)\//.exec(file) ?? [];
      if (!folder || folder === 'families') return [];
      return [...read(file).matchAll(/\barea: '([^']+)'/g)].map(([, area]) => ({ file, folder, area }));
    });
    expect(declared.length).toBeGreaterThan(50);
    expect(declared.filter(({ folder, area }) => folder !== area)).toEqual([]);
  });

  it('lists every entity and migration in the index of its folder', () => {
    for (const folder of LISTS) {
      const index = read(`${folder}/index.ts`);
      const forgotten = files.filter((file) => path.dirname(file) === folder && !file.endsWith('index.ts'))
        .filter((file) => !index.includes(`./${path.basename(file, '.ts')}.js`));
      expect(forgotten).toEqual([]);
    }
  });
});
