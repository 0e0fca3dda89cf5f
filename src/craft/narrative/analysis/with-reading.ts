import { NARRATOR_NAME, type NamedSpeaker, type StoryReading } from '../model.js';
import type { Figure } from './names/figures.js';
import type { Attributed, Attribution } from './attribution/attribution.js';

function find(name: string, { figures, narrator }: Attribution): Figure | null {
  if (name === NARRATOR_NAME) return narrator;
  return figures.all.find((figure) => figure.name === name) ?? figures.find(name) ?? figures.findDescribed(name);
}

/** Merges the people whom the reading declares to be one person, with everything that the text says about either. */
function joined(attribution: Attribution, same: StoryReading['same']): Attribution {
  const { figures, items } = attribution;
  const keptOf = new Map<Figure, Figure>();
  for (const [one, other] of same) {
    const [kept, gone] = [find(one, attribution), find(other, attribution)];
    if (!kept || !gone || kept === gone || gone === attribution.narrator) continue;
    figures.merge(kept, gone);
    keptOf.set(gone, kept);
  }
  if (keptOf.size === 0) return attribution;
  const now = (figure: Figure): Figure => {
    const kept = keptOf.get(figure);
    return kept ? now(kept) : figure;
  };
  for (const item of items) {
    item.mentions = figures.mentionsIn(item.narration);
    if (item.turn) item.turn.addressed = new Set([...item.turn.addressed].map(now));
  }
  return {
    ...attribution,
    turns: attribution.turns.map((each) => ({ ...each, figure: each.figure && now(each.figure) })),
    bound: new Map([...attribution.bound].map(([noun, figure]) => [noun, now(figure)])),
  };
}

function named(attribution: Attribution, speakers: readonly NamedSpeaker[]): Attribution {
  const names = new Map(speakers.map(({ start, name }) => [start, name]));
  const turns: Attributed[] = [];
  for (const each of attribution.turns) {
    const before = turns.at(-1);
    const name = names.get(each.turn.quotes[0]?.start ?? -1);
    if (each.turn.continues && before) turns.push({ ...before, turn: each.turn });
    else if (name === undefined || each.confidence === 'hard') turns.push(each);
    else turns.push({ ...each, figure: name === null ? null : find(name, attribution) ?? attribution.figures.add(name, 1), confidence: 'inferred' });
  }
  return { ...attribution, turns };
}

/**
 * The attribution with the speakers that another reader has named, except where a tag of the text names one. A turn that continues another turn keeps the
 * speaker of that turn.
 */
export const withReading = (attribution: Attribution, { speakers, same }: StoryReading): Attribution =>
  named(joined(attribution, same), speakers);
