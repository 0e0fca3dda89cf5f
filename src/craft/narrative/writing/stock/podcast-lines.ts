import { everyPair } from './every-pair.js';

/** Said once before words in the first person, so that nobody takes them for a host's own. */
function inFirstPerson(who: string): string[] {
  return [`The I in it is the ${who}’s.`, `Every I in it is the ${who}’s.`, `The words are the ${who}’s own, and so is every I.`,
    `When you hear I, it is the ${who}.`, `The I that you hear is the ${who}’s.`, `It is the ${who} who says I.`, `In it the ${who} says I, and nobody else.`];
}

/** The stock lines of two hosts. Their questions are built from the sentence that answers. */
export const PODCAST_LINES = {
  opening: ['Today we read {title}.', '{title}: we read it together.', 'Our text today is {title}.', 'This is {title}, read by two.',
    'We have {title} for you.', 'Today, {title}.',
    ...everyPair(['Today it is {title}', 'What we have here is {title}', 'Between us lies {title}'], ['.', ', and we share the reading.'])],
  openingBy: ['Today we read {title}, by {author}.', '{title}, by {author}: we read it together.', 'Our text today is {title}, by {author}.',
    '{author} wrote what we read today: {title}.', 'Today, {author}: {title}.', 'We have {title} for you, by {author}.',
    'Between us lies {title}, by {author}.', 'This is {title}. {author} wrote it.'],
  openingDated: ['Today we read {title}, by {author}, of {date}.', '{title}, by {author}, {date}: we read it together.',
    'Our text today is {title}, by {author}, {date}.', '{author} wrote what we read today, {date}: {title}.',
    'This is {title}. {author} wrote it, {date}.', 'We have {title} for you, by {author}, {date}.'],
  topic: ['Let us move to {topic}.', 'That brings us to {topic}.', 'Now for {topic}.', 'And so to {topic}.', 'Let us turn to {topic}.',
    'Then there is {topic}.', 'We come to {topic}.', 'On to {topic}.', 'Next, {topic}.', 'I want to get to {topic}.',
    'So, {topic}.', 'Let us go on to {topic}.', 'I marked {topic}.', 'Further on, {topic}.'],
  author: inFirstPerson('author'),
  teller: inFirstPerson('teller'),
  speaker: inFirstPerson('speaker'),
} as const satisfies Record<string, readonly string[]>;
