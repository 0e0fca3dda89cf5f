import { NARRATOR_NAME, type Speech, type SpokenTurn, type StoryReading } from '../model.js';
import { analyseRead } from './analyse-text.js';

/**
 * The speakers and people of a story, with the pairs of names in `apart` kept separate. Null for any text other than an English story, because its speakers
 * would be guesses.
 */
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
