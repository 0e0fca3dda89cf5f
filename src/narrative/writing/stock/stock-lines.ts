import { crossed } from './stock-lines-crossed.js';
import { PODCAST_LINES } from './stock-lines-podcast.js';

/**
 * The only words a script may hold that are not the source's. They assert nothing but order, title and topic.
 * Families hold so many lines, some of them put together from two halves, that two scripts rarely meet in one.
 */
const DOCUMENTARY_LINES = {
  open: [
    'From {title}.', 'This is {title}.', '{title}: a reading.', 'The source is {title}.', 'What follows is {title}.',
    '{title}, in its own words.', 'Here is {title}.', 'We open {title}.', 'On the table: {title}.', '{title}. We begin.',
    'A reading from {title}.', 'The text is {title}.', 'We read from {title}.', 'Before us lies {title}.',
    '{title}. Its own words.', 'Listen to {title}.', 'The page before us: {title}.', 'We have {title} here.', 'The reading is {title}.',
    'Read with us: {title}.', 'These pages are {title}.', 'From the pages of {title}.', 'The words are those of {title}.', 'A reading: {title}.',
    ...crossed(['The text before us is {title}', 'Our text is {title}', 'Our reading is {title}', 'We have opened {title}', 'The pages are {title}',
      'It is {title} that we read', 'The book is open at {title}', 'For the ear, {title}'],
    ['. Listen.', '. We begin.', '. Its own words.', '. Here is how it goes.', '. We read.', '. These are its words.', ', read aloud.', ', page by page.'])],
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
    ...crossed(['The text goes on', 'We turn on', 'Further along', 'Some pages later', 'A later page', 'The next of these pages', 'We go on'],
      [', to {topic}.', ': {topic}.', '. {Topic}.']),
  ],
  further: ['Further on.', 'Some pages on.', 'Later in the text.', 'We read on.', 'Another page.', 'A few pages further.', 'From a later page.', 'And further along.',
    'The page turns.', 'We turn some pages.', 'Another passage.', 'The next passage.', 'Reading on.', 'From further on.', 'We go on some way.', 'A later passage.',
    'And then, further on.', 'We open it again, later.', 'Still reading.', 'From there we go on.', 'A little further.', 'The text goes on.', 'On, some pages.',
    'We take it up again, further on.',
    ...crossed(['Further on', 'Farther along', 'Some way on', 'A few pages on', 'A little later', 'Some pages further', 'Later in the text', 'Past that page', 'A few lines later', 'After some pages', 'Well past that', 'From there'],
      [', we read on.', ', the text goes on.', ', we take it up again.', ', another page.', ', the reading goes on.', ', we open it again.', ', a passage more.',
        ', these lines.'])],
  toward: ['Near the end.', 'The last pages.', 'The closing passage.', 'And so to the end.', 'We come to the last pages.', 'Toward the end.', 'The final pages.',
    'One passage more.', 'And at the end.', 'To close, the last lines.', 'The end of the text.', 'We turn to the last page.', 'The text draws to its end.',
    'And now the close.', 'Last of all.', 'The last passage.',
    ...crossed(['Near the end', 'Toward the end', 'On the last pages', 'At the close', 'And at the last', 'Before the end', 'Now, near the close', 'And so, at the end'],
      [', we read on.', ', these lines.', ', one passage more.', ', the text goes on.', ', this.', ', the words are these.', ', we read this.', ', the reading takes it up again.'])],
  source: ['The next text is {title}.', 'Now, from {title}.', 'A second text: {title}.', 'We turn to {title}.',
    'Another source: {title}.', 'And from {title}.', 'From here we read {title}.', 'Now we open {title}.'],
  last: ['To close, {topic}.', 'Last of all, {topic}.', 'And at the end, {topic}.', 'Finally, {topic}.',
    'The last passage: {topic}.', 'One passage more: {topic}.', 'And last, {topic}.', 'Lastly, {topic}.',
    'Near the end: {topic}.', 'The closing pages: {topic}.', 'The end of the text: {topic}.', 'One more: {topic}.',
    'Toward the end, {topic}.', 'And to close, {topic}.', 'The last pages turn to {topic}.', 'At the last, {topic}.', 'The text ends with {topic}.',
    'And in the end, {topic}.', 'The final passage: {topic}.', 'It closes on {topic}.', 'Here, at the end, {topic}.', 'One page more. {Topic}.',
    ...crossed(['Then, at the end', 'To finish', 'One more passage', 'At the close', 'For the end', 'On the last page'], [': {topic}.', ', {topic}.', '. {Topic}.'])],
  again: ['One line stays.', 'And one line, once more.', 'One line, to close.', 'Before we close, one line.', 'One line to take along.',
    'To end, one line of it.', 'One line again.', 'And this line, to end with.', 'A last line, from inside the text.', 'One line from it, to close.',
    'This line we keep.', 'We close with one line.', 'Let one line stand for the rest.', 'And to close, these words.', 'One line for the end.',
    'The last word goes to this line.',
    ...crossed(['One line', 'One of its lines', 'A line of it', 'One line from inside', 'A single line', 'One sentence'],
      [', once more.', ', before the end.', ', to go with you.', ' to end on.', ' for the close.', ', and then we stop.', ', read twice.', ', as we close.'])],
  end: ['There the selection ends.', 'That is where we leave {title}.', '{title}. The rest is on the page.',
    'And there the reading stops.', 'The reading ends here.', 'So ends our selection from {title}.',
    'That was {title}, in part.', 'Here we close {title}.', 'The rest is on the page.', 'And there we close the text.',
    'So much from {title}.', 'Here the reading ends.', 'With that, the reading closes.', 'That was {title}.',
    'There we leave the text.', 'The reading stops at this line.',
    'We close the pages here.', 'That line ends the reading.', 'Here we put {title} down.', 'The selection ends with that line.',
    'We leave {title} open at this page.', 'This is where the reading ends.', 'There is more on the page.', 'So far {title}.',
    ...crossed(['There', 'Here', 'At that line', 'With those words', 'On this page', 'With this'],
      [' the reading comes to its end.', ' we leave off.', ' the selection stops.', ' we lay {title} aside.', ' our pages end.', ' we stop reading.', ' we shut the book.',
        ' {title} is left to you.', ' our part of {title} ends.', ' we give the page back.'])],
} as const satisfies Record<string, readonly string[]>;

export const STOCK_LINES: Record<StockFamily, readonly string[]> = { ...DOCUMENTARY_LINES, ...PODCAST_LINES };
export type StockFamily = keyof typeof DOCUMENTARY_LINES | keyof typeof PODCAST_LINES;
