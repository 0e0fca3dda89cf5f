import { splitSentences } from '../language/sentences.js';
import { parseDescription } from '../people/descriptions.js';
import type { ClosingSubject, Evidence, MentionRoles, Scene } from './situation.js';
import { F } from './features.js';
import type { Figure } from '../names/figures.js';
import { beatSubject, laterSubject, type Tag } from '../speech/tags.js';

/** Where narration near a turn names a person: before the words in the same paragraph, after them, in the paragraph before, or after the previous turn. */
export const PLACES = ['lead', 'tail', 'between', 'previous'] as const;
/** The role of the person there: subject of the last sentence, subject of an earlier one, or not a subject. */
export const ROLES = ['subject', 'earlier', 'mention'] as const;
type Place = (typeof PLACES)[number];

const SILENT = /\b(?:(?:made|gave|returned|had) no (?:answer|reply|response|sign)|(?:did not|didn’t|could not|would not) (?:answer|reply|speak|respond)|said nothing|(?:was|were|remained|kept|sat|stood) silent|(?:only|merely|simply) (?:smiled|laughed|nodded|bowed|sighed|shrugged|stared|looked)|listened|held (?:his|her) (?:tongue|peace)|hesitated|stared)\b/;

/** Finds which people are named near a turn, where, and in which role. */
export function mentionRoles(scene: Scene, piece: Evidence, previous: Evidence | undefined): MentionRoles {
  const roles = new Map<Figure, number[]>();
  const kind = piece.turn.tag ? 'tagged' : 'bare';
  const closing: ClosingSubject[] = [];
  const note = (figure: Figure, feature: number) => {
    const known = roles.get(figure);
    if (!known) roles.set(figure, [feature]);
    else if (!known.includes(feature)) known.push(feature);
  };
  const readPlace = (place: Place, narration: string) => {
    if (narration === '') return;
    const subjects = subjectsOf(scene, narration);
    const gender = subjects.pronoun ?? subjects.last?.gender ?? null;
    const figure = subjects.last ?? subjects.earlier.find((earlier) => earlier.gender === subjects.pronoun) ?? null;
    if (place !== 'tail' && (subjects.last || subjects.pronoun)) closing.push({ place, figure, gender });
    for (const { figure } of scene.figures.mentionsIn(narration)) {
      const role = subjects.last === figure ? 'subject' : subjects.earlier.includes(figure) ? 'earlier' : 'mention';
      note(figure, F[`${place} ${role} ${kind}`]);
    }
    if (place === 'between' && subjects.last && SILENT.test(narration.slice(subjects.from))) note(subjects.last, F.silent);
  };
  const before = scene.items[piece.item.index - 1];
  const between = before && before.turn === null && before.block.kind === 'body' ? before.narration : '';
  readPlace('lead', piece.turn.lead);
  if (piece.turn.tag === null || piece.turn.tag.how === 'beat') readPlace('tail', piece.turn.tail);
  readPlace('between', between);
  if (previous && scene.items[piece.item.index - 1] === previous.item) readPlace('previous', previous.turn.tail);
  const near = piece.turn.lead !== '' ? piece.turn.lead : between;
  return { of: roles, pronoun: near === '' ? null : subjectsOf(scene, near).pronoun, subjects: closing };
}

interface Subjects { last: Figure | null; pronoun: 'female' | 'male' | null; earlier: Figure[]; from: number }

function subjectsOf(scene: Scene, narration: string): Subjects {
  const found: Subjects = { last: null, pronoun: null, earlier: [], from: 0 };
  const sentences = splitSentences(narration).slice(-4).reverse();
  sentences.forEach(({ start, end }, at) => {
    const sentence = narration.slice(start, end);
    for (const tag of [laterSubject(sentence), beatSubject(sentence)]) {
      if (!tag) continue;
      const figure = figureOf(scene, tag);
      if (at === 0 && found.last === null && found.pronoun === null) {
        found.from = start;
        if (figure) found.last = figure;
        else if (tag.subject === 'he' || tag.subject === 'she') found.pronoun = tag.subject === 'he' ? 'male' : 'female';
      } else if (figure) {
        found.earlier.push(figure);
      }
    }
  });
  return found;
}

function figureOf({ figures, bound, firstPerson, narrator }: Scene, { kind, subject }: Tag): Figure | null {
  if (subject === 'I') return firstPerson ? narrator : null;
  if (kind === 'name') return figures.find(subject);
  return kind === 'description' ? bound.get(parseDescription(subject).noun) ?? figures.findDescribed(subject) : null;
}
