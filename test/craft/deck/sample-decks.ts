import { frameSvg } from '../../../src/craft/images/frame.js';
import { castLooks } from '../../../src/craft/images/person/cast.js';
import { parsePlace } from '../../../src/craft/images/places/place.js';
import type { DeckDocument, DeckPage } from '../../../src/craft/deck/pages.js';

const SEED = 'deck';
const looks = castLooks(SEED, [
  { name: 'The Time Traveller', description: 'an inventor, about 50, grey hair, dark suit', voice: 'male' },
  { name: 'Weena', description: 'a small young woman with fair hair and a white dress', voice: 'female' },
  { name: 'Filby', description: 'an argumentative man with red hair, 40', voice: 'male' },
]);

/** Draws a place and its people as reads have them; `people` has the indices of `looks`. */
export const drawn = (heading: string, people: readonly number[] = []): string => frameSvg({
  width: 1_600, height: 900, scene: { place: parsePlace(heading), seed: SEED, palette: [] }, background: 'drawn', view: { x: 160, y: 90, width: 1_280, height: 720 },
  air: 0.1, grades: [],
  people: people.map((who, at) => ({
    look: looks[who]!, pose: { expression: at === 0 ? 'speaking' : 'neutral', facing: at === 0 ? 1 : -1 }, presence: at === 0 ? 'speaking' : 'listening',
    x: people.length === 1 ? 500 : 180 + at * 640, y: 200, scale: 0.94,
  })),
});

const picture = (words: string, heading: string, people?: readonly number[]): DeckPage['picture'] => ({ svg: drawn(heading, people), words });
const from = (text: string, ...sources: string[]): DeckPage['sentences'][number] => ({ text, sources });
const page = (id: string, title: string, more: Partial<DeckPage>): DeckPage => ({
  id, title, kind: 'chapter', kicker: null, sentences: [], quotes: [], picture: null, composition: 'text', url: `https://decks.example.org/d/abc#${id}`, ...more,
});

const CHAPTERS: readonly DeckPage[] = [
  page('p2', 'In one breath', { kicker: 'Setup', sentences: [
    from('An inventor rides a machine into the year 802,701, finds mankind split into two species, and has to steal his way home.', 'The Plan, the logline')] }),
  page('p3', 'A dinner in Richmond', { kicker: 'Setup', composition: 'both', picture: picture('The Time Traveller speaks to Filby at the fire.', 'INT. PARLOUR - EVENING', [0, 2]),
    sentences: [
      from('On a Thursday evening the Time Traveller explains to his guests that time is only a kind of space.', 'The Time Machine, characters 120–188'),
      from('Nobody believes him, and least of all Filby.', 'The Time Machine, characters 2,410–2,466')],
    quotes: [{ speaker: 'FILBY', text: 'You can show black is white by argument, but you will never convince me.' }] }),
  page('p4', 'The garden at the end of the world', { kicker: 'Setup', composition: 'image', picture: picture('A wide garden in the evening light.', 'EXT. GARDEN - GOLDEN HOUR'),
    sentences: [from('The earth has become a garden without weeds, without work and without books.', 'The Time Machine, characters 51,002–51,114'),
      from('Great buildings stand in ruins among the flowers, and nobody remembers what they were for.', 'The Time Machine, characters 52,340–52,480')] }),
  page('p5', 'Weena', { kicker: 'Escalation', composition: 'both', picture: picture('Weena looks up.', 'EXT. RIVER BANK - DAY', [1]),
    sentences: [from('He pulls a drowning girl out of the river while her friends look on.', 'The Time Machine, characters 78,220–78,411'),
      from('She follows him from that hour on, and she is the only one of her people who fears the dark enough to speak of it.', 'entry 31')] }),
  page('p6', 'Below', { kicker: 'Escalation', composition: 'image', picture: picture('A shaft in the dark.', 'EXT. CAVE - NIGHT', [0]),
    sentences: [from('Under the garden live those who keep the machines running, and they come up at night for meat.', 'The Time Machine, characters 90,004–90,180')],
    quotes: [{ speaker: 'THE TIME TRAVELLER', text: 'And the little people displayed no vestige of a creative tendency.' }] }),
  page('p7', 'What people said of it', { kicker: 'Turn', quotes: [
    { speaker: 'THE TIME TRAVELLER', text: 'I am afraid I cannot convey the peculiar sensations of time travelling. They are excessively unpleasant.' },
    { speaker: null, text: 'He stopped, looked at us, and put his hand to his forehead.' },
    { speaker: 'FILBY', text: '“What have you been up to, man?”' }] }),
  page('p8', 'The palace of green porcelain', { kicker: 'Turn', composition: 'both', picture: picture('A ruined museum.', 'INT. LIBRARY - LATE AFTERNOON', [0, 1]),
    sentences: Array.from({ length: 6 }, (_, at) => from(`In hall ${at + 1} of a museum without visitors they look for matches, for a weapon, and for a place where they can sleep until the morning comes.`, `entry ${40 + at}`)),
    quotes: [{ speaker: 'WEENA', text: 'Not the dark.' }, { speaker: 'THE TIME TRAVELLER', text: 'The dark is only where we have not been yet.' }] }),
  page('p9', 'How it looks', { kicker: 'Look', sentences: [
    from('Warm evening light above ground, cold machine light below.', 'Series Bible, palette'), from('No lens is wider than an eye.', 'Series Bible, camera'),
    from('Every night is darker than the one before, until the only light is a match.', 'the words of the producer'),
    from('The machine is brass, quartz and one crooked bar of ivory; it is never explained, and it is always in the way.', 'Series Bible, props')] }),
  page('p10', 'Fire in the forest', { kicker: 'Escalation', composition: 'image', picture: picture('The forest burns at night.', 'EXT. FOREST - NIGHT'),
    sentences: [from('He lights a fire to keep them away and loses her in it.', 'The Time Machine, characters 130,500–131,020')] }),
  page('p11', 'What he brought back', { kicker: 'Closing question', composition: 'both', picture: picture('Two white flowers on a table.', 'INT. DINING ROOM - NIGHT', [2]),
    sentences: [from('He comes home with two white flowers that no botanist can name, tells his story once, and leaves again.', 'The Time Machine, characters 170,800–171,040')] }),
];

/** A deck of twelve pages in which every composition occurs. */
export const timeMachineDeck = (more: Partial<DeckDocument> = {}): DeckDocument => ({
  title: 'The Time Machine', byline: 'After the novel by H. G. Wells', language: 'en', palette: { ground: '#141726', ink: '#f6e7c8', accent: '#e0a458' },
  date: new Date('2026-11-27T12:00:00Z'),
  pages: [
    page('p1', 'The Time Machine', { kind: 'title', kicker: 'A table read in twelve chapters', composition: 'image',
      picture: picture('The Time Traveller in his laboratory.', 'INT. LABORATORY - NIGHT', [0]),
      sentences: [from('One man goes to see how it ends.', 'The Plan, the tagline')], url: 'https://decks.example.org/d/abc' }),
    ...CHAPTERS,
    page('p12', 'Will you come and see?', { kind: 'closing', kicker: 'What we ask', url: 'https://decks.example.org/d/abc', sentences: [
      from('We look for a co-producer for six episodes of forty minutes.', 'the words of the producer'), from('The read is finished and can be heard.', 'the words of the producer')] }),
  ],
  ...more,
});

/** A grey JPEG of 16 by 9 pixels, for tests that look at no picture. */
export const SMALL_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgoKC8oLzc3Nzc3N0E8QUNDQ0FBQUFDQ0NISEhVVVVISEhDQ0hIUFBVVVxfXFdXVVdfX2RkZHh4c3OMjJGsrM//xABKAAEAAAAAAAAAAAAA'
  + 'AAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACQAQAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==', 'base64');
