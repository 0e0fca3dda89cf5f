import type { Figure } from '../names/figures.js';
import { splitSentences } from '../language/sentences.js';
import { describedIn, parseDescription } from '../people/descriptions.js';
import type { Evidence, Scene } from './situation.js';
import { NAME } from '../names/names.js';
import { KIN } from '../language/lexicon.js';
import { NO_FIGURES } from './nearby-people.js';
import { leaverIn } from '../speech/tags.js';
import type { Item } from '../speech/turns.js';

const INTRODUCES = /\b(?:[Tt]his is|[Hh]ere is|[Ii] am|I’m|[Mm]y name is|[Ll]et me introduce|[Mm]eet|[Cc]all me)\s(?:\p{Ll}+[\s,]){0,4}$/u;

const PRESENTS = /\b(?:[Tt]his is|[Hh]ere is|[Hh]ere’s|[Hh]ere comes|[Ll]et me (?:introduce|present)|[Mm]eet|present to you|make you acquainted with)\s(?:\p{Ll}+[\s,]){0,4}$/u;

/** People whom the words of a turn name without addressing or introducing them. */
export function spokenOfIn({ words, addressed }: Evidence['turn'], { figures }: Scene): Set<Figure> {
  const found = new Set<Figure>();
  for (const { at, end, figure, possessive } of figures.mentionsIn(words)) {
    const mayAddress = /(?:[,—.!?]|[“‘])\s?(?:\p{Ll}+\s){0,2}$/u.test(words.slice(0, at)) && /^[,.!?;—”]/.test(words.slice(end));
    if (!addressed.has(figure) && (possessive || !mayAddress) && !INTRODUCES.test(words.slice(0, at))) found.add(figure);
  }
  return found;
}

const ONLY_NAMES = new RegExp(`^[“”\\s]*(?:${NAME}[,.;!—”“\\s]+(?:and\\s)?){2,3}$`, 'u');

/** People whom a turn introduces to each other: `This is Ann Quill`, `Dr. Quill, Mr. Ned Fenn.` */
export function presentedIn(words: string, { figures }: Scene): Figure[] {
  const mentions = figures.mentionsIn(words);
  if (ONLY_NAMES.test(words) && mentions.length > 1) return mentions.map(({ figure }) => figure);
  return mentions.filter(({ at }) => PRESENTS.test(words.slice(0, at))).map(({ figure }) => figure);
}

/** Index of the item whose narration first names each figure. */
export function firstSeenIn(items: readonly Item[]): Map<Figure, number> {
  const first = new Map<Figure, number>();
  for (const { index, mentions } of items) {
    for (const { figure } of mentions) if (!first.has(figure)) first.set(figure, index);
  }
  return first;
}

/** Matches the approach of an unknown person: `I saw someone coming along the road.` */
const SOMEONE_COMES = /\b(?:some(?:one|body)|a (?:dark |tall |small )?(?:figure|form|shape))\s(?:(?:was|had|\p{Ll}+ly)\s)*(?:com(?:e|ing)|came|enter(?:ed|ing)|approach(?:ed|ing)|draw(?:n|ing)|drew|appear(?:ed|ing)|stepp(?:ed|ing)|knock(?:ed|ing))\b/u;

const NO_ANSWER = new RegExp('\\b(?:[Nn]obody|[Nn]o\\sone|[Nn]either\\sof\\sthem|[Nn]one\\sof\\sthem)\\s(?:had\\s|\\p{Ll}+ly\\s)?(?:answered|replied|spoke|responded|said\\sanything|moved)\\b|' +
  '\\b(?:[Nn]o|[Nn]ot\\san)\\s(?:answer|reply)\\b|\\b(?:did\\snot|didn’t)\\s(?:answer|reply|respond)\\b|\\bsaid\\snothing\\b', 'u');

/** True when the narration between the turn before and this one says that the turn before got no answer. */
export function staysUnanswered(scene: Scene, piece: Evidence, previous: Evidence | undefined): boolean {
  return previous !== undefined && narrationSince(scene, piece, previous).some((narration) => NO_ANSWER.test(narration));
}

/** The pieces of narration between two turns. */
function narrationSince(scene: Scene, piece: Evidence, previous: Evidence): string[] {
  const pieces = [previous.turn.tail];
  for (let at = previous.turn.item + 1; at < piece.turn.item; at++) {
    if (scene.items[at]?.turn === null) pieces.push(scene.items[at]?.narration ?? '');
  }
  if (piece.item !== previous.item) pieces.push(piece.turn.lead);
  return pieces;
}

/** The people who go away in the narration between the turn before and this one. */
export function goneBefore(scene: Scene, piece: Evidence, previous: Evidence | undefined): Pick<Evidence, 'gone' | 'goneGender' | 'newcomers'> {
  const gone = new Set<Figure>();
  let goneGender: Evidence['goneGender'] = null;
  if (!previous) return { gone: NO_FIGURES, goneGender, newcomers: false };
  const pieces = narrationSince(scene, piece, previous);
  for (const narration of pieces) {
    for (const { start, end } of splitSentences(narration)) {
      const leaver = leaverIn(narration.slice(start, end));
      if (!leaver) continue;
      if (leaver.subject === 'he' || leaver.subject === 'she') goneGender = leaver.subject === 'he' ? 'male' : 'female';
      else if (leaver.kind !== 'pronoun') {
        const noun = parseDescription(leaver.subject).noun;
        const figure = leaver.kind === 'name' ? scene.figures.find(leaver.subject)
          : scene.bound.get(noun) ?? (KIN.test(noun) ? scene.figures.find(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`) : null) ?? scene.figures.findDescribed(leaver.subject);
        if (figure) gone.add(figure);
      }
    }
  }
  const newcomers = pieces.some((narration) => SOMEONE_COMES.test(narration) || describedIn(narration).some((one) => /^(?:an?|another)$/.test(one.determiner)));
  return { gone, goneGender, newcomers };
}
