import { splitSentences } from '../language/sentences.js';
import { parseDescription } from '../people/descriptions.js';
import type { Figure } from '../names/figures.js';
import { beatSubject } from '../speech/tags.js';
import type { Evidence, Scene } from './situation.js';
import { NO_FIGURES } from './nearby-people.js';

const ARRIVES = /\b(?:(?:came|walked|ran|stepped|rushed|burst|strode|hurried|marched|glided|swept|bustled|slipped|stole|went)\s(?:\p{Ll}+ly\s)?(?:in|into|back|up|down|forward|out\sto)|entered|appeared|arrived|returned|joined\s(?:them|him|her|us)|was\s(?:announced|shown\s(?:in|into|up)))\b/u;
/** A person who comes in as a mere `he` or `she` was named within this many items, and has not spoken for `SILENT_TURNS` turns. */
const ITEMS_BEFORE = 30;
const SILENT_TURNS = 3;

/** People who come in between the previous turn and this one. A mere `he` or `she` means the last person of that gender named who has not spoken lately. */
export function arrivingBefore(scene: Scene, piece: Evidence, evidence: readonly Evidence[], at: number): ReadonlySet<Figure> {
  const from = evidence[at - 1]?.turn.item ?? piece.turn.item - 2;
  const found = new Set<Figure>();
  for (let index = Math.max(0, from); index <= piece.turn.item; index++) {
    const item = scene.items[index]!;
    const narration = index === piece.turn.item ? piece.turn.lead : item.turn ? item.turn.tail : item.narration;
    if (!ARRIVES.test(narration)) continue;
    for (const { start, end } of splitSentences(narration)) {
      const sentence = narration.slice(start, end);
      const subject = ARRIVES.test(sentence) ? beatSubject(sentence) : null;
      if (!subject) continue;
      const figure = subject.kind === 'name' ? scene.figures.find(subject.subject)
        : subject.kind === 'description' ? scene.bound.get(parseDescription(subject.subject).noun) ?? scene.figures.findDescribed(subject.subject)
          : subject.subject === 'he' || subject.subject === 'she' ? lastNamed(scene, index, subject.subject === 'he' ? 'male' : 'female', evidence, at) : null;
      if (figure) found.add(figure);
    }
  }
  return found.size === 0 ? NO_FIGURES : found;
}

function lastNamed(scene: Scene, item: number, gender: 'female' | 'male', evidence: readonly Evidence[], at: number): Figure | null {
  const spoke = new Set(evidence.slice(Math.max(0, at - SILENT_TURNS), at).map(({ settled }) => settled));
  for (let index = item; index >= Math.max(0, item - ITEMS_BEFORE); index--) {
    const { mentions, turn } = scene.items[index]!;
    const spokenOf = turn && index < item ? scene.figures.mentionsIn(turn.words) : [];
    for (const { figure } of [...mentions, ...spokenOf].reverse()) {
      if (figure.gender === gender && figure !== scene.narrator && !spoke.has(figure)) return figure;
    }
  }
  return null;
}
