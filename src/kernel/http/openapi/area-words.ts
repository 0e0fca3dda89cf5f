import type { Area } from '../../contract/areas.js';

/** Names of the areas for people. */
export const AREA_NAMES: Record<Area, string> = {
  account: 'Account', projects: 'Projects', canon: 'Canon', sources: 'Sources', plans: 'Plans', jobs: 'Jobs', scripts: 'Scripts', artifacts: 'Artifacts',
  'pitch-decks': 'Pitch decks', trailers: 'Trailers', 'season-runs': 'Season runs', publishing: 'Publishing', library: 'Library',
};

/** What each area of the API is for. */
export const AREA_WORDS: Record<Area, string> = {
  account: 'What this server can do, how it is, worked examples, and the credits of the account.',
  projects: 'A project holds everything that belongs to one story or series: sources, plans, seasons and episodes.',
  canon: 'What every production of a project must respect: the Series Bible, who plays whom, and how words are said.',
  sources: 'The material that stories are made from: texts, web pages and files. Each is extracted once and digested in the background.',
  plans: 'A plan proposes what to make of the sources and quotes its price. A person approves or rejects it before anything is made.',
  jobs: 'A job makes an approved plan. It holds the quoted credits and settles or releases them as its artifacts end.',
  scripts: 'Screenplays, uploaded or drafted here: versions, lines, export, table reads and shares.',
  artifacts: 'What jobs have made: performed table reads with their script, cast, pages and MP3.',
  'pitch-decks': 'Decks that present a story.',
  trailers: 'Trailers and storyboards of a story.',
  'season-runs': 'Whole seasons, planned and made in one run.',
  publishing: 'Feeds and releases of finished productions.',
  library: 'The studio voices that a cast can be chosen from.',
};
