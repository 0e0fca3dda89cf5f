import type { BibleDraft, ScriptForBible } from '../../model.js';
import { titleCase } from '../../writing/wording/topics.js';
import { visualSystemOf } from '../../writing/plan/systems.js';
import { canonFacts } from '../../writing/staging/canon.js';
import { sentencesIn, wordsOf } from '../wording.js';
import { GENRE_ASKED, LOGLINE_ASKED } from './asked.js';
import { clip } from './sourced-words.js';
import { audienceOf, genreOf, toneOf } from './manner.js';

const MAX_PEOPLE = 40;
const MAX_PLACES = 20;

/** A Series Bible from screenplays alone: the speakers, the places and the first sentences of action. Null when the scripts have no words. */
export function scriptedBible(scripts: readonly ScriptForBible[], title: string): BibleDraft | null {
  const lines = scripts.flatMap((script) => script.lines);
  const text = lines.filter(({ kind }) => kind !== 'scene_heading').map((line) => line.text).join('\n');
  if (wordsOf(text).length === 0) return null;
  const action = lines.filter(({ kind }) => kind === 'action').flatMap((line) => sentencesIn(line.text));
  const speeches = new Map<string, string[]>();
  for (const { kind, speaker, text: words } of lines) if (kind === 'dialogue') speeches.set(speaker, [...speeches.get(speaker) ?? [], words]);
  const people = [...speeches].sort((a, b) => b[1].length - a[1].length).slice(0, MAX_PEOPLE);
  const places = [...new Set(lines.filter(({ kind }) => kind === 'scene_heading').map((line) => line.text))].slice(0, MAX_PLACES);
  const { palette } = visualSystemOf({ seed: title, canon: canonFacts(null), tone: null, creativeBrief: null, told: text, screenplay: null });
  const names = people.map(([name]) => titleCase(name.toLowerCase()));
  const genre = genreOf(text, 'play') ?? '';
  const opening = action.slice(0, 5).join(' ') || sentencesIn(text).slice(0, 4).join(' ');
  const content: Record<string, unknown> = {
    premise: clip(opening, 1_800),
    format: `${scripts.length === 1 ? 'One script' : `${scripts.length} scripts`}`, genre, audience: audienceOf(text), tone: toneOf(text, false),
    locationTruths: places.join('\n'), colorPalette: palette.join(', '), productionMedium: 'audio',
    openQuestions: [LOGLINE_ASKED, ...(genre === '' ? [GENRE_ASKED] : []), ...names.slice(0, 12).map((name) => `What does ${name} want, and what hurts or changes ${name}?`)].join('\n'),
    characters: people.map(([, spoken], at) => ({
      name: names[at]!, role: `speaks ${spoken.length === 1 ? 'one line' : `${spoken.length} lines`} in the scripts`, want: '', wound: '', arc: '', relationships: '',
      voice: `${Math.round(spoken.reduce((sum, words) => sum + wordsOf(words).length, 0) / spoken.length)} words a line on average`,
    })),
    episodes: scripts.map((script, at) => ({
      title: script.title, label: `S1E${at + 1}`, status: 'planned',
      summary: clip(script.lines.filter(({ kind }) => kind === 'action').slice(0, 2).map((line) => line.text).join(' ') || (script.lines.find(({ kind }) => kind === 'dialogue')?.text ?? ''), 2_000),
    })),
  };
  for (const [key, value] of Object.entries(content)) if (value === '' || (Array.isArray(value) && value.length === 0)) delete content[key];
  return { content, spans: {} };
}
