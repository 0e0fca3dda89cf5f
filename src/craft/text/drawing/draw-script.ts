import type { WriterSource } from '../../narrative/model.js';
import { splitSentences } from '../../narrative/analysis/language/sentences.js';
import { flawsOfPerson } from '../../images/drawn/person.js';
import { flawsOfPlace } from '../../images/drawn/place.js';
import { isSamePlace, isSameThing, type PersonDrawing, type Screenplay, type SeenPerson, type SeenPlace } from '../../screenplay/model.js';
import { AnswerFlaw } from '../model/model-client.js';
import type { SeeingDesk } from '../seeing/see-script.js';
import { drawingsOf, figuresOf, peopleQuestion, type Figure, type PeopleAnswer } from './people-question.js';
import { drawingOf, placeQuestion, unmetBy, type PlaceAnswer, type ToldPlace } from './place-question.js';

/** The limits on drawings: places, preferring those where most is heard; people, in the order in which they are seen; and figures of people. */
const [MOST_PLACES, MOST_PEOPLE, MOST_FIGURES] = [10, 14, 24];
const PEOPLE_AT_ONCE = 3;
/** The most characters of each part of a question about a place or a person. */
const [THERE_CHARACTERS, ABOUT_PLACE, ABOUT_PERSON, ABOUT_LOOKS, OPENING] = [2_600, 1_200, 1_000, 2_400, 700];

/** The places of a script, each with the text that is heard there; places with the most text come first. */
function toldPlaces({ entries, seen }: Screenplay): ToldPlace[] {
  const places: ToldPlace[] = [];
  let now: ToldPlace | null = null;
  for (const { text, sights = [], kind } of entries) {
    for (const sight of sights) {
      now = places.find((place) => isSamePlace(place, sight)) ?? null;
      if (now === null) places.push(now = { kind: sight.kind, side: sight.side, place: sight.place, era: seen?.era ?? null, there: '', about: '', opening: '', times: [], weathers: [], movable: [] });
      now.times = [...new Set([...now.times, sight.time])];
      now.weathers = [...new Set([...now.weathers, sight.weather])];
      now.movable = [...now.movable, ...(sight.movable ?? []).filter((thing) => !now!.movable.some((known) => isSameThing(known, thing)))];
    }
    if (now && kind !== 'scene_heading') now.there += `${text}\n`;
  }
  return places.sort((one, other) => other.there.length - one.there.length).slice(0, MOST_PLACES);
}

/** The sentences of the source from its beginning to the end of the script's part; of the script itself when its source is unknown. */
function sentencesBefore({ entries }: Screenplay, sources: readonly WriterSource[]): string[] {
  const spans = entries.flatMap((entry) => entry.spans);
  const source = sources.find(({ sourceId }) => sourceId === spans[0]?.sourceId);
  const text = source?.text?.slice(0, Math.max(...spans.filter(({ sourceId }) => sourceId === source.sourceId).map(({ end }) => end))) ?? entries.map((entry) => entry.text).join('\n');
  return splitSentences(text).map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/gu, ' ').trim());
}

/** The last sentences that contain one of the words, in their order, with at most this many characters. */
function naming(sentences: readonly string[], words: readonly string[], characters: number): string {
  const own = words.map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  const found: string[] = [];
  let room = characters;
  for (const sentence of sentences.toReversed()) {
    const lower = sentence.toLowerCase();
    if (!own.some((word) => lower.includes(word)) || sentence.length > room) continue;
    room -= sentence.length;
    found.unshift(sentence);
  }
  return found.join(' ');
}

/** Words about looks and dress; texts mostly describe them when a person first appears. */
const DRESS = /\b(?:wore|wear(?:s|ing)?|dress(?:ed)?|coat|cloak|hat|cap|gown|skirt|shawl|uniform|collar|shirt|boots|hair|beard|eyes|face|skin|tall|thin|stout|figure|looked like|clad|robe|apron|trousers|veil|bonnet|head|fur|scales|wings|tail)\b/iu;

function aboutPerson(sentences: readonly string[], name: string): string {
  const parts = name.split(/\s+/u).map((word) => word.replaceAll(/[^\p{L}’'-]/gu, '')).filter((word) => !/^(?:mrs?|miss|ms|dr|the|sir|lady|lord|old|young)$/iu.test(word));
  const about = sentences.filter((sentence, at) => DRESS.test(sentence) && [sentence, sentences[at - 1] ?? ''].some((one) => parts.some((part) => one.toLowerCase().includes(part.toLowerCase()))));
  return about.slice(-8).join(' ').slice(-ABOUT_PERSON);
}

/** The sentences about looks and dress in the narration of a script, in its order, up to `ABOUT_LOOKS` characters. */
function aboutLooks({ entries }: Screenplay): string {
  const told = entries.filter(({ kind, parenthetical }) => kind === 'action' || parenthetical === 'narrating').map(({ text }) => text).join('\n');
  const found = splitSentences(told).map(({ start, end }) => told.slice(start, end)).filter((sentence) => DRESS.test(sentence));
  return found.join(' ').slice(0, ABOUT_LOOKS);
}

/** What a question says. */
type Asked = Record<'rules' | 'material' | 'task', string>;

/** Draws the places and people of a script, each question for itself, as many at once as the server takes. */
class Illustrator {
  private readonly looks: string;

  constructor(private readonly desk: SeeingDesk, private readonly script: Screenplay, private readonly sentences: readonly string[]) {
    this.looks = aboutLooks(script);
  }

  /** Draws a place; null when the drawing is not good enough, the model has no usable answer or its budget is spent. */
  async place(told: ToldPlace): Promise<SeenPlace | null> {
    const about = told.place === '' ? '' : naming(this.sentences, told.place.split(/\s+/u).slice(-1), ABOUT_PLACE);
    const opening = this.sentences.join(' ').slice(0, OPENING);
    const question = placeQuestion({ ...told, there: told.there.slice(0, THERE_CHARACTERS), about, opening });
    return this.drawn('place', question, async (budget) => {
      const flaws = (one: PlaceAnswer): string[] => [...flawsOfPlace(drawingOf(one, told)), ...unmetBy(one, told)];
      const answer = await this.desk.model.ask(question, flaws, { signal: this.desk.signal, budget });
      const drawing = drawingOf(answer, told);
      const { kind, side, place } = told;
      return flawsOfPlace(drawing).length > 0 ? null : { kind, side, place, drawing };
    });
  }

  /** The figures to draw, up to the limits: everybody as first seen, then other outfits. */
  figures(people: readonly SeenPerson[]): Figure[] {
    let others = MOST_FIGURES - people.length;
    return people.flatMap((seen) => figuresOf(seen, aboutPerson(this.sentences, seen.name))).filter(({ outfit }) => outfit === null || others-- > 0);
  }

  /** Drawings by the labels of the figures. */
  async people(figures: readonly Figure[]): Promise<Map<string, PersonDrawing>> {
    const { era = null, people: all = [] } = this.script.seen ?? {};
    const others = all.filter((person) => !figures.some(({ seen }) => seen === person)).map(({ name }) => name);
    const question = peopleQuestion(figures, { era, looks: this.looks, others });
    const flaws = (answer: PeopleAnswer): string[] => [...drawingsOf(answer)].flatMap(([name, drawing]) => flawsOfPerson(drawing).map((flaw) => `${name}: ${flaw}`));
    const answer = await this.drawn('people', question, (budget) => this.desk.model.ask(question, flaws, { signal: this.desk.signal, budget }));
    const drawings = answer ? drawingsOf(answer) : new Map<string, PersonDrawing>();
    return new Map(figures.flatMap(({ label }): [string, PersonDrawing][] => {
      const drawing = drawings.get(label);
      return drawing && flawsOfPerson(drawing).length === 0 ? [[label, drawing]] : [];
    }));
  }

  /** A drawing, stored under its question; null when the model has no usable answer or its budget is spent. */
  private async drawn<T>(kind: string, { rules, material, task }: Asked, draw: (budget: SeeingDesk['budget']) => Promise<T>): Promise<T | null> {
    const { model, memory, budget } = this.desk;
    if (budget.spent) return null;
    try {
      return await memory.once(['drawing', kind, model.name, rules, material, task], draw, { budget, isKept: (made) => made !== null });
    } catch (error) {
      if (!(error instanceof AnswerFlaw)) throw error;
      return null;
    }
  }
}

/** The people who are seen outdoors. */
const seenOutside = ({ entries }: Screenplay): Set<string> =>
  new Set(entries.flatMap(({ sights = [] }) => sights).filter(({ side }) => side === 'out').flatMap(({ people }) => people));

/** A person with the drawings of its figures. A person who is never seen outdoors wears no hat in portraits either, unless the hat stays on indoors. */
function withDrawings(seen: SeenPerson, figures: readonly Figure[], drawings: ReadonlyMap<string, PersonDrawing>, outside: ReadonlySet<string>): SeenPerson {
  const drawnAs = (outfit: number | null): { drawn?: PersonDrawing } => {
    const drawn = drawings.get(figures.find((figure) => figure.seen === seen && figure.outfit === outfit)?.label ?? '');
    return drawn ? { drawn: drawn.keepsHat || outside.has(seen.name) ? drawn : { ...drawn, hat: [] } } : {};
  };
  const outfits = seen.outfits?.map((outfit, at) => ({ ...outfit, ...drawnAs(at) }));
  return { ...seen, ...drawnAs(null), ...(outfits ? { outfits } : {}) };
}

/** Adds a woman as second figure to a group of mixed or unknown sex. */
const mixed = (seen: SeenPerson): SeenPerson =>
  (seen.many && seen.sex === 'neutral' ? { ...seen, outfits: [{ wears: 'what a woman among them wears', shown: {} }] } : seen);

const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/**
 * Adds a model's drawings of places and of people's clothes to a script with sights. Where a drawing is missing or not good enough, pictures are drawn from
 * words. Throws `ProviderBackoff`, `ProviderFailure` and the signal's reason.
 */
export async function drawnByModel(desk: SeeingDesk, script: Screenplay, sources: readonly WriterSource[]): Promise<Screenplay> {
  const { seen } = script;
  if (!seen) return script;
  const illustrator = new Illustrator(desk, script, sentencesBefore(script, sources));
  const people = seen.people.map(mixed);
  const figures = illustrator.figures(people.slice(0, MOST_PEOPLE));
  const [places, groups] = await Promise.all([
    Promise.all(toldPlaces(script).map((told) => illustrator.place(told))),
    Promise.all(inGroups(figures, PEOPLE_AT_ONCE).map((group) => illustrator.people(group))),
  ]);
  const drawings = new Map(groups.flatMap((group) => [...group]));
  const outside = seenOutside(script);
  const dressed = people.map((person) => withDrawings(person, figures, drawings, outside));
  const drawn = places.filter((place) => place !== null);
  const message = `${desk.model.name} drew ${drawn.length} of ${places.length} places, and ${dressed.filter((person) => person.drawn).length} of ${people.length} people; the others are drawn from words.`;
  return {
    ...script, reviewNotes: [...script.reviewNotes, { entryIndex: null, rule: 'drawings', message }],
    seen: {
      ...seen, places: drawn, people: dressed,
    },
  };
}
