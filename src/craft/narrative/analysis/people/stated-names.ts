import type { Figure, Figures } from '../names/figures.js';
import { NAME, ROLE } from '../names/names.js';
import { PERSON_NOUN } from '../language/lexicon.js';
import type { Item } from '../speech/turns.js';
import { isGeneric, parseDescription } from './descriptions.js';

/** `Call the baby the Duke`, `a parrot named Jonas`, `the captain, whose name was Pell`. */
const NAMED = [
  new RegExp(`\\b(?:call(?:ed|s)?|nam(?:ed|es?)|christened|nicknamed)\\s(?:the|their|our|his|her|my|this|that)\\s(?:\\p{Ll}+\\s){0,2}?(${PERSON_NOUN})\\s((?:${ROLE})|(?:${NAME}))(?=[\\s,.;:!?”—])`, 'gu'),
  new RegExp(`\\b(?:[Tt]he|[Tt]heir|[Oo]ur|[Hh]is|[Hh]er|[Mm]y)\\s(?:\\p{Ll}+\\s){0,2}?(${PERSON_NOUN})(?:’s\\s(?:own\\s|real\\s|first\\s)?name\\s(?:is|was)|,?\\swhose\\sname\\s(?:is|was))\\s((?:${ROLE})|(?:${NAME}))(?=[\\s,.;:!?”—])`, 'gu'),
];
/** `the Mud-fairy, or Tarsk`, `Ruth Vale, the Commander,`. */
const BESIDE = [
  new RegExp(`(?<![\\p{L}’])(${ROLE}),?\\s\\(?(?:or|or\\srather|alias|that\\sis)\\s((?:${ROLE})|\\p{Lu}[\\p{Ll}-]+)(?=[\\s,.;:!?)])`, 'gu'),
  new RegExp(`(?<![\\p{L}’]|,\\s)(${NAME}),\\s((?:our|the)(?:\\s\\p{Lu}[\\p{Ll}-]+){1,2}),`, 'gu'),
];
/** Said by a speaker: `I am a Tarsk`. */
const I_AM = /(?:^|[“.,!?—]\s?)(?:[Yy]es,\s|[Ww]hy,\s)?I(?:’m|\sam)\s(?:only\s|just\s)?(?:an?|the)\s(\p{Lu}[\p{Ll}-]+)(?=[,.;!”—])/u;

/** Two people of a text who are one, because the text says so. */
export interface Stated { one: Figure; other: Figure }

/** The figure that a noun means when it is written as a role, else the one that only this noun describes. */
const nounFigure = (noun: string, figures: Figures): Figure | null =>
  figures.find(`the ${noun.charAt(0).toUpperCase()}${noun.slice(1)}`) ?? figures.findDescribedKey(noun);

const formFigure = (form: string, figures: Figures): Figure | null =>
  figures.find(form) ?? (/^\p{Lu}[\p{Ll}-]+$/u.test(form) ? figures.find(`the ${form}`) : null);

/**
 * What a text states about who is who: whom it calls what, names beside roles, and what speakers say that they are. `nouns` are
 * descriptions that a name was given to: the `parrot` is Jonas.
 */
export function statedNames(items: readonly Item[], figures: Figures): { stated: Stated[]; nouns: [noun: string, figure: Figure][] } {
  const stated: Stated[] = [];
  const nouns: [string, Figure][] = [];
  const join = (one: Figure | null, other: Figure | null): void => {
    if (one && other && one !== other) stated.push({ one, other });
  };
  for (const { narration, turn } of items) {
    for (const text of turn ? [narration, turn.words] : [narration]) {
      for (const pattern of NAMED) {
        for (const [, noun = '', form = ''] of text.matchAll(pattern)) {
          // `A man named Pell` does not make every man Pell.
          if (isGeneric(parseDescription(`the ${noun}`))) continue;
          const figure = formFigure(form, figures);
          if (figure) nouns.push([noun, figure]);
          join(nounFigure(noun, figures), figure);
        }
      }
      for (const pattern of BESIDE) for (const [, one = '', other = ''] of text.matchAll(pattern)) join(formFigure(one, figures), formFigure(other, figures));
    }
    const own = turn?.tag && turn.tag.how !== 'beat' && turn.tag.kind === 'name' ? figures.find(turn.tag.subject) : null;
    const said = own?.kind === 'role' ? I_AM.exec(turn!.words)?.[1] : undefined;
    if (said !== undefined) join(own, figures.find(`the ${said}`));
  }
  return { stated, nouns };
}
