import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOMS = ['src', 'api', 'workflows', 'activities', 'entities', 'migrations'];
/** Imports of values; those of types are erased. */
const IMPORT = /^(?:import|export)(?! type)[^;'"]*? from '(\.[^']+)'|import\('(\.[^']+)'\)/gm;
const ROOM = /^(?:src\/)?([^/]+)\//;

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], { encoding: 'utf8' }).split('\n')
  .filter((file) => file.endsWith('.ts'));

/** The rooms that each room imports, as the sources have it. */
function arrows(): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    const from = ROOM.exec(file)![1]!;
    for (const [, named, loaded] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const to = ROOM.exec(path.posix.join(path.posix.dirname(file), named ?? loaded!))![1]!;
      if (to !== from) found.set(from, (found.get(from) ?? new Set()).add(to));
    }
  }
  return Object.fromEntries([...found].map(([room, others]) => [room, [...others].sort()]));
}

describe('the drawing of the rooms in the architecture document', () => {
  it('shows every room once', () => {
    const drawing = /```\nfaces[\s\S]*?```/.exec(architecture)![0];
    const drawn = [...drawing.matchAll(/(?:^ {10}|^[a-z]+ +| {4,})([a-z]+) {3,}\S/gm)].map(([, room]) => room!);
    expect(drawn.sort()).toEqual([...new Set(files.map((file) => ROOM.exec(file)![1]!))].sort());
  });

  it('has an arrow for every import between rooms', () => {
    const drawn = [...architecture.matchAll(/^([a-z]+) +→ ([a-z ]+)$/gm)].map(([, room, others]) => [room!, others!.split(' ')] as const);
    expect(drawn.length).toBeGreaterThan(8);
    expect(Object.fromEntries(drawn)).toEqual(arrows());
  });

  it('names the areas in the order that the dependency rules have', () => {
    const { AREAS } = /const AREAS = \[(?<AREAS>[^\]]+)\]/.exec(readFileSync('.dependency-cruiser.cjs', 'utf8'))!.groups!;
    const order = [...AREAS!.matchAll(/'([a-z-]+)'/g)].map(([, area]) => area!);
    expect(/The areas, the lowest first: ([a-z -]+)\./.exec(architecture)![1]!.split(' ')).toEqual(order);
  });
});
