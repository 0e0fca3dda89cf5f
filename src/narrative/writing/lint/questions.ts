import { stockMatches } from '../stock/stock.js';
import { isPluralPhrase } from '../wording/openings.js';
import { stemsOf } from '../wording/salience.js';
import { lettersOf } from '../wording/wording.js';
import type { LintContext } from './context.js';
import { clip, findingAt, type Finding } from './findings.js';

/**
 * `question-topic`: the answer speaks of what a stock question asks. `agreement`: the question has the right number.
 * `unanswered`: every question has an answer.
 */
export function questionFindings({ screenplay, heard }: LintContext): Finding[] {
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
        findings.push(findingAt(entry, 'question-topic', `The answer does not speak of ${asked}.`));
      }
      if (asked && match.slots.be && (match.slots.be === 'are') !== isPluralPhrase(asked)) {
        findings.push(findingAt(entry, 'agreement', `Singular and plural do not agree: ${entry.text}`));
      }
    }
    const open = /\?["”’)]*$/u.test(entry.text);
    const sameVoice = next?.character === entry.character && next?.parenthetical !== 'narrating';
    // Nothing is left out between the scenes of a drama: one that ends with a question does so in the text.
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
  // A programme may repeat one line before it ends.
  const last = screenplay.mode === 'drama' ? undefined
    : screenplay.entries.filter((entry) => entry.origin !== 'stock').at(-1);
  for (const entry of screenplay.entries) {
    if (entry === last) continue;
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
