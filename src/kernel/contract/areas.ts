/** The thirteen areas; folders of `api/`, `workflows/`, `src/domain/` and `test/` carry the same names. */
export const AREAS = [
  'account', 'projects', 'canon', 'sources', 'plans', 'jobs', 'scripts', 'artifacts', 'pitch-decks', 'trailers',
  'season-runs', 'publishing', 'library',
] as const;
export type Area = (typeof AREAS)[number];
