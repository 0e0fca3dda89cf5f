/**
 * The order in which a transaction locks rows: containers before their contents, work before its subject, money after them; the tables at the end are locked
 * by statements that lock nothing else. Tables in the same place have no order among them here. Names with a blank are advisory locks.
 */
export const LOCK_ORDER: readonly (readonly string[])[] = [
  ['accounts', 'api_keys', 'sessions'],
  ['projects'], ['project_seasons'],
  ['series slugs'], ['publishing_retired_slugs'], ['publishing_series'], ['publishing_destinations', 'publishing_provider_configs'],
  ['publishing_releases'], ['publishing_targets'],
  ['season_runs'], ['season_run_episodes'],
  ['script slugs'], ['scripts'],
  ['works'],
  ['plans'], ['captures'], ['sources'], ['script_versions'], ['script_drafts', 'script_line_edits'],
  ['jobs', 'artifacts', 'refinements'], ['trailers'], ['pitch_decks'], ['pitch_deck_versions'], ['performances'],
  ['artifact_revisions', 'performance_lines', 'live_mixes', 'served_pieces', 'recordings', 'films', 'film_objects', 'script_shares'], ['publishing_assets'],
  ['candidate rounds'], ['candidate_requests'], ['candidates'], ['castings', 'images', 'bible_generations', 'coverage_reports'], ['storyboards'],
  ['cast_canons', 'series_bibles', 'series_bible_versions', 'episode_outlines', 'mood_boards', 'mood_frames'],
  ['settings'], ['decisions'],
  ['credit_holds', 'credit_buckets', 'ledger_entries'],
  // Statements that lock rows of these tables lock nothing else.
  ['idempotency_keys', 'work_waiters', 'quotes', 'rate_windows', 'signing_keys', 'system_checks', 'publishing_salts', 'publishing_listens', 'pitch_deck_views'],
];

const PLACES = new Map(LOCK_ORDER.flatMap((tables, place) => tables.map((table) => [table, place] as const)));

/** The position of a table or advisory lock in the order; undefined for an unknown name. */
export const placeOf = (name: string): number | undefined => PLACES.get(name);

/**
 * How a part of a statement locks rows of a table. `lock` waits for other transactions that changed or locked the row; `insert` waits only for a transaction
 * that inserts the same row; `share` keeps a row from being deleted; `key` also waits for transactions that insert rows that refer to the row.
 */
export interface Locked { name: string; means: 'lock' | 'insert' | 'share' | 'key' }

const PARTS = new RegExp([
  /\binsert\s+into\s+(?<inserted>\w+)/, /\bdo\s+(?<upsert>update)\b/,
  /\bdelete\s+from\s+(?<deleted>\w+)/, /(?<!\b(?:for|key|do|before|of)\s+)\bupdate\s+(?<updated>\w+)/,
  /\bfor\s+(?<strength>update|no\s+key\s+update|share|key\s+share)\b(?:\s+of\s+(?<of>\w+))?/,
  /pg_advisory_xact_lock\(hashtext\('(?<advisory>[a-z ]+?)\s*'/,
].map(({ source }) => source).join('|'), 'gi');

/** The table that a locking clause refers to: the table of its alias, else the table of the query that the clause ends. */
function tableOf(before: string, alias: string | undefined): string {
  if (alias !== undefined) {
    const named = [...before.matchAll(new RegExp(`(\\w+)\\s+(?:as\\s+)?${alias}\\b`, 'gi'))].map(([, name]) => name!);
    return named.find((name) => placeOf(name) !== undefined) ?? alias;
  }
  let depth = 0;
  const outer = [...before].reverse().filter((letter) => {
    if (letter === ')') depth += 1;
    if (letter === '(') depth -= 1;
    return depth === 0 && letter !== '(';
  }).reverse().join('');
  return [...outer.matchAll(/\bfrom\s+(\w+)/gi)].at(-1)?.[1] ?? '';
}

const MEANS: Record<string, Locked['means']> = { update: 'key', 'no key update': 'lock', share: 'share', 'key share': 'share' };

/** The rows that a statement locks, in the order of its text. */
export function locksOf(sql: string): Locked[] {
  const text = sql.replaceAll('"', '');
  const found: Locked[] = [];
  for (const { groups = {}, index } of text.matchAll(PARTS)) {
    const { inserted, upsert, deleted, updated, strength, of, advisory } = groups;
    if (inserted) found.push({ name: inserted, means: 'insert' });
    else if (upsert) found.push({ name: found.findLast(({ means }) => means === 'insert')!.name, means: 'lock' });
    else if (strength) found.push({ name: tableOf(text.slice(0, index), of), means: MEANS[strength.toLowerCase().replaceAll(/\s+/g, ' ')]! });
    else found.push({ name: (deleted ?? updated ?? advisory)!, means: 'lock' });
  }
  return found.filter(({ name }) => placeOf(name) !== undefined);
}
