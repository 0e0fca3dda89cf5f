import type { Anchor, CheckResult, Finding, Note, Rubric } from '../../../kernel/families/coverage/rubric.js';
import { episodeNotes, WEIGHTS, type EpisodeNotes, type JudgedAspect, type JudgedEpisode, type JudgedOutlines } from './outline-notes.js';

const COST: Record<Note['severity'], number> = { critical: 60, major: 20, minor: 6 };

const WORDS: Record<JudgedAspect, string> = {
  structure: 'roles of the beats and their order', character: 'who is in the beats', continuity: 'what the summaries of the episodes promise',
  pacing: 'pages of the beats', originality: 'beats that repeat each other',
};

/** The mean of the episodes' scores; an episode without beats scores 0. */
function finding(doc: JudgedOutlines, aspect: JudgedAspect): Finding {
  const judged = doc.episodes.map((episode) => (episode.outline.beats.length === 0 ? null : episodeNotes(doc, episode)[aspect]));
  const scores = judged.map((notes) => (notes === null ? 0 : Math.max(0, 100 - notes.reduce((sum, { severity }) => sum + COST[severity], 0))));
  const notes = judged.flatMap((each) => each ?? []);
  const score = scores.length === 0 ? 0 : Math.round(scores.reduce((sum, each) => sum + each, 0) / scores.length);
  return { score, rationale: `${WORDS[aspect]}: ${notes.length === 0 ? 'nothing to note' : `${notes.length} note(s)`}`, notes };
}

const anchorOf = (episode: JudgedEpisode): Anchor => ({ field: `episodes.${episode.episodeId}`, episodeId: episode.episodeId });

function everyOutlined({ episodes }: JudgedOutlines): CheckResult {
  const bare = episodes.filter(({ outline }) => outline.beats.length === 0);
  return {
    passed: bare.length === 0, details: `${episodes.length - bare.length} of ${episodes.length} episodes have beats`,
    notes: bare.map((episode): Note => ({
      severity: 'major', category: 'structure', message: `${episode.title || episode.episodeId} has no beats`, anchor: anchorOf(episode),
      suggestion: 'Write them, or have them drafted with `draft: true`.',
    })),
  };
}

function everyBeatTold({ episodes }: JudgedOutlines): CheckResult {
  const empty = episodes.flatMap((episode) => episode.outline.beats.filter(({ summary }) => summary === '').map(({ id }) => ({ episode, id })));
  return {
    passed: empty.length === 0, details: empty.length === 0 ? 'every beat says what happens' : `${empty.length} beat(s) say nothing`,
    notes: empty.map(({ episode, id }): Note => ({
      severity: 'critical', category: 'structure', message: `${id} does not say what happens`,
      anchor: { ...anchorOf(episode), field: `episodes.${episode.episodeId}.beats.${id}` }, suggestion: 'Say in a sentence what changes in the beat.',
    })),
  };
}

/** A check that passes when an aspect has only minor notes. It adds no notes of its own, because the category already has them. */
function quiet(doc: JudgedOutlines, aspect: JudgedAspect): CheckResult {
  const found = doc.episodes.flatMap((episode): EpisodeNotes[JudgedAspect] => episodeNotes(doc, episode)[aspect])
    .filter(({ severity }) => severity !== 'minor');
  return { passed: found.length === 0, details: found.length === 0 ? WORDS[aspect] : found.map(({ message }) => message).join('; ').slice(0, 400) };
}

export const OUTLINE_RUBRIC: Rubric<JudgedOutlines> = {
  version: 'outline-1',
  gateThreshold: 65,
  categories: (Object.keys(WEIGHTS) as JudgedAspect[]).map((aspect) => ({
    category: aspect, weight: WEIGHTS[aspect], judge: (doc: JudgedOutlines) => finding(doc, aspect),
  })),
  checks: [
    { id: 'outlined', holdsGate: true, run: everyOutlined },
    { id: 'told', holdsGate: true, run: everyBeatTold },
    { id: 'cast', run: (doc) => quiet(doc, 'character') },
    { id: 'continuity', run: (doc) => quiet(doc, 'continuity') },
    { id: 'length', run: (doc) => quiet(doc, 'pacing') },
  ],
  about: ({ episodes }) => ({
    logline: episodes.length === 1 ? episodes[0]!.outline.logline || null : null,
    synopsis: episodes.map(({ title, outline }) => `${title}: ${outline.logline}`).join('\n').slice(0, 2_000) || null,
  }),
};
