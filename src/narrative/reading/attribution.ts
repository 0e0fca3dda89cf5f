import type { AttributionConfidence } from '../../screenplay/model.js';
import { decode, isNobody, type Decoded } from './decoder.js';
import { gatherEvidence, type Evidence, type Scene } from './evidence.js';
import type { Figure, Figures } from './figures.js';
import { findNarrator, isFirstPerson } from './narrator.js';
import { addressedIn, findPeople } from './people.js';
import type { Block } from './quotations.js';
import { itemsOf, type Item, type Turn } from './turns.js';

/** A turn and who speaks it; `figure` is null for a document that is read out. */
export interface Attributed { turn: Turn; figure: Figure | null; confidence: AttributionConfidence }

export interface Attribution {
  items: Item[];
  turns: Attributed[];
  figures: Figures;
  narrator: Figure;
  firstPerson: boolean;
  /** Turns with an explicit tag. */
  tagged: number;
}

export interface AttributionOptions {
  /** Teller of a told story; his narration is first person. */
  narrator?: Figure;
  /** People already known. */
  figures?: Figures;
  /** Listeners, who do not take part in the story told. */
  exclude?: ReadonlySet<Figure>;
}

const BEAM = 40;
const BEAM_OF_LONG_TEXTS = 10;
const LONG_TEXT_TURNS = 2_000;
const SURE_MARGIN = 2;
const DOCUMENT = /\b(?:read|reads|ran|headed|account|follows|notice|notices|announcement|letter|inscription|advertisement|telegram|note|paragraph)\b[^.]*:\s*—?$/;

/** Attributes every quotation of a text to a speaker, with how sure that is. */
export function attribute(plain: string, blocks: readonly Block[], options: AttributionOptions = {}): Attribution {
  const items = itemsOf(plain, blocks);
  const turns = items.flatMap(({ turn }) => (turn ? [turn] : []));
  const figures = findPeople(items, options.figures);
  for (const turn of turns) turn.addressed = addressedIn(turn.words, figures);
  const firstPerson = options.narrator !== undefined || isFirstPerson(items);
  const narrator = options.narrator ?? findNarrator(items, turns, figures, firstPerson);
  const scene: Scene = { items, turns, figures, narrator, firstPerson, exclude: options.exclude ?? new Set() };
  const evidence = gatherEvidence(scene);
  const monologue = options.narrator === undefined && isMonologue(turns, items);
  const wide = decode(evidence, scene, evidence.length > LONG_TEXT_TURNS ? BEAM_OF_LONG_TEXTS : BEAM);
  const narrow = decode(evidence, scene, 1);
  const byTurn = new Map(evidence.map((piece, at) => [piece.turn, verdict(piece, wide[at], narrow[at])]));
  return {
    items,
    turns: monologue ? turns.map((turn) => ({ turn, figure: narrator, confidence: 'inferred' })) : followContinuations(turns, byTurn, items),
    figures,
    narrator,
    firstPerson: firstPerson || monologue,
    tagged: turns.filter(({ tag }) => tag !== null && tag.how !== 'beat').length,
  };
}

/** A text that is one untagged speech from end to end is its narrator's. */
function isMonologue(turns: readonly Turn[], items: readonly Item[]): boolean {
  const bodies = items.filter((item) => item.block.kind === 'body').length;
  return turns.length >= 3 && turns.length >= bodies * 0.8 && turns.every(({ tag }) => tag === null || tag.how !== 'after') &&
    turns.filter(({ continues }) => continues).length >= turns.length * 0.7;
}

function verdict(piece: Evidence, wide: Decoded | undefined, narrow: Decoded | undefined): Attributed {
  const figure = wide?.figure ?? null;
  const named = piece.turn.tag?.kind !== 'description' || figure?.kind === 'role';
  const confidence = piece.settled ? (named ? 'hard' : 'inferred') : inferred(wide, narrow);
  return { turn: piece.turn, figure, confidence };
}

function inferred(wide: Decoded | undefined, narrow: Decoded | undefined): AttributionConfidence {
  if (!wide || wide.figure !== narrow?.figure || isNobody(wide.figure)) return 'weak';
  return wide.margin >= SURE_MARGIN ? 'inferred' : 'weak';
}

function followContinuations(turns: readonly Turn[], known: ReadonlyMap<Turn, Attributed>, items: readonly Item[]): Attributed[] {
  const all: Attributed[] = [];
  for (const turn of turns) {
    const found = known.get(turn);
    const before = all.at(-1);
    if (turn.continues && before) all.push({ ...before, turn });
    else if (found && isDocument(turn, items)) all.push({ turn, figure: null, confidence: 'inferred' });
    else all.push(found ?? { turn, figure: null, confidence: 'weak' });
  }
  return all;
}

/** An untagged quotation after narration like `The notice ran as follows:` is a document that is read out. */
function isDocument(turn: Turn, items: readonly Item[]): boolean {
  const before = items[turn.item - 1];
  if (before?.turn !== null || turn.lead !== '' || turn.tagSpan !== null) return false;
  return DOCUMENT.test(before.narration) && turn.tag?.how !== 'after';
}
