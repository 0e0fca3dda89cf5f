import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

  it('names only files that there are in CONTRIBUTING.md', () => {
    const named = [...read('CONTRIBUTING.md').matchAll(/`((?:activities|api|docs|migrations|src|test|workflows)\/[\w./-]+)`/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !existsSync(name))).toEqual([]);
  });

  it('lists every entity, migration and kind of work, as the build writes the lists', () => {
    const listed = [
      ...files.filter((file) => LISTS.includes(path.dirname(file)) && !file.endsWith('index.ts')).map((file) => ({ file, list: `${path.dirname(file)}/index.ts` })),
      ...files.filter((file) => /^src\/domain\/.*-kind\.ts$/.test(file)).map((file) => ({ file, list: 'src/domain/kind-files.ts' })),
    ];
    expect(listed.length).toBeGreaterThan(150);
    expect(listed.filter(({ file, list }) => !read(list).includes(`'./${path.relative(path.dirname(list), file).replace(/\.ts$/, '.js')}'`))).toEqual([]);
  });

  it('declares kinds of work in files that the list finds', () => {
    const declares = /^export const \w+ = (?:defineWork|defineCandidates|defineTakes|defineBoardedFilm|imageCandidates|revisionJob)[<(]/m;
    const declaring = files.filter((file) => file.startsWith('src/domain/') && declares.test(read(file)));
    expect(declaring.length).toBeGreaterThan(25);
    expect(declaring.filter((file) => !file.endsWith('-kind.ts'))).toEqual([]);
  });
});

describe('the lists that the build writes', () => {
  const written = (files: Record<string, string>): Record<string, string> => {
    const root = mkdtempSync(path.join(tmpdir(), 'lists-'));
    for (const [file, text] of Object.entries({ 'entities/index.ts': 'old', 'migrations/index.ts': 'old', ...files })) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    try {
      execFileSync(process.execPath, ['--input-type=module', '-e', `await (await import(process.argv[1])).writeLists(process.argv[2])`,
        path.resolve('src/main/lists/write-lists.mjs'), root], { stdio: 'pipe' });
      return Object.fromEntries(['entities/index.ts', 'migrations/index.ts', 'src/domain/kind-files.ts'].map((file) => [file, read(path.join(root, file))]));
    } finally {
      rmSync(root, { recursive: true });
    }
  };
  const KIND = { 'src/domain/area/deep/b-kind.ts': '', 'src/domain/area/a-kind.ts': '', 'src/domain/area/a-store.ts': '' };

  it('have what is in the folders, in the order of the names', () => {
    const lists = written({ 'entities/lamp.ts': 'export class Lamp {}', 'migrations/2-b.ts': '\nexport class B2 {}', 'migrations/1-a.ts': 'export class A1 {}', ...KIND });
    expect(lists['entities/index.ts']).toMatch(/import \{ Lamp \} from '\.\/lamp\.js';[^]*ENTITIES = \[\n  Lamp,\n\];\n$/);
    expect(lists['migrations/index.ts']).toMatch(/MIGRATIONS = \[\n  A1,\n  B2,\n\];\n$/);
    expect(lists['src/domain/kind-files.ts']!.split('\n').slice(1)).toEqual([`import './area/a-kind.js';`, `import './area/deep/b-kind.js';`, '']);
  });

  it('refuse a file of an entity without a class', () => {
    expect(() => written({ 'entities/lamp.ts': 'export const lamp = 1;', ...KIND })).toThrow('lamp.ts exports no class');
  });
});
