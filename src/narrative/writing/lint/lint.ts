import { NARRATOR, speakerOf, type Screenplay, type ScreenplayEntry } from '../../../screenplay/model.js';
import type { WriterSource } from '../../model.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { UNKNOWN_VOICE } from '../staging/casting.js';
import { headingFindings, speechFindings, voiceFindings } from './drama.js';
import type { Finding, LintRule } from './findings.js';
import { danglingHead, isPluralPhrase, knownWords } from '../wording/openings.js';
import { supportBase, unsupportedSentence, type SupportBase } from './support.js';
import { stemsOf } from '../wording/salience.js';
import { stockMatches } from '../stock/stock.js';
import { countWords, hasOrphanQuote, lettersOf, WORDS_PER_SECOND } from '../wording/wording.js';

interface LintContext { screenplay: Screenplay; base: SupportBase; heard: (string
  | null)[]; sources: readonly WriterSource[] }

/**
 * Checks a finished script against its sources: support, quotations, openings, questions, repeats, cast, arc and
 * length. `durationSeconds` is the requested length; without it length is not checked. Findings are in entry order.
 */
export function lintScreenplay(screenplay: Screenplay, sources: readonly WriterSource[],
  durationSeconds?: number): Finding[] {
  const context: LintContext = {
    screenplay, sources, base: supportBase(sources, screenplay.title),
    heard: screenplay.entries.map((entry) => speakerOf(entry, screenplay.narrationPolicy)),
  };
  const findings = [
    ...wordsFindings(context), ...headFindings(context), ...questionFindings(context), ...repeatFindings(context),
    ...castFindings(context), ...arcFindings(context), ...speechFindings(context),
    ...(screenplay.mode === 'drama' ? [...headingFindings(context), ...voiceFindings(context)] : []),
  ];
  if (durationSeconds !== undefined) findings.push(...lengthFindings(context, durationSeconds));
  return findings.sort((a, b) => (a.entryIndex ?? 1e9) - (b.entryIndex ?? 1e9));
}

/**
 * `support`: all words come from a source or a stock line. `orphan-quote`: every quotation opens and closes in its
 * line.
 */
function wordsFindings({ screenplay, base, heard }: LintContext): Finding[] {
  const findings: Finding[] = [];
  for (const entry of screenplay.entries) {
    if (entry.kind !== 'dialogue' && entry.kind !== 'action') continue;
    const sentence = unsupportedSentence(entry, base);
    if (sentence) findings.push(at(entry, 'support', `Not in the sources: ${clip(sentence)}`));
    if (hasOrphanQuote(entry.text)) findings.push(at(entry, 'orphan-quote',
      `A quotation mark has no partner: ${clip(entry.text)}`));
    if (entry.confidence === 'weak' && heard[entry.index] !== null) {
      findings.push(at(entry, 'attribution',
        entry.character === UNKNOWN_VOICE ? `The text does not make certain who says: ${clip(entry.text)}`
          : `${entry.character ?? NARRATOR} is a guess as the speaker of: ${clip(entry.text)}`));
    }
  }
  return findings;
}

/** `scene-head`, `answer-head`: words after a break make sense without the omitted text. */
function headFindings(context: LintContext): Finding[] {
  const findings: Finding[] = [];
  const { entries, title } = context.screenplay;
  if (context.base.language !== 'en') return findings;
  const known = knownWords(title);
  let previous: ScreenplayEntry | null = null;
  let sceneOpen = true;
  for (const entry of entries) {
    if (entry.kind === 'scene_heading' || (context.screenplay.mode === 'drama' && entry.kind === 'transition')) {
      sceneOpen = true;
    }
    if (entry.kind === 'transition' || entry.kind === 'scene_heading') continue;
    if (entry.origin === 'stock') continue;
    const isCharacter = entry.kind === 'dialogue' && !entry.spans.every((span) => span.end <= span.start)
      && roleOf(context, entry) === 'character' && entry.parenthetical !== 'narrating';
    const asked = askedBefore(context, entry);
    const joined = previous !== null && areAdjacent(context, previous, entry);
    if (!joined && !isCharacter && (sceneOpen || asked)) {
      const dangling = opensSource(context, entry) ? null : danglingHead(entry.text, known);
      if (dangling) {
        findings.push(at(entry, asked ? 'answer-head' : 'scene-head',
          `Leans on words that are not here (${dangling}): ${clip(entry.text)}`));
      }
    }
    for (const word of knownWords(entry.text)) known.add(word);
    previous = entry;
    sceneOpen = false;
  }
  return findings;
}

const roleOf = ({ screenplay }: LintContext, entry: ScreenplayEntry): string | undefined =>
  screenplay.cast.find((member) => member.character === entry.character)?.role;

/** True when the entry before is a stock question about a subject, not only a prompt to go on. */
function askedBefore({ screenplay }: LintContext, entry: ScreenplayEntry): boolean {
  const before = screenplay.entries[entry.index - 1];
  if (screenplay.mode !== 'podcast' || before?.origin !== 'stock' || before.kind !== 'dialogue') return false;
  const family = stockMatches(before.text)[0]?.family;
  return family !== undefined && !['prompt', 'ahead', 'but', 'so', 'witness', 'author', 'teller', 'speaker', 'keep',
    'again', 'count', 'when', 'figure'].includes(family);
}

/** True for the first words of a source, which may refer to anything. */
function opensSource({ base }: LintContext, entry: ScreenplayEntry): boolean {
  const first = entry.spans[0];
  const text = first && base.texts.get(first.sourceId);
  return text !== undefined && first !== undefined && first.start < 4_000
    && splitSentences(text, 0, first.start).length <= 3;
}

/** True when the source has only marks, tags and notes of a few words between two entries. */
function areAdjacent({ base }: LintContext, before: ScreenplayEntry, entry: ScreenplayEntry): boolean {
  const left = before.spans.at(-1);
  const right = entry.spans[0];
  if (!left || !right || left.sourceId !== right.sourceId || right.start < left.end) return false;
  return countWords(base.texts.get(left.sourceId)?.slice(left.end, right.start) ?? '') <= 12;
}

/**
 * `question-topic`: the answer speaks of what a stock question asks. `agreement`: the question has the right number.
 * `unanswered`: every question has an answer.
 */
function questionFindings({ screenplay, heard }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const { entries } = screenplay;
  entries.forEach((entry, position) => {
    if (entry.kind !== 'dialogue') return;
    const next = entries.slice(position + 1)
      .find((candidate) => heard[candidate.index] !== null || candidate.kind === 'transition');
    if (entry.origin === 'stock') {
      const match = stockMatches(entry.text)[0];
      const asked = match?.slots.np;
      if (asked && !stemsOf(asked).some((stemmed) => stemsOf(next?.text ?? '').includes(stemmed))) {
        findings.push(at(entry, 'question-topic', `The answer does not speak of ${asked}.`));
      }
      if (asked && match.slots.be && (match.slots.be === 'are') !== isPluralPhrase(asked)) {
        findings.push(at(entry, 'agreement', `Number does not agree: ${entry.text}`));
      }
    }
    const open = /\?["”’)]*$/u.test(entry.text);
    const sameVoice = next?.character === entry.character && next?.parenthetical !== 'narrating';
    if (open && (!next || next.sceneIndex !== entry.sceneIndex || next.kind === 'transition'
      || (entry.origin === 'stock' && sameVoice))) {
      findings.push(at(entry, 'unanswered', `A question is left open: ${clip(entry.text)}`));
    }
  });
  return findings;
}

/** `repeat`: no line and no scene title occurs twice. */
function repeatFindings({ screenplay }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  // A programme may repeat one line before it ends.
  const last = screenplay.mode === 'drama' ? undefined
    : screenplay.entries.filter((entry) => entry.origin !== 'stock').at(-1);
  for (const entry of screenplay.entries) {
    if (entry === last) continue;
    const key = `${lettersOf(entry.text)}:${entry.spans.map((span) => `${span.sourceId}/${span.start}`).join(',')}`;
    if (entry.kind !== 'dialogue' || lettersOf(entry.text).length <= 4) continue;
    if (seen.has(key)) findings.push(at(entry, 'repeat', `Said twice: ${clip(entry.text)}`));
    seen.add(key);
  }
  if (screenplay.mode === 'drama') return findings;
  const titles = new Set<string>();
  for (const scene of screenplay.scenes) {
    const key = lettersOf(scene.title);
    if (titles.has(key)) findings.push({ entryIndex: scene.firstEntry, rule: 'repeat',
      message: `Title used twice: ${scene.title}` });
    titles.add(key);
  }
  return findings;
}

/** `cast`: the cast is the set of cues with the right counts. `one-line-speaker`, `self-address`: they sound wrong. */
function castFindings({ screenplay, heard }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const lines = new Map<string, number>();
  for (const speaker of heard) if (speaker !== null) lines.set(speaker, (lines.get(speaker) ?? 0) + 1);
  const cast = new Map(screenplay.cast.map((member) => [member.character, member]));
  for (const [cue, count] of lines) {
    if (!cast.has(cue)) findings.push({ entryIndex: null, rule: 'cast',
      message: `${cue} speaks but is not in the cast.` });
    else if (cast.get(cue)!.lineCount !== count) {
      findings.push({ entryIndex: null, rule: 'cast',
        message: `${cue} has ${count} lines, the cast says otherwise.` });
    }
    if (count === 1 && screenplay.mode === 'drama' && cast.get(cue)?.role === 'character') {
      findings.push({ entryIndex: null, rule: 'one-line-speaker', message: `${cue} is heard only once.` });
    }
  }
  for (const cue of cast.keys()) {
    if (!lines.has(cue)) findings.push({ entryIndex: null, rule: 'cast',
      message: `${cue} is in the cast but never heard.` });
  }
  for (const entry of screenplay.entries) {
    const name = entry.character?.split(' ').at(-1)?.toLowerCase();
    if (!name || entry.kind !== 'dialogue' || roleOf({ screenplay } as LintContext, entry) !== 'character'
      || name.length < 3) continue;
    const called = new RegExp(`(?:, (?:my dear |dear |mr\\.? )?${name.replace(/[^\p{L}]/gu, '.')}[.!?,]|^my dear ${name.replace(/[^\p{L}]/gu, '.')}\\b)`, 'iu');
    if (called.test(entry.text) && entry.parenthetical !== 'narrating' && entry.parenthetical !== 'telling it') {
      findings.push(at(entry, 'self-address', `${entry.character} seems to speak to ${entry.character}.`));
    }
  }
  return findings;
}

/** `arc`: the script begins in the first 15 % of the first source and ends in the last 10 % of the last one. */
function arcFindings({ screenplay, sources }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const spans = screenplay.entries.flatMap((entry) => entry.spans);
  const used = sources.filter((source) => source.text !== null
    && spans.some((span) => span.sourceId === source.sourceId));
  const first = used[0];
  const last = used.at(-1);
  if (first?.text && last?.text) {
    const firstText = first.text;
    const lastText = last.text;
    const opening = Math.min(...spans.filter((span) => span.sourceId === first.sourceId).map((span) => span.start));
    const closing = Math.max(...spans.filter((span) => span.sourceId === last.sourceId).map((span) => span.end));
    if (opening > firstText.length * 0.15) findings.push({ entryIndex: null, rule: 'arc',
      message: 'The beginning of the source is missing.' });
    if (closing < lastText.trimEnd().length * 0.9) findings.push({ entryIndex: null, rule: 'arc',
      message: 'The end of the source is missing.' });
  }
  const played = screenplay.mode === 'drama' && screenplay.cast.some((member) => member.role === 'character');
  for (const scene of played ? screenplay.scenes : []) {
    const spoken = screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1)
      .filter((entry) => entry.kind === 'dialogue' || entry.kind === 'action').length;
    if (spoken < 2 && screenplay.scenes.length > 1) {
      findings.push({ entryIndex: scene.firstEntry, rule: 'scene-size',
        message: `${scene.heading} holds one line.` });
    }
  }
  return findings;
}

/**
 * `length`: within 15 % of the requested time at 150 words a minute. A script may be shorter when its sources, or their
 * dialogue where narration is silent, hold too few words.
 */
function lengthFindings({ screenplay, sources, heard }: LintContext, durationSeconds: number): Finding[] {
  const words = screenplay.entries.reduce((sum, entry) => sum
    + (heard[entry.index] === null ? 0 : countWords(entry.text)), 0);
  const target = durationSeconds * WORDS_PER_SECOND;
  const share = words / target - 1;
  if (Math.abs(share) <= 0.15) return [];
  const quotedOnly = screenplay.mode === 'drama' && screenplay.narrationPolicy === 'suppress'
    && screenplay.cast.some((member) => member.role === 'character');
  const available = sources.reduce((sum, { text }) =>
    sum + countWords(quotedOnly ? (text ?? '').match(/“[^”]*/gu)?.join(' ') ?? '' : text ?? ''), 0);
  if (share < 0 && available < target) return [];
  const message = `About ${Math.round(words / WORDS_PER_SECOND)} seconds are spoken where ${durationSeconds} were asked for.`;
  return [{ entryIndex: null, rule: 'length', message }];
}

const at = (entry: ScreenplayEntry, rule: LintRule,
  message: string): Finding => ({ entryIndex: entry.index, rule, message });
const clip = (text: string): string => text.length > 90 ? `${text.slice(0, 88)}…` : text;
