import { MONTHS } from '../language/abbreviations.js';
import type { Claim, Digest, TextAnalysis } from '../../model.js';
import { bestOf, candidatesOf, maxSimilarity, zonesOf, type Candidate } from './selection.js';
import { splitSentences } from '../language/sentences.js';
import { labelTitle } from '../language/titles.js';
import { thesisSpan } from './thesis.js';

const MIN_SUMMARY_SENTENCES = 3;
const MAX_SUMMARY_SENTENCES = 6;

/**
 * The digest of a text. Every claim and every support is a verbatim span. The summary joins sentences of the text in
 * their order and, where they are too few, statements about the text that its words prove.
 * They name the text by its own title, else by `sourceLabel` unless that is the name of a file.
 */
export function digestOf(analysis: TextAnalysis, sourceLabel: string | null): Digest {
  const claims = analysis.claims;
  return {
    summary: summaryOf(analysis, sourceLabel),
    thesis: thesisOf(analysis),
    claims: claims.map(({ statement, kind, attribution, start, end }) =>
      ({ statement, kind, attribution, span: { start, end } })),
    evidence: claims.map((claim, claimIndex) => evidenceOf(analysis, claim, claimIndex)),
    gaps: gapsOf(analysis),
    rightsNotes: rightsNotesOf(analysis.text),
  };
}

function evidenceOf(analysis: TextAnalysis, { support }: Claim, claimIndex: number): Digest['evidence'][number] {
  return { claimIndex, support: analysis.text.slice(support.start, support.end), span: { ...support } };
}

/** The sentences of a text that sum it up, in its own words and order; empty when none can be understood alone. */
export const summingUp = (analysis: TextAnalysis): string[] =>
  (isStory(analysis) ? scenePicks(analysis) : zonePicks(analysis)).map(({ text }) => asOneLine(text)).slice(0, MAX_SUMMARY_SENTENCES);

function summaryOf(analysis: TextAnalysis, sourceLabel: string | null): string {
  const sentences = summingUp(analysis);
  const structural = structuralSentences(analysis, sourceLabel);
  const lead = structural.slice(0, Math.max(0, Math.min(structural.length, MIN_SUMMARY_SENTENCES - sentences.length)));
  return [...lead, ...sentences].slice(0, MAX_SUMMARY_SENTENCES).join(' ');
}

const isStory = ({ form }: TextAnalysis): boolean => form === 'fiction' || form === 'play';

function asOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/_([^_]+)_/g, '$1').trim();
}

function quotable(candidate: Candidate, analysis: TextAnalysis, spokenToo = false): boolean {
  const sentence = analysis.sentences[candidate.index];
  if ((sentence?.quoted && !spokenToo) || /[“”"«»]|(?:^|\s)[‘']/.test(candidate.text)) return false;
  if (splitSentences(candidate.text).length !== 1 || !/[.!…。！][)\]]*$/.test(candidate.text)) return false;
  if (analysis.language === 'other') return candidate.text.length >= 20 && candidate.text.length <= 400;
  return candidate.verdict.ok && !candidate.meta && candidate.verdict.words >= 9 && candidate.verdict.words <= 48;
}

function zonePicks(analysis: TextAnalysis): Candidate[] {
  const all = candidatesOf(analysis);
  const count = all.length < 30 ? 4 : all.length < 120 ? 5 : MAX_SUMMARY_SENTENCES;
  const picks: Candidate[] = [];
  zonesOf(analysis, all, count).forEach((zone, at) => {
    const free = zone.filter((candidate) => quotable(candidate, analysis));
    const best = bestOf(free, (candidate) => candidate.score - 0.35 * maxSimilarity(candidate, picks)
      + (at === 0 && candidate.index < 8 ? 0.15 : 0));
    if (best) picks.push(best);
  });
  return topUp(picks, all, analysis);
}

function topUp(picks: Candidate[], all: readonly Candidate[], analysis: TextAnalysis): Candidate[] {
  const narrated = all.filter((candidate) => quotable(candidate, analysis));
  const free = narrated.length >= MIN_SUMMARY_SENTENCES ? narrated
    : all.filter((candidate) => quotable(candidate, analysis, true));
  while (picks.length < MIN_SUMMARY_SENTENCES) {
    const best = bestOf(free.filter((candidate) => !picks.includes(candidate)),
      (candidate) => candidate.score - 0.35 * maxSimilarity(candidate, picks));
    if (!best) break;
    picks.push(best);
  }
  return picks.sort((a, b) => a.index - b.index);
}

/** The first standalone sentence of narration of each scene; at most four, spread over the story. */
function scenePicks(analysis: TextAnalysis): Candidate[] {
  const all = candidatesOf(analysis);
  const firsts = analysis.scenes.flatMap((scene) => {
    const first = all.find((candidate) => candidate.start >= scene.start && candidate.end <= scene.end
      && quotable(candidate, analysis));
    return first ? [first] : [];
  });
  const step = Math.max(1, firsts.length / 4);
  const picks = [0, 1, 2, 3].flatMap((at) => firsts[Math.floor(at * step)] ?? []);
  return topUp([...new Set(picks)], all, analysis);
}

/** Statements about the text that its own words prove. */
function structuralSentences(analysis: TextAnalysis, sourceLabel: string | null): string[] {
  const name = analysis.title ?? labelTitle(sourceLabel, analysis.text);
  const kind = { fiction: 'a narrative', essay: 'a text', speech: 'a speech', play: 'a play' }[analysis.form];
  const words = analysis.sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  const voices = [...analysis.cast].filter((person) => person.role === 'person' && person.quoteCount >= 2)
    .sort((a, b) => b.quoteCount - a.quoteCount).slice(0, 3).map((person) => person.name.replace(/\./g, ''));
  const narrator = analysis.cast.find((person) => person.id === analysis.narrator);
  const sentences = [`${name ? `${clean(name)} is ${kind}` : `This is ${kind}`} of ${words} words${narrator ? ', told in the first person' : ''}.`];
  if (voices.length > 0) {
    sentences.push(`${voices.length === 1 ? 'The voice heard most is' : 'The voices heard most are'} ${listed(voices)}.`);
  }
  const parts = analysis.paragraphs.filter((paragraph) => paragraph.kind === 'body').length;
  sentences.push(`It has ${parts} ${parts === 1 ? 'paragraph' : 'paragraphs'}.`);
  const count = analysis.sentences.length;
  sentences.push(`The text holds ${count} ${count === 1 ? 'sentence' : 'sentences'}.`);
  return sentences;
}

function clean(name: string): string {
  return name.replace(/[“”"«»]/g, '').replace(/[.!?…]+(?=\s|$)/g, '').replace(/\s+/g, ' ').trim().slice(0, 120)
    .toWellFormed() || 'This';
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The thesis as `thesisSpan` finds it, as one line; empty for a text that has none. */
function thesisOf(analysis: TextAnalysis): string {
  const span = thesisSpan(analysis);
  const words = span ? asOneLine(analysis.text.slice(span.start, span.end)) : '';
  return words.charAt(0).toUpperCase() + words.slice(1);
}


/** What the text demonstrably lacks; nothing that needs judgement. */
function gapsOf(analysis: TextAnalysis): string[] {
  const { text } = analysis;
  const gaps: string[] = [];
  if (analysis.sentences.length === 0) return ['The text has no sentence.'];
  if (!new RegExp(`\\b(?:1[0-9]|20)\\d\\d\\b|\\b\\d{1,2}(?:st|nd|rd|th)? (?:${MONTHS})\\b|\\b(?:${MONTHS}) \\d`).test(text)) gaps.push('The text gives no calendar date.');
  if (!/\d/.test(text)) gaps.push('The text gives no figure in digits.');
  if (analysis.language === 'other') return gaps;
  if (!/\b(?:but|however|although|though|yet|on the other hand|nevertheless|whereas)\b/i.test(text)) {
    gaps.push('The text uses no word of contrast (but, however, although, yet).');
  }
  const unnamed = text.match(/\b(?:it is said|some say|they say|experts (?:say|believe|agree)|sources say|it is believed|studies show)\b/gi)?.length ?? 0;
  if (unnamed > 0) gaps.push(`${unnamed === 1 ? 'One statement names' : `${unnamed} statements name`} no source.`);
  const weak = analysis.utterances.filter((utterance) => utterance.confidence === 'weak').length;
  if (weak > 0) gaps.push(`Who speaks is not certain for ${weak} of ${analysis.utterances.length} turns of speech.`);
  if (!/[.!?…:”’"')\]*_]\s*$/.test(text.slice(-200))) {
    gaps.push('The text ends without a closing mark; it may be cut short.');
  }
  return gaps;
}

const RIGHTS = new RegExp('©|\\(c\\)\\s*\\d{4}|\\bcopyright\\b|\\ball rights reserved\\b|\\bcreative commons\\b|' +
  '\\bCC[ -](?:BY|0)\\b|\\bpublic domain\\b|\\bMIT license\\b|' +
  '\\bapache license\\b|\\bGPL\\b|\\blicen[sc]ed under\\b', 'i');

/** Rights statements in the words of the text, or one note that there is none. */
function rightsNotesOf(text: string): string[] {
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => RIGHTS.test(line)).map((line) => noticeIn(line.trim()));
  const notes = [...new Set(lines)].slice(0, 5);
  return notes.length > 0 ? notes : ['No rights statement was found in the text.'];
}

function noticeIn(line: string): string {
  const sentence = splitSentences(line).map(({ start, end }) => line.slice(start, end))
    .find((words) => RIGHTS.test(words)) ?? line;
  return sentence.slice(0, 300).toWellFormed();
}
