import type { ListedPerson, Speech, SpokenTurn } from '../../narrative/model.js';

/** A stretch of a story for one question: whole paragraphs, with the start of each narrative paragraph. */
export interface StoryWindow { start: number; end: number; turns: SpokenTurn[]; paragraphs: number[] }

const MAX_TURNS = 60;

/** Splits the story into windows of at most `characters`, as far as paragraphs allow. */
export function windowsOf({ turns, paragraphs }: Speech, characters: number): StoryWindow[] {
  const windows: StoryWindow[] = [];
  let at = 0;
  for (const { start, end, body } of paragraphs) {
    const own: SpokenTurn[] = [];
    while (at < turns.length && turns[at]!.start < end) own.push(turns[at++]!);
    const last = windows.at(-1);
    if (last && end - last.start <= characters && last.turns.length + own.length <= MAX_TURNS) {
      last.end = end;
      last.turns.push(...own);
      if (body) last.paragraphs.push(start);
    } else windows.push({ start, end, turns: own, paragraphs: body ? [start] : [] });
  }
  return windows.filter((window) => window.paragraphs.length > 0);
}

/** All names of a person, in lower case. */
const calledBy = ({ name, aliases }: ListedPerson): string[] => [name, ...aliases].map((form) => form.toLowerCase());

/** People whom one window may need: those it names, and those who are heard most in the story. */
export function peopleNear(people: readonly ListedPerson[], words: string, most: number): ListedPerson[] {
  const lower = words.toLowerCase();
  const named = people.filter((person) => person.tellsTheStory || calledBy(person).some((form) => lower.includes(form)));
  return [...new Set([...named, ...people])].slice(0, Math.max(most, named.length));
}

/** The person of a list whom a name means; null when nobody, or more than one person, has that name. */
export function personCalled(people: readonly ListedPerson[], name: string): ListedPerson | null {
  const lower = name.toLowerCase();
  const exact = people.filter((person) => person.name.toLowerCase() === lower);
  const found = exact.length > 0 ? exact : people.filter((person) => calledBy(person).includes(lower));
  return found.length === 1 ? found[0]! : null;
}
