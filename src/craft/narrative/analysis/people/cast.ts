import type { Gender } from '../../../screenplay/model.js';
import { statedFacts, type PersonFacts } from '../../../people/facts.js';
import type { Person } from '../../model.js';
import type { Figure } from '../names/figures.js';
import { lastNameIn } from '../names/names.js';

/** The speaker id of words that belong to a document (a letter, a notice). */
export const READER_ID = 'READER';

/** The cast of the people who speak. Ids are in order of appearance; a cue is unique, in capitals, and the name that the text mostly uses for the person. */
export function castOf(
  speakers: readonly Figure[], quoteCounts: ReadonlyMap<Figure, number>, narrator: Figure | null, text: string,
  facts: ReadonlyMap<Figure, PersonFacts>,
): Map<Figure, Person> {
  const cast = new Map<Figure, Person>();
  const words = wordsOf(text);
  const used = new Set<string>();
  for (const figure of speakers) {
    const cue = uniqueCue(figure, speakers, used, words);
    used.add(cue);
    cast.set(figure, {
      id: `p${cast.size}`,
      cue,
      name: figure.name,
      aliases: [...figure.forms].filter((form) => form !== figure.name).sort(),
      gender: facts.get(figure)?.gender ?? genderOf(figure),
      role: figure === narrator ? 'narrator' : 'person',
      description: descriptionOf(figure, narrator, facts.get(figure)),
      quoteCount: quoteCounts.get(figure) ?? 0,
      ...statedFacts(facts.get(figure)),
    });
  }
  return cast;
}

function genderOf(figure: Figure): Gender {
  return figure.gender ?? 'neutral';
}

/** The age in years that the text states: `aged 14`; '' where it states none or several. */
function statedYears(facts: PersonFacts | undefined): string {
  const because = facts?.evidence.find(({ fact }) => fact === 'ageRange')?.because ?? '';
  const years = new Set(because.match(/\baged \d{1,3}\b/g));
  return years.size === 1 ? `, ${[...years][0]!}` : '';
}

function descriptionOf(figure: Figure, narrator: Figure | null, facts: PersonFacts | undefined): string {
  if (figure === narrator) {
    return figure.name === 'Narrator' ? 'Tells the story in the first person; the text does not name this voice.'
      : `${figure.name}, who tells the story.`;
  }
  if (figure.kind === 'description') return `Called ${figure.name} in the text.`;
  return figure.kind === 'role' ? `Known only as ${figure.name}.` : `${figure.name}${statedYears(facts)}.`;
}

function uniqueCue(figure: Figure, speakers: readonly Figure[], used: ReadonlySet<string>, words: Words): string {
  const choices = [shortCue(figure, speakers, words), capitals(titledName(figure)), capitals(figure.name)];
  for (const choice of choices) if (choice !== '' && !used.has(choice)) return choice;
  const base = choices.find((choice) => choice !== '') ?? 'VOICE';
  for (let number = 2; ; number++) if (!used.has(`${base} ${number}`)) return `${base} ${number}`;
}

/**
 * The short cue, which may not be unique yet: the last name; the first name when the text uses it alone more than twice as often as the last name or when
 * another speaker shares the last name; the full name when speakers share both; the title and the name when a person without a first name shares the last
 * name; the words without their determiner for a role or a description.
 */
function shortCue(figure: Figure, speakers: readonly Figure[], words: Words): string {
  if (figure.kind === 'role' || figure.kind === 'description') {
    return capitals(figure.name.replace(/^(?:the|a|an|one of the|some|our|my|his|her|their|this|that|another)\s/i, ''));
  }
  const { first, last } = figure;
  if (last !== null && first === null && sharesLastName(figure, speakers)) return capitals(titledName(figure));
  if (last === null || first === null) return capitals(last === null ? first ?? figure.name : lastNameIn(figure.name, last));
  const otherwiseCalled = speakers.some((other) => other !== figure && other.first === first);
  if (!sharesLastName(figure, speakers)
    && (otherwiseCalled || !isCalledByFirstName(first, last, words))) return capitals(lastNameIn(figure.name, last));
  return capitals(otherwiseCalled ? figure.name : first);
}

const TITLE = /^(?:Mr|Mrs|Miss|Ms|Dr|Sir|Lady|Lord|Captain|Colonel|Professor)$/u;

/** All words, and the positions of each capitalised one. */
interface Words { all: readonly string[]; places: ReadonlyMap<string, readonly number[]> }

function wordsOf(text: string): Words {
  const all = (text.match(/\p{L}+(?:[’'-]\p{L}+)*/gu) ?? []).map((word) => word.replace(/[’']s$/u, ''));
  const places = new Map<string, number[]>();
  all.forEach((word, index) => {
    if (!/^\p{Lu}/u.test(word)) return;
    const known = places.get(word);
    if (known) known.push(index);
    else places.set(word, [index]);
  });
  return { all, places };
}

function isCalledByFirstName(first: string, last: string, { all, places }: Words): boolean {
  const byFirst = (places.get(first) ?? []).filter((at) => all[at + 1] !== last).length;
  // A last name after another first name belongs to another person.
  const byLast = (places.get(last) ?? []).filter((at) => !/^\p{Lu}/u.test(all[at - 1] ?? '')
    || TITLE.test(all[at - 1]!)).length;
  return byFirst > 2 * byLast;
}

function sharesLastName(figure: Figure, speakers: readonly Figure[]): boolean {
  return speakers.some((other) => other !== figure && other.kind !== 'description'
    && (other.last === figure.last || other.first === figure.last));
}

function titledName(figure: Figure): string {
  const rest = figure.last === null ? figure.first : lastNameIn(figure.name, figure.last);
  return figure.title !== null && rest !== null ? `${figure.title} ${rest}` : figure.name;
}

function capitals(name: string): string {
  return name.replace(/\./g, '').replace(/[^\p{L}\p{N}’' -]/gu, ' ').replace(/\s+/g, ' ').trim().toUpperCase();
}
