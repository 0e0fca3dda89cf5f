import { everyPair } from './every-pair.js';
import { PODCAST_LINES } from './podcast-lines.js';

/**
 * The stock lines of a documentary. Stock lines and the questions that hosts build from the next sentence are the only words of a script that are not from
 * its sources. They state only order, title, author, date and topic.
 */
const DOCUMENTARY_LINES = {
  open: [
    'This is {title}.', '{title}: a reading.', '{title}, in its own words.', 'Here is {title}.', 'A reading from {title}.',
    'The words are those of {title}.', 'A reading: {title}.', 'We read from {title}.', 'What follows is {title}.',
    ...everyPair(['The text before us is {title}', 'Our reading is {title}', 'It is {title} that we read'],
      ['.', ', in its own words.'])],
  openBy: [
    'This is {title}, by {author}.', '{title}, by {author}.', '{title}: words of {author}.', 'Here is {title}, by {author}.',
    'A reading from {title}, by {author}.', '{author} wrote this: {title}.', '{title}, in the words of {author}.',
    'We read {author}: {title}.', 'The text is {title}. The author is {author}.', 'By {author}: {title}.'],
  openDated: [
    'This is {title}, by {author}, {date}.', '{title}, by {author}. {date}.', '{date}: {title}, by {author}.',
    'Here is {title}, by {author}, of {date}.', '{author} wrote this, {date}: {title}.', 'A reading of {date}: {title}, by {author}.',
    '{title}, in the words of {author}, {date}.', 'By {author}, {date}: {title}.'],
  turn: [
    'Next, {topic}.', 'The text turns to {topic}.', 'And so to {topic}.', 'Now, {topic}.', 'Further on: {topic}.',
    'Which brings us to {topic}.', 'After that, {topic}.', 'On to {topic}.', '{Topic}.', 'Some way on, {topic}.',
    'We come to {topic}.', 'Later, {topic}.', 'Then, {topic}.', 'Farther along: {topic}.', 'Now for {topic}.',
    ...everyPair(['The text goes on', 'Further along', 'Some pages later'], [', to {topic}.', ': {topic}.', '. {Topic}.'])],
  source: ['The next text is {title}.', 'Now, from {title}.', 'A second text: {title}.', 'We turn to {title}.',
    'Another source: {title}.', 'And from {title}.', 'From here we read {title}.', 'Now we open {title}.'],
} as const satisfies Record<string, readonly string[]>;

export const STOCK_LINES: Record<StockFamily, readonly string[]> = { ...DOCUMENTARY_LINES, ...PODCAST_LINES };
export type StockFamily = keyof typeof DOCUMENTARY_LINES | keyof typeof PODCAST_LINES;
