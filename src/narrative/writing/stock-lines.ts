import { PODCAST_LINES } from './stock-lines-podcast.js';

/**
 * The only words a script may hold that are not the source's. They assert nothing but order, title and topic.
 * Families that are drawn from several times in one script hold forty lines or more, so that two scripts rarely meet.
 */
const DOCUMENTARY_LINES = {
  open: [
    'From {title}.', 'This is {title}.', '{title}: a reading.', 'The source is {title}.', 'What follows is {title}.',
    '{title}, in its own words.', 'Here is {title}.', 'We open {title}.', 'On the table: {title}.', '{title}. We begin.',
    'A reading from {title}.', 'The text is {title}.', 'We read from {title}.', 'Before us lies {title}.',
    '{title}. Its own words.', 'Listen to {title}.', 'The page before us: {title}.', 'We have {title} here.', 'The reading is {title}.',
    'Read with us: {title}.', 'These pages are {title}.', 'From the pages of {title}.', 'The words are those of {title}.', 'A reading: {title}.',
  ],
  turn: [
    'Then, {topic}.', 'Next up, {topic}.', 'The text turns to {topic}.', 'And so to {topic}.', 'Now, {topic}.',
    'Further on: {topic}.', 'The page turns. {Topic}.', 'Which brings us to {topic}.', 'After that, {topic}.',
    'The account moves on, to {topic}.', 'A new subject: {topic}.', 'Next in the text: {topic}.', 'On to {topic}.',
    'From here, {topic}.', 'The reading goes on, with {topic}.', '{Topic}.', '{Topic}: that is next in the text.',
    'Some way on, {topic}.', 'The next passage: {topic}.', 'Here the text takes up {topic}.', 'And from there, {topic}.',
    'We pass to {topic}.', 'We come to {topic}.', 'We turn to {topic}.', 'Another page: {topic}.', 'Next, {topic}.',
    'Later in the text: {topic}.', 'A passage on {topic}.', 'A page on {topic}.', 'Reading on: {topic}.',
    'And then, {topic}.', 'Farther along: {topic}.', 'Now for {topic}.', 'The subject now: {topic}.',
    'The words turn to {topic}.', 'Then to {topic}.', 'So, {topic}.', 'We read on: {topic}.',
    'A further page. {Topic}.', 'Still in the text: {topic}.', 'We leave that, for {topic}.', 'And now {topic}.',
  ],
  further: ['Further on.', 'Some pages on.', 'Later in the text.', 'We read on.', 'Another page.', 'A few pages further.', 'From a later page.', 'And further along.',
    'The page turns.', 'We turn some pages.', 'Another passage.', 'The next passage.', 'Reading on.', 'From further on.', 'We go on some way.', 'A later passage.',
    'And then, further on.', 'We open it again, later.', 'Still reading.', 'From there we go on.', 'A little further.', 'The text goes on.', 'On, some pages.',
    'We take it up again, further on.'],
  toward: ['Near the end.', 'The last pages.', 'The closing passage.', 'And so to the end.', 'We come to the last pages.', 'Toward the end.', 'The final pages.',
    'One passage more.', 'And at the end.', 'To close, the last lines.', 'The end of the text.', 'We turn to the last page.', 'The text draws to its end.',
    'And now the close.', 'Last of all.', 'The last passage.'],
  source: ['The next text is {title}.', 'Now, from {title}.', 'A second text: {title}.', 'We turn to {title}.',
    'Another source: {title}.', 'And from {title}.', 'From here we read {title}.', 'Now we open {title}.'],
  last: ['To close, {topic}.', 'Last of all, {topic}.', 'And at the end, {topic}.', 'Finally, {topic}.',
    'The last passage: {topic}.', 'One passage more: {topic}.', 'And last, {topic}.', 'Lastly, {topic}.',
    'Near the end: {topic}.', 'The closing pages: {topic}.', 'The end of the text: {topic}.', 'One more: {topic}.',
    'Toward the end, {topic}.', 'And to close, {topic}.', 'The last pages turn to {topic}.', 'At the last, {topic}.', 'The text ends with {topic}.',
    'And in the end, {topic}.', 'The final passage: {topic}.', 'It closes on {topic}.', 'Here, at the end, {topic}.', 'One page more. {Topic}.'],
  again: ['One line stays.', 'And one line, once more.', 'One line, to close.', 'Before we close, one line.', 'One line to take along.',
    'To end, one line of it.', 'One line again.', 'And this line, to end with.', 'A last line, from inside the text.', 'One line from it, to close.',
    'This line we keep.', 'We close with one line.', 'Let one line stand for the rest.', 'And to close, these words.', 'One line for the end.',
    'The last word goes to this line.'],
  end: ['There the selection ends.', 'That is where we leave {title}.', '{title}. The rest is on the page.',
    'And there the reading stops.', 'The reading ends here.', 'So ends our selection from {title}.',
    'That was {title}, in part.', 'Here we close {title}.', 'The rest is on the page.', 'And there we close the text.',
    'So much from {title}.', 'Here the reading ends.', 'With that, the reading closes.', 'That was {title}.',
    'There we leave the text.', 'The reading stops at this line.',
    'We close the pages here.', 'That line ends the reading.', 'Here we put {title} down.', 'The selection ends with that line.',
    'We leave {title} open at this page.', 'This is where the reading ends.', 'There is more on the page.', 'So far {title}.'],
} as const satisfies Record<string, readonly string[]>;

export const STOCK_LINES: Record<StockFamily, readonly string[]> = { ...DOCUMENTARY_LINES, ...PODCAST_LINES };
export type StockFamily = keyof typeof DOCUMENTARY_LINES | keyof typeof PODCAST_LINES;
