import { NARRATOR_NAME, type Speech, type SpokenTurn } from '../model.js';
import { analyseText } from './analyse-text.js';

/** Who speaks in a story and who is in it; null for a text that is no English story, whose speakers nobody guesses. */
export function speechOf(text: string): Speech | null {
  const { form, language, utterances, cast, unheard, narrator, paragraphs } = analyseText(text);
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
