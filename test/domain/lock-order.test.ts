import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { ENTITIES } from '../../entities/index.js';
import { LOCK_ORDER, locksOf } from '../../src/kernel/db/lock-order.js';
import { LockWatch } from '../../src/kernel/db/lock-watch.js';

const noted = (...statements: string[]): string | null => {
  const watch = new LockWatch();
  try {
    for (const sql of statements) watch.note(sql);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

const INSERT_WORK = 'INSERT INTO works (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING id';
const LOCK_PROJECT = 'SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE';

describe('the order of locks', () => {
  it('gives every table one place', () => {
    const tables = getMetadataArgsStorage().tables.filter(({ target }) => ENTITIES.includes(target as never)).map(({ name }) => name!).sort();
    expect(LOCK_ORDER.flat().filter((name) => !name.includes(' ')).sort()).toEqual(tables);
  });

  it('finds what a statement locks', () => {
    expect(locksOf(`WITH w AS (SELECT x.id FROM works x JOIN performances p ON p.work_id = x.id FOR NO KEY UPDATE OF x),
        kept AS (SELECT a.id FROM artifacts a JOIN w ON true FOR KEY SHARE OF a),
        mine AS (UPDATE performances p SET fence = 1 FROM w RETURNING p.work_id)
      INSERT INTO performance_lines SELECT 1 FROM mine ON CONFLICT DO NOTHING`)).toEqual([
      { name: 'works', means: 'lock' }, { name: 'artifacts', means: 'share' }, { name: 'performances', means: 'lock' }, { name: 'performance_lines', means: 'insert' }]);
    expect(locksOf(`SELECT b.bucket FROM credit_buckets b WHERE b.account_id IN (SELECT account_id FROM moved) ORDER BY b.bucket FOR NO KEY UPDATE`))
      .toEqual([{ name: 'credit_buckets', means: 'lock' }]);
    expect(locksOf('SELECT "SeasonRun"."id" FROM "season_runs" "SeasonRun" WHERE ("SeasonRun"."id" = $1) LIMIT 1 FOR UPDATE'))
      .toEqual([{ name: 'season_runs', means: 'key' }]);
    expect(locksOf('INSERT INTO settings (key) VALUES ($1) ON CONFLICT (key) DO UPDATE SET key = EXCLUDED.key')).toEqual([
      { name: 'settings', means: 'insert' }, { name: 'settings', means: 'lock' }]);
    expect(locksOf(`SELECT pg_advisory_xact_lock(hashtext('script slugs ' || $1))`)).toEqual([{ name: 'script slugs', means: 'lock' }]);
    expect(locksOf('SELECT 1 FROM artifacts WHERE id = $1 FOR KEY SHARE')).toEqual([{ name: 'artifacts', means: 'share' }]);
    expect(locksOf('DELETE FROM works WHERE id = $1; UPDATE plans SET title = $1')).toEqual([
      { name: 'works', means: 'lock' }, { name: 'plans', means: 'lock' }]);
  });

  it('refuses what can end in a deadlock', () => {
    expect(noted(INSERT_WORK, LOCK_PROJECT)).toMatch(/projects is locked after works/);
    expect(noted('UPDATE publishing_releases SET title = $1', 'UPDATE publishing_series SET feed_version = 1')).toMatch(/publishing_series is locked after publishing_releases/);
    expect(noted('SELECT 1 FROM artifacts WHERE id = $1 FOR KEY SHARE', 'UPDATE artifacts SET title = $1')).toMatch(/locked for sharing already/);
    expect(noted('SELECT id FROM projects WHERE id = $1 FOR UPDATE')).toMatch(/use FOR NO KEY UPDATE/);
  });

  it('allows locks that are taken in order, and rows that are locked already', () => {
    expect(noted(LOCK_PROJECT, INSERT_WORK, 'UPDATE works SET status = $1', 'UPDATE projects SET name = $1')).toBeNull();
    expect(noted('INSERT INTO sources (id) VALUES ($1)', INSERT_WORK)).toBeNull();
  });

  it('needs only the weakest locks: no FOR UPDATE keeps rows that refer to a row from being inserted', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'api', 'activities'], { encoding: 'utf8' })
      .split('\n').filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(200);
    const guilty = files.flatMap((file) => readFileSync(file, 'utf8').split('\n')
      .filter((line) => /\bFOR UPDATE( OF|['`]|$|\))|pessimistic_write/.test(line)).map((line) => `${file}: ${line.trim()}`));
    expect(guilty).toEqual([]);
  });
});
