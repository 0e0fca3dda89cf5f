import { NARRATOR, type ScreenplayEntry } from '../../../screenplay/model.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { isAnswered } from './questions.js';
import { findDanglingReference, knownWords } from '../wording/openings.js';
import { countWords, hasOrphanQuote } from '../wording/wording.js';
import { roleOf, type LintContext } from './context.js';
import { clip, findingAt, type Finding } from './findings.js';
import { unsupportedSentence } from './support.js';

/**
 * `support`: all words come from a source or a stock line. `orphan-quote`: every quotation opens and closes in its
 * line.
 */
export function wordsFindings({ screenplay, base, heard }: LintContext): Finding[] {
  const findings: Finding[] = [];
  for (const entry of screenplay.entries) {
    if (entry.kind !== 'dialogue' && entry.kind !== 'action') continue;
    const sentence = isAnswered(entry, screenplay.entries[entry.index + 1]) ? null : unsupportedSentence(entry, base);
    if (sentence) findings.push(findingAt(entry, 'support', `Not in the sources: ${clip(sentence)}`));
    if (hasOrphanQuote(entry.text)) findings.push(findingAt(entry, 'orphan-quote',
      `A quotation mark has no partner: ${clip(entry.text)}`));
    if (entry.confidence === 'weak' && heard[entry.index] !== null) {
      findings.push(findingAt(entry, 'attribution',
        `${entry.character ?? NARRATOR} is only a guess for the speaker of: ${clip(entry.text)}`));
    }
  }
  return findings;
}

/** `scene-head`: words after a break make sense without the omitted text. */
export function headFindings(context: LintContext): Finding[] {
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
    const joined = previous !== null && areAdjacent(context, previous, entry);
    if (!joined && !isCharacter && sceneOpen) {
      const dangling = opensSource(context, entry) ? null : findDanglingReference(entry.text, known);
      if (dangling) {
        findings.push(findingAt(entry, 'scene-head',
          `Refers to words that the script does not hold (${dangling}): ${clip(entry.text)}`));
      }
    }
    for (const word of knownWords(entry.text)) known.add(word);
    previous = entry;
    sceneOpen = false;
  }
  return findings;
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
