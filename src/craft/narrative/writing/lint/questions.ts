import type { ScreenplayEntry } from '../../../screenplay/model.js';
import { questionsAbout } from '../modes/podcast/questions.js';
import { lettersOf } from '../wording/wording.js';
import type { LintContext } from './context.js';
import { clip, findingAt, type Finding } from './findings.js';

/** True for a host's question that the next entry answers. */
export function isAnswered(entry: ScreenplayEntry, next: ScreenplayEntry | undefined): boolean {
  return entry.origin === 'stock' && next !== undefined && next.origin !== 'stock'
    && questionsAbout(next.text).some(({ text }) => text === entry.text);
}

/** The largest share of stock lines among the spoken lines of a programme, 0 to 1. */
const MAX_STOCK_SHARE = 0.15;
/** A programme with fewer lines may exceed the share, because it still has to say its title. */
const MIN_LINES = 7;

/**
 * `question-answer`: the next sentence answers what a host asks. `unanswered`: every question has an answer.
 * `stock-share`: at most 15 % of the lines of a programme are stock.
 */
export function questionFindings({ screenplay, heard }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const { entries } = screenplay;
  const spoken = entries.filter(({ kind }) => kind === 'dialogue');
  const stock = spoken.filter(({ origin }) => origin === 'stock');
  if (screenplay.mode !== 'drama' && spoken.length >= MIN_LINES && stock.length > spoken.length * MAX_STOCK_SHARE) {
    findings.push({ entryIndex: null, rule: 'stock-share', message: `${stock.length} of ${spoken.length} lines are not of the sources.` });
  }
  entries.forEach((entry, position) => {
    if (entry.kind !== 'dialogue') return;
    const next = entries.slice(position + 1)
      .find((candidate) => heard[candidate.index] !== null || candidate.kind === 'transition');
    if (entry.origin === 'stock' && entry.text.endsWith('?') && screenplay.mode === 'podcast' && !isAnswered(entry, next)) {
      findings.push(findingAt(entry, 'question-answer', `The next sentence does not answer: ${clip(entry.text)}`));
    }
    const open = /\?["”’)]*$/u.test(entry.text);
    const sameVoice = next?.character === entry.character && next?.parenthetical !== 'narrating';
    // A drama omits nothing between its scenes, so a scene that ends with a question does so in the source.
    const endsScene = screenplay.mode !== 'drama' && next?.sceneIndex !== entry.sceneIndex;
    if (open && (!next || endsScene || next.kind === 'transition'
      || (entry.origin === 'stock' && sameVoice))) {
      findings.push(findingAt(entry, 'unanswered', `A question has no answer: ${clip(entry.text)}`));
    }
  });
  return findings;
}

/** `repeat`: no line and no scene title occurs twice. */
export function repeatFindings({ screenplay }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const entry of screenplay.entries) {
    const key = `${lettersOf(entry.text)}:${entry.spans.map((span) => `${span.sourceId}/${span.start}`).join(',')}`;
    if (entry.kind !== 'dialogue' || lettersOf(entry.text).length <= 4) continue;
    if (seen.has(key)) findings.push(findingAt(entry, 'repeat', `Said twice: ${clip(entry.text)}`));
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
