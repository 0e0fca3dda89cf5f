import type { Figure, Figures } from '../names/figures.js';
import { NAME, ROLE } from '../names/names.js';
import { PERSON_NOUN } from '../language/lexicon.js';
import type { Item } from '../speech/turns.js';
import { isGeneric, parseDescription } from './descriptions.js';
import { matchesOf } from '../../../patterns/matches.js';

/** `Call the baby the Duke`, `a parrot named Jonas`, `the captain, whose name was Pell`. */
const NAMED = [
  new RegExp(`\\b(?:call(?:ed|s)?|nam(?:ed|es?)|christened|nicknamed)\\s(?:the|their|our|his|her|my|this|that)\\s(?:\\p{Ll}+\\s){0,2}?(${PERSON_NOUN})\\s((?:${ROLE})|(?:${NAME}))(?=[\\s,.;:!?”—])`, 'gu'),
  new RegExp(`\\b(?:[Tt]he|[Tt]heir|[Oo]ur|[Hh]is|[Hh]er|[Mm]y)\\s(?:\\p{Ll}+\\s){0,2}?(${PERSON_NOUN})(?:’s\\s(?:own\\s|real\\s|first\\s)?name\\s(?:is|was)|,?\\swhose\\sname\\s(?:is|was))\\s((?:${ROLE})|(?:${NAME}))(?=[\\s,.;:!?”—])`, 'gu'),
];
/** `the Mud-fairy, or Tarsk`, `Ruth Vale, the Commander,`. */
const BESIDE = [
  new RegExp(`(?<![\\p{L}’])(${ROLE}),?\\s\\(?(?:or|or\\srather|alias|that\\sis)\\s((?:${ROLE})|\\p{Lu}[\\p{Ll}-]+)(?=[\\s,.;:!?)])`, 'gu'),
  new RegExp(`(?<![\\p{L}’]|,\\s)(${NAME}),\\s((?:our|the)(?:\\s\\p{Lu}[\\p{Ll}-]+){1,2}),(?!\\sand\\s|\\s\\p{Lu})`, 'gu'),
];
/** `Mr. Quill, or, as I must now call him, Ned`. */
const CALLED_NOW = new RegExp(`(?<![\\p{L}’])(${NAME}),?\\s\\(?or,?\\sas\\s[^,.;“”]{1,50}?\\s(?:call|called|name|named)\\s(?:him|her|them),?\\s(${NAME})(?=[\\s,.;:!?)])`, 'gu');
/** Said by a speaker: `I am a Tarsk`, `I am the Night Clerk`. */
const I_AM = /(?:^|[“.,!?—]\s?)(?:[Yy]es,\s|[Ww]hy,\s)?I(?:’m|\sam)\s(?:only\s|just\s)?(?:an?|the)\s(\p{Lu}[\p{Ll}-]+(?:\s\p{Lu}[\p{Ll}-]+){0,2})(?=[,.;!”—])/u;
/** Said by a speaker whom the text calls by a role: `I am Quill, of the Night Office`. */
const I_AM_NAMED = new RegExp(`(?:^“|[.!?—]\\s?“?)I(?:’m|\\sam)\\s(${NAME})(?=[,.;!])`, 'u');
/** An answer that is only a name, to a question that is only a name: `“Quill?”` `“Quill.”` */
const NAME_ALONE = new RegExp(`^“(${NAME})[,.?!]”$`, 'u');

/** Two figures that the text states to be one person. */
export interface Stated {
  one: Figure;
  other: Figure;
  /** True when the person states it as a speaker. */
  bySelf: boolean;
}

/** The figure of the noun written as a role (`the Cook`), else the figure that only this noun describes; null without either. */
const nounFigure = (noun: string, figures: Figures): Figure | null =>
  figures.find(`the ${noun.charAt(0).toUpperCase()}${noun.slice(1)}`) ?? figures.findDescribedKey(noun);

const formFigure = (form: string, figures: Figures): Figure | null =>
  figures.find(form) ?? (/^\p{Lu}[\p{Ll}-]+$/u.test(form) ? figures.find(`the ${form}`) : null);

/**
 * What a text states about who is who: names that it gives to people, names beside roles, and what speakers say that they are. `nouns` are descriptions that
 * received a name: the `parrot` is Jonas.
 */
export function statedNames(items: readonly Item[], figures: Figures): { stated: Stated[]; nouns: [noun: string, figure: Figure][] } {
  const stated: Stated[] = [];
  const nouns: [string, Figure][] = [];
  const join = (one: Figure | null, other: Figure | null, bySelf = false): void => {
    if (one && other && one !== other) stated.push({ one, other, bySelf });
  };
  let before = '';
  for (const { narration, turn } of items) {
    for (const text of turn ? [narration, turn.words] : [narration]) {
      for (const pattern of NAMED) {
        for (const [, noun = '', form = ''] of matchesOf(text, pattern)) {
          // `A man named Pell` does not make every man in the text Pell.
          if (isGeneric(parseDescription(`the ${noun}`))) continue;
          const figure = formFigure(form, figures);
          if (figure) nouns.push([noun, figure]);
          join(nounFigure(noun, figures), figure);
        }
      }
      for (const [, one = '', other = ''] of matchesOf(text, CALLED_NOW)) join(formFigure(one, figures), formFigure(other, figures));
      for (const pattern of BESIDE) for (const [, one = '', other = ''] of matchesOf(text, pattern)) join(formFigure(one, figures), formFigure(other, figures));
    }
    const own = turn?.tag && turn.tag.how !== 'beat' && turn.tag.kind === 'name' ? figures.find(turn.tag.subject) : null;
    const said = own?.kind === 'role' ? I_AM.exec(turn!.words)?.[1] : undefined;
    if (said !== undefined) join(own, figures.find(`the ${said}`), true);
    const named = own?.kind === 'role' ? I_AM_NAMED.exec(turn!.words)?.[1] ?? nameEchoed(turn!.words, before) : undefined;
    if (named !== undefined) join(own, nameOf(named, figures), true);
    if (turn) before = turn.words;
  }
  return { stated, nouns };
}

/** The name in an answer that repeats a question, when both consist only of that name; else undefined. */
function nameEchoed(answer: string, question: string): string | undefined {
  const name = NAME_ALONE.exec(answer)?.[1];
  return name !== undefined && /\?”$/.test(question) && NAME_ALONE.exec(question)?.[1] === name ? name : undefined;
}

function nameOf(form: string, figures: Figures): Figure | null {
  const figure = figures.find(form);
  return figure?.kind === 'name' ? figure : null;
}
