import type { Person, TextAnalysis } from '../../src/craft/narrative/model.js';
import type { LabelledNovel, LabelledQuotation, QuotationType } from './novels.js';

/** The number of right answers, and of all answers. */
export interface Share { right: number; all: number }

/** How well an analysis finds the speakers and people of one text. */
export interface Score {
  work: string;
  speakers: Record<QuotationType | 'all', Share>;
  /** Words that their own speaker's voice says. */
  words: Share;
  /** Accuracy of the lines with weak confidence, and of the others. */
  weak: Share;
  sure: Share;
  notFound: number;
  /** Consistency by person, for the larger people: quotations that fall to the person's most frequent cast member. `explicit`: only those that a name tags. */
  together: { explicit: Share; all: Share };
  /** Consistency by cast member, for the larger people: quotations that are of the member's most frequent person. */
  alone: { explicit: Share; all: Share };
  /** Accuracy of the sex of the larger people. */
  sex: Share;
}

interface Pair { gold: LabelledQuotation; cast: string | null; confidence: string }

/** A quotation counts as found when its middle lies within a found one. */
function pairsOf(novel: LabelledNovel, { quotes }: TextAnalysis): Pair[] {
  let at = 0;
  return novel.quotations.map((gold) => {
    const middle = (gold.start + gold.end) / 2;
    while (at > 0 && quotes[at]!.start > middle) at--;
    while (at < quotes.length - 1 && quotes[at]!.end < middle) at++;
    const found = quotes[at];
    return found && found.start <= middle && middle <= found.end
      ? { gold, cast: found.speaker, confidence: found.confidence } : { gold, cast: null, confidence: 'weak' };
  });
}

/** Matches members of the cast with people of the novel one to one, the pairs with the most agreements first. */
export function matched(pairs: readonly Pick<Pair, 'gold' | 'cast'>[]): Map<string, string> {
  const agreements = new Map<string, Map<string, number>>();
  for (const { gold, cast } of pairs) {
    if (cast === null) continue;
    const known = agreements.get(cast) ?? new Map<string, number>();
    agreements.set(cast, known.set(gold.speaker, (known.get(gold.speaker) ?? 0) + 1));
  }
  const ranked = [...agreements].flatMap(([cast, people]) => [...people].map(([person, count]) => ({ cast, person, count })))
    .sort((a, b) => b.count - a.count);
  const match = new Map<string, string>();
  const taken = new Set<string>();
  for (const { cast, person } of ranked) {
    if (match.has(cast) || taken.has(person)) continue;
    match.set(cast, person);
    taken.add(person);
  }
  return match;
}

const share = (values: readonly boolean[]): Share => ({ right: values.filter(Boolean).length, all: values.length });

/** How many pairs have the most frequent value of their group. */
function unity(pairs: readonly (readonly [group: string, value: string])[]): Share {
  const groups = new Map<string, Map<string, number>>();
  for (const [group, value] of pairs) {
    const known = groups.get(group) ?? new Map<string, number>();
    groups.set(group, known.set(value, (known.get(value) ?? 0) + 1));
  }
  const right = [...groups.values()].reduce((sum, values) => sum + Math.max(...values.values()), 0);
  return { right, all: pairs.length };
}

function sexOf(novel: LabelledNovel, cast: readonly Person[], match: ReadonlyMap<string, string>, larger: ReadonlySet<string>): Share {
  const genders = new Map(novel.people.map(({ name, gender }) => [name, gender]));
  return share(cast.flatMap(({ id, gender }) => {
    const person = match.get(id);
    const gold = person !== undefined && larger.has(person) ? genders.get(person) : null;
    return gold ? [gender === (gold === 'F' ? 'female' : 'male')] : [];
  }));
}

/** Compares an analysis with the labels of the novel. */
export function scoreOf(novel: LabelledNovel, analysis: TextAnalysis): Score {
  const pairs = pairsOf(novel, analysis);
  const match = matched(pairs);
  const isRight = ({ gold, cast }: Pair): boolean => cast !== null && match.get(cast) === gold.speaker;
  const of = (type: QuotationType): Share => share(pairs.filter(({ gold }) => gold.type === type).map(isRight));
  const larger = new Set(novel.people.filter(({ category }) => category !== 'minor').map(({ name }) => name));
  const found = pairs.flatMap(({ gold, cast }) => (cast !== null && larger.has(gold.speaker) ? [{ gold, cast }] : []));
  const explicit = found.filter(({ gold }) => gold.type === 'explicit');
  const byPerson = (list: typeof found): Share => unity(list.map(({ gold, cast }) => [gold.speaker, cast] as const));
  const byCast = (list: typeof found): Share => unity(list.map(({ gold, cast }) => [cast, gold.speaker] as const));
  return {
    work: novel.work,
    speakers: { explicit: of('explicit'), anaphoric: of('anaphoric'), implicit: of('implicit'), all: share(pairs.map(isRight)) },
    words: {
      right: pairs.reduce((sum, pair) => sum + (isRight(pair) ? pair.gold.words : 0), 0),
      all: pairs.reduce((sum, { gold }) => sum + gold.words, 0),
    },
    weak: share(pairs.filter(({ confidence }) => confidence === 'weak').map(isRight)),
    sure: share(pairs.filter(({ confidence }) => confidence !== 'weak').map(isRight)),
    notFound: pairs.filter(({ cast }) => cast === null).length,
    together: { explicit: byPerson(explicit), all: byPerson(found) },
    alone: { explicit: byCast(explicit), all: byCast(found) },
    sex: sexOf(novel, analysis.cast, match, larger),
  };
}

/** The joint share of several texts. */
export const sumOf = (shares: readonly Share[]): Share =>
  shares.reduce((sum, { right, all }) => ({ right: sum.right + right, all: sum.all + all }), { right: 0, all: 0 });

export const percentOf = ({ right, all }: Share): number => (all === 0 ? 0 : Math.round((1000 * right) / all) / 10);
