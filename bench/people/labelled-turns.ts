import { contextOf, decode, knowingAddressees } from '../../src/craft/narrative/analysis/attribution/conversation.js';
import { readSpeech } from '../../src/craft/narrative/analysis/attribution/attribution.js';
import type { Context } from '../../src/craft/narrative/analysis/attribution/plausibility.js';
import { search } from '../../src/craft/narrative/analysis/attribution/search.js';
import { paragraphsOf } from '../../src/craft/narrative/analysis/language/paragraphs.js';
import type { Figure } from '../../src/craft/narrative/analysis/names/figures.js';
import { describedFigure } from '../../src/craft/narrative/analysis/people/descriptions.js';
import { detectQuotations } from '../../src/craft/narrative/analysis/speech/quotations.js';
import type { LabelledNovel, LabelledQuotation } from './novels.js';

/** A text as the speaker search sees it, with the true speakers. */
export interface LabelledTurns {
  work: string;
  context: Context;
  /** For each turn, the figures that represent its true speaker; null when the speaker is not known. */
  right: (ReadonlySet<Figure> | null)[];
  /** For each turn a figure: a right one when the speaker is known, else a plausible one. */
  spoken: Figure[];
  /** Each quotation and the index of its turn; null when it lies in no turn. */
  quotations: { gold: LabelledQuotation; at: number | null }[];
}

/** Reads a labelled text up to the search for its speakers, and matches the figures with the people of the labels. */
export function labelledTurns(novel: LabelledNovel, weights: Float64Array, beamWidth: number): LabelledTurns {
  const { plain, blocks } = detectQuotations(novel.text, paragraphsOf(novel.text));
  const { scene, evidence } = readSpeech(plain, blocks);
  const before = contextOf(evidence, scene);
  const guesses = decode(search(before, weights, beamWidth, { from: 0, to: evidence.length, start: null })).map(({ figure }) => figure);
  const context = knowingAddressees(before, guesses);
  const quotations = placed(novel, context);
  const figures = figuresOfPeople(novel, context, quotations);
  const right: LabelledTurns['right'] = evidence.map(() => null);
  for (const { gold, at } of quotations) if (at !== null) right[at] ??= figures.get(gold.speaker) ?? null;
  const spoken = guesses.map((figure, at) => (!right[at] || right[at].has(figure) ? figure : [...right[at]][0]!));
  return { work: novel.work, context, right, spoken, quotations };
}

function placed({ quotations }: LabelledNovel, { scene, evidence }: Context): LabelledTurns['quotations'] {
  const places = new Map(evidence.map(({ turn }, at) => [turn, at]));
  const spans: { start: number; end: number; at: number }[] = [];
  let last = -1;
  for (const turn of scene.turns) {
    last = places.get(turn) ?? last;
    for (const { start, end } of turn.quotes) spans.push({ start, end, at: last });
  }
  return quotations.map((gold) => {
    const middle = (gold.start + gold.end) / 2;
    const span = spans.find(({ start, end }) => start <= middle && middle <= end);
    return { gold, at: span && span.at >= 0 ? span.at : null };
  });
}

const plainName = (name: string): string => name.toLowerCase().replace(/\./g, '').replace(/^the /, '');

/**
 * The figure of each person: the named figure to which tags assign most of the person's quotations, else a figure known by a description, else the only
 * figure with the person's name. When several figures belong to a person, only this one is right, because a listener should hear one voice.
 */
function figuresOfPeople({ people }: LabelledNovel, { scene, evidence }: Context, quotations: LabelledTurns['quotations']): Map<string, Set<Figure>> {
  const counts = new Map<Figure, Map<string, number>>();
  for (const { gold, at } of quotations) {
    const { settled, description, turn } = at === null ? { settled: null, description: null, turn: null } : evidence[at]!;
    const figure = settled ?? (description ? describedFigure(scene.figures, description) : turn?.tag?.subject === 'I' ? scene.narrator : null);
    if (!figure) continue;
    const known = counts.get(figure) ?? new Map<string, number>();
    counts.set(figure, known.set(gold.speaker, (known.get(gold.speaker) ?? 0) + 1));
  }
  const found = new Map<string, Figure[]>();
  for (const figure of scene.figures.all) {
    const tagged = [...counts.get(figure) ?? []].sort((a, b) => b[1] - a[1])[0]?.[0];
    const forms = new Set([...figure.forms].map(plainName));
    const called = tagged !== undefined || figure.kind === 'description' ? []
      : people.filter(({ name, aliases }) => [name, ...aliases].some((alias) => forms.has(plainName(alias))));
    const person = tagged ?? (called.length === 1 ? called[0]!.name : null);
    if (person !== null) found.set(person, [...found.get(person) ?? [], figure]);
  }
  const worth = (person: string, figure: Figure): number => (counts.get(figure)?.get(person) ?? 0) * (figure.kind === 'description' ? 1 : 100);
  return new Map([...found].map(([person, figures]) => [person, new Set([figures.reduce((most, figure) =>
    (worth(person, figure) > worth(person, most) ? figure : most))])]));
}
