import { OWN, textIn } from '../support/corpora.js';

/** A fixed list, because any other text would change every page. */
const PROSE = ['a-winter-on-the-saltings', 'address-at-the-breakwater', 'how-a-bell-is-tuned', 'the-clockmaker-of-fallow-street', 'the-lower-galleries',
  'the-salt-ledger'];

/** The distinct sentences of our prose, from paragraphs without quotations. */
function sentences(): string[] {
  const narrated = PROSE.flatMap((name) => textIn(OWN, `prose/${name}.txt`).split('\n'))
    .filter((paragraph) => /^[A-Z].*\.$/.test(paragraph) && !/[“‘]/.test(paragraph));
  return [...new Set(narrated.flatMap((paragraph) => paragraph.match(/[A-Z][^.?!]{20,}[.?!](?= |$)/g) ?? []))];
}

/** Deals cards as if by chance, and the same way each time; the pack is shuffled anew when it is used up. */
class Deck<T> {
  private left: T[] = [];
  private state: number;

  constructor(private readonly cards: readonly T[], seed: number) { this.state = seed; }

  number(below: number): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((this.state / 2_147_483_648) * below);
  }

  deal(): T {
    if (this.left.length === 0) this.left = [...this.cards];
    const [card] = this.left.splice(this.number(this.left.length), 1);
    return card!;
  }
}

const PEOPLE = ['INES', 'CAPTAIN VERRIN', 'MR. THORNE', 'DILLY', 'THE MAGISTRATE', 'ÉLODIE', 'OLD THRELFALL', 'FIRST SAILOR'];
const PLACES = ['A STREET BEFORE THE CUSTOMS HOUSE', 'THE COAL WHARF', 'A ROOM IN PENHALLOW', 'THE SALTINGS', 'ABOARD THE CONSTANCE'];

interface Style { title: string; seed: number; scenes: number; speeches: number; words(deck: Deck<string>): string[] }

/** A play made of the sentences of our prose: scenes, directions and speeches by people in turn. Senseless, long, and the same each time. */
function play({ title, seed, scenes, speeches, words }: Style): string {
  const deck = new Deck(sentences(), seed);
  const lines = [`Title: ${title}`, ''];
  for (let scene = 1; scene <= scenes; scene++) {
    lines.push(`.SCENE ${scene}. ${PLACES[deck.number(PLACES.length)]}`, '');
    for (let speech = 0; speech < speeches; speech++) {
      if (deck.number(9) === 0) lines.push(`!${deck.deal()}`, '');
      lines.push(`@${PEOPLE[deck.number(PEOPLE.length)]}`, ...(deck.number(7) === 0 ? ['(aside)'] : []), ...words(deck), '');
    }
  }
  return lines.join('\n');
}

/** Lines of seven words, as verse is printed. */
const verse = (deck: Deck<string>): string[] =>
  Array.from({ length: 1 + deck.number(3) }, () => deck.deal()).join(' ').match(/\S+(?: \S+){0,6}/g) ?? [];
const prose = (deck: Deck<string>): string[] => [Array.from({ length: 1 + deck.number(4) }, () => deck.deal()).join(' ')];

/** A tragedy in verse as Fountain. */
export const tragedy = (): string => play({ title: 'The Tragedy of the Salt', seed: 11, scenes: 24, speeches: 26, words: verse });
/** A comedy in prose as Fountain. */
export const comedy = (): string => play({ title: 'The Comedy of the Bells', seed: 23, scenes: 5, speeches: 110, words: prose });

const ROOMS = ['PENHALLOW - KITCHEN', 'CUSTOMS HOUSE', 'COAL WHARF', 'THE CONSTANCE - CABIN', 'SALTINGS', 'THRELFALL\u2019S CAR'];
const TIMES = ['DAY', 'NIGHT', 'DAWN', 'CONTINUOUS', 'LATER'];
/** Lines in capitals that are action: shots, inserts, names, cries. */
const CAPITALS = ['HIS CAR,', 'ON HIS SHOES', 'INES', 'THE LETTER:', 'CLOSE ON THE LAMP', 'VERRIN AND DILLY', 'THE OTHER HAND --', 'A RED DOOR'];

/** A song: lines of five words in two stanzas, with a pause between them. */
const song = (deck: Deck<string>): string[] => {
  const lines = deck.deal().match(/\S+(?: \S+){0,4}/g) ?? [];
  return [...lines, '  ', ...lines];
};

/** A film of short scenes as Fountain: capital lines that are action, two forced headings, songs, brackets, pairs of speeches. */
export function film(): string {
  const deck = new Deck(sentences(), 41);
  const pick = <T>(list: readonly T[]): T => list[deck.number(list.length)]!;
  const lines = ['Title: The Film of the Wharf', ''];
  let last = '';
  for (let scene = 1; scene <= 190; scene++) {
    if (scene % 60 === 0) lines.push('.LENS OF A TELESCOPE', '', deck.deal(), '');
    lines.push(`${pick(['INT.', 'EXT.', 'INT./EXT.'])} ${pick(ROOMS)} - ${pick(TIMES)}`, '', deck.deal(), '');
    if (deck.number(5) === 0) lines.push(`!${pick(CAPITALS)}`, '', deck.deal(), '');
    for (let speech = deck.number(6); speech > 0; speech--) {
      const bracket = deck.number(3) === 0 ? ['(realizing)'] : [];
      const words = deck.number(8) === 0 ? song(deck) : prose(deck);
      const more = deck.number(5) === 0 ? ['(beat)', deck.deal()] : [];
      last = pick(PEOPLE.filter((name) => name !== last));
      lines.push(`@${last}`, ...bracket, ...words, ...more, '');
    }
    if (deck.number(12) === 0) lines.push('INES', 'Nobody has asked us.', '', 'DILLY ^', 'Nobody ever will.', '', 'They wait.', '');
    if (deck.number(6) === 0) lines.push('CUT TO:', '');
  }
  return lines.join('\n');
}
