import { NARRATOR_NAME, type Speech, type SpokenTurn, type StoryReading } from '../model.js';
import { analyseRead } from './analyse-text.js';

/** Who speaks in a story and who is in it, with these names `apart`; null for a text that is no English story, whose speakers nobody guesses. */
export function speechOf(text: string, apart: StoryReading['apart'] = []): Speech | null {
  const parted = apart.length > 0 ? { speakers: [], same: [], scenes: [], apart } : undefined;
  const { form, language, utterances, cast, unheard, narrator, paragraphs } = analyseRead(text, parted);
  if (form !== 'fiction' || language !== 'en') return null;
  const names = new Map(cast.map(({ id, name }) => [id, name]));
  const turns = utterances.filter(({ toldBy }) => toldBy === null).flatMap(({ quotes, speaker, confidence }): SpokenTurn[] => {
    const [first, last] = [quotes[0], quotes.at(-1)];
    return first && last ? [{ start: first.start, end: last.end, speaker: names.get(speaker) ?? null, confidence }] : [];
  });
  const people = [...cast, ...unheard].map(({ id, name, aliases, gender }) =>
    ({ name, aliases, gender, tellsTheStory: id === narrator || name === NARRATOR_NAME }));
  return { turns, people, paragraphs: paragraphs.map(({ start, end, kind }) => ({ start, end, body: kind === 'body' })) };
}
