import { identify, type Passage } from '../../../people/identify.js';
import type { PersonFacts } from '../../../people/facts.js';
import type { Somebody } from '../../../people/mentions.js';
import type { Attributed, Attribution } from '../attribution/attribution.js';
import type { Figure } from '../names/figures.js';
import type { Turn } from '../speech/turns.js';

/**
 * Who the people of a text are. Expects the speakers to be found already, so that what they say counts as evidence about them. `inner` holds the turns inside
 * told stories.
 */
export function factsOfFigures(attribution: Attribution, cast: Iterable<Figure>, inner: readonly Attributed[]): Map<Figure, PersonFacts> {
  const { items, turns, figures, narrator, firstPerson } = attribution;
  const all = [...new Set([...cast, ...figures.all])];
  const idOf = new Map(all.map((figure, index) => [figure, `f${index}`]));
  const people = all.map((figure): Somebody => ({
    id: idOf.get(figure)!, names: figure.kind === 'narrator' && figure.name === 'Narrator' ? [] : [...new Set([figure.name, ...figure.forms])],
    described: figure.kind === 'description' || figure.kind === 'role',
  }));
  const teller = firstPerson ? idOf.get(narrator) : undefined;
  const speakers = new Map(turns.map((attributed) => [attributed.turn.item, attributed]));
  const passages = items.flatMap(({ index, narration, turn }): Passage[] => {
    const said = speakers.get(index);
    const speaker = said?.figure ? idOf.get(said.figure) : undefined;
    const tag = said?.confidence === 'weak' ? null : pronounOf(turn);
    const told: Passage = {
      kind: 'narration', text: narration, ...(teller ? { teller } : {}), ...(speaker ? { speaker } : {}), ...(tag ? { tag } : {}),
    };
    return turn && speaker ? [told, { kind: 'speech', text: turn.words, speaker }] : [told];
  });
  for (const { turn, figure } of inner) {
    const tag = pronounOf(turn);
    if (tag && figure) passages.push({ kind: 'narration', text: '', speaker: idOf.get(figure)!, tag });
  }
  const found = identify(people, passages);
  const facts = new Map(all.map((figure) => [figure, found.get(idOf.get(figure)!)!]));
  if (isAboutChildren(items)) {
    const employed = new Set(attribution.bound.values());
    for (const [figure, known] of facts) {
      if (!mayBeOneOfTheChildren(figure, known) || employed.has(figure)) continue;
      const evidence = [...known.evidence, { fact: 'ageRange' as const, confidence: 0.6, because: 'one of “the children”' }];
      facts.set(figure, { ...known, ageRange: 'child', evidence });
    }
  }
  const own = facts.get(narrator);
  if (firstPerson && narrator.kind === 'narrator' && own?.gender === null && isOlder(items)) {
    const evidence = [...own.evidence, { fact: 'gender' as const, confidence: 0.55, because: 'a nameless teller of an older text' }];
    facts.set(narrator, { ...own, gender: 'male', evidence });
  }
  return facts;
}

const pronounOf = (turn: Turn | null): 'he' | 'she' | null =>
  (turn?.tag?.kind !== 'pronoun' ? null : turn.tag.subject === 'he' ? 'he' : turn.tag.subject === 'she' ? 'she' : null);

const CHILDREN = /\b(?:the|other|two|three|four|five|six|seven) (?:other |little |small |poor |two |three |four |five )?children\b/giu;
const MIN_CHILDREN = 6;
const MIN_CHILDREN_PER_WORD = 0.0015;
const MIN_TURNS = 3;

/** True for a text that speaks of the children again and again: they are its heroes. */
function isAboutChildren(items: Attribution['items']): boolean {
  let children = 0;
  let words = 0;
  for (const { narration } of items) {
    children += narration.match(CHILDREN)?.length ?? 0;
    words += narration.split(' ').length;
  }
  return children >= MIN_CHILDREN && children >= words * MIN_CHILDREN_PER_WORD;
}

/** True for a tagged speaker with only a first name and no stated age, as children are called. */
const mayBeOneOfTheChildren = ({ kind, title, first, last, tags }: Figure, { ageRange }: PersonFacts): boolean =>
  ageRange === null && kind === 'name' && title === null && first !== null && last === null && tags >= MIN_TURNS;

const OLDER_WORDS = /\b(?:upon|to-day|to-morrow|to-night|thither|hither|whence|thence|presently|thereupon|connexion)\b/giu;
const MIN_OLDER_WORDS = 3;

/** True for a text in older English, in which unnamed narrators are mostly men. */
const isOlder = (items: Attribution['items']): boolean =>
  items.reduce((count, { narration, turn }) => count + (`${narration} ${turn?.words ?? ''}`.match(OLDER_WORDS)?.length ?? 0), 0) >= MIN_OLDER_WORDS;
