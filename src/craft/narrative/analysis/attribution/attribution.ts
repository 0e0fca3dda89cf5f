import type { AttributionConfidence } from '../../../screenplay/model.js';
import type { StoryReading } from '../../model.js';
import { confidencesOf } from './confidence.js';
import { inferSpeakers } from './conversation.js';
import { boundDescriptions, describedIn } from '../people/descriptions.js';
import { firstSeenIn } from './presence.js';
import { gatherEvidence, type Evidence, type Scene } from './evidence.js';
import type { Figure, Figures } from '../names/figures.js';
import { mergeIdentities } from './identities.js';
import { answeredByOthers, joinPeople } from '../people/same-people.js';
import { counterpartsOf } from '../people/counterparts.js';
import { ownRelatives } from '../people/own-relatives.js';
import { kinNounsOf } from '../people/kin-nouns.js';
import { References } from '../people/references.js';
import { identifyNarrator, isFirstPerson } from '../people/narrator.js';
import { addressedIn, identifyPeople } from '../people/people.js';
import type { Block } from '../speech/quotations.js';
import { itemsOf, type Item, type Turn } from '../speech/turns.js';

/** A turn and its speaker; `figure` is null for the words of a document (a letter, a notice). */
export interface Attributed { turn: Turn; figure: Figure | null; confidence: AttributionConfidence }

/** The speakers of a text: its items in order, its turns with their speakers, and everybody in it. */
export interface Attribution {
  items: Item[];
  turns: Attributed[];
  figures: Figures;
  narrator: Figure;
  firstPerson: boolean;
  /** Nouns that always mean the same person of the text: the `cook` is Ann Quill. */
  bound: ReadonlyMap<string, Figure>;
  /** Turns with an explicit tag. */
  tagged: number;
}

export interface AttributionOptions {
  /** The teller of a told story, which is narrated in the first person. */
  narrator?: Figure;
  /** People named in the text around the told story. */
  figures?: Figures;
  /** People who only listen to the told story and do not speak in it. */
  exclude?: ReadonlySet<Figure>;
  /** Pairs of names that belong to two people, although they could be those of one. */
  apart?: StoryReading['apart'];
}

const BEAM_WIDTH = 40;
const BEAM_WIDTH_OF_LONG_TEXTS = 20;
const LONG_TEXT_TURNS = 2_000;
const DOCUMENT = /\b(?:read|reads|ran|headed|account|follows|notice|notices|announcement|letter|inscription|advertisement|telegram|note|paragraph)\b[^.]*:\s*—?$/;

/** What is known about a text and its people before the search for speakers. */
export interface Reading { scene: Scene; evidence: Evidence[] }

/** Reads the paragraphs of a text: its people, and the evidence for the speaker of each turn. */
export function readSpeech(plain: string, blocks: readonly Block[], options: AttributionOptions = {}): Reading {
  const items = itemsOf(plain, blocks);
  const turns = items.flatMap(({ turn }) => (turn ? [turn] : []));
  const figures = identifyPeople(items, options.figures, options.apart);
  for (const turn of turns) turn.addressed = addressedIn(turn.words, figures);
  const bound = boundDescriptions(items, figures);
  const firstPerson = options.narrator !== undefined || isFirstPerson(items);
  const relatives = firstPerson ? [...ownRelatives(items, figures)].filter(([noun]) => !bound.has(noun)) : [];
  for (const [noun, figure] of relatives) bound.set(noun, figure);
  const votes = options.narrator === undefined ? joinPeople(items, turns, figures, bound) : null;
  if (votes) {
    for (const item of items) item.mentions = figures.mentionsIn(item.narration);
    for (const turn of turns) turn.addressed = addressedIn(turn.words, figures);
  }
  const narrator = options.narrator ?? identifyNarrator(items, turns, figures, firstPerson, votes ? answeredByOthers(votes) : undefined);
  const scene: Scene = {
    items, turns, figures, narrator, firstPerson, exclude: options.exclude ?? new Set(),
    bound,
    references: new References(items, figures, bound),
    firstSeen: firstSeenIn(items),
    counterparts: counterpartsOf(items, figures),
    namesGiven: [],
    relatives: new Map(relatives.map(([noun]) => [noun, bound.get(noun)!])),
    kinNouns: kinNounsOf(items, figures),
    descriptionsByItem: items.map(({ narration }) => describedIn(narration)),
  };
  return { scene, evidence: gatherEvidence(scene) };
}

/** Attributes every quotation of a text to a speaker, with a confidence. */
export function attribute(plain: string, blocks: readonly Block[], options: AttributionOptions = {}): Attribution {
  const { scene, evidence } = readSpeech(plain, blocks, options);
  const { items, turns, figures, narrator, firstPerson, bound } = scene;
  const monologue = options.narrator === undefined && isMonologue(turns, items);
  const found = mergeIdentities(evidence, inferSpeakers(evidence, scene, evidence.length > LONG_TEXT_TURNS
    ? BEAM_WIDTH_OF_LONG_TEXTS : BEAM_WIDTH), scene);
  const confidences = confidencesOf(evidence, found, scene.relatives);
  const byTurn = new Map(evidence.map(({ turn }, at): [Turn, Attributed] =>
    [turn, { turn, figure: found[at]?.figure ?? null, confidence: confidences[at] ?? 'weak' }]));
  return {
    items,
    turns: monologue ? turns.map((turn) => ({ turn, figure: narrator, confidence: 'inferred' }))
      : followContinuations(turns, byTurn, items),
    figures,
    narrator,
    firstPerson: firstPerson || monologue,
    bound,
    tagged: turns.filter(({ tag }) => tag !== null && tag.how !== 'beat').length,
  };
}

/** True for a text that is one untagged speech from end to end: the narrator speaks it. */
function isMonologue(turns: readonly Turn[], items: readonly Item[]): boolean {
  const bodies = items.filter((item) => item.block.kind === 'body').length;
  return turns.length >= 3 && turns.length >= bodies * 0.8
    && turns.every(({ tag }) => tag === null || tag.how !== 'after')
    && turns.filter(({ continues }) => continues).length >= turns.length * 0.7;
}

function followContinuations(
  turns: readonly Turn[], known: ReadonlyMap<Turn, Attributed>, items: readonly Item[],
): Attributed[] {
  const all: Attributed[] = [];
  let letter: Turn | null = null;
  for (const turn of turns) {
    const found = known.get(turn);
    const before = all.at(-1);
    const isNext = goesOn(letter, turn);
    if (turn.continues && before) all.push({ ...before, turn });
    else if (found && (isDocument(turn, items) || (before?.figure === null && isNext))) all.push({ turn, figure: null, confidence: 'inferred' });
    else all.push(found ?? { turn, figure: null, confidence: 'weak' });
    if (all.at(-1)!.figure === null && (SALUTATION.test(turn.words) || isNext)) letter = turn;
  }
  return all;
}

/** A quotation that is only the salutation of a letter; the paragraphs of the letter follow as quotations of their own. */
const SALUTATION = /^[“‘]?(?:my )?dear(?:est)?\s[\p{L}.’ ]{2,40}[,.:;—–-]*[”’]?$/iu;

/** True for a further paragraph of a letter, with no narration before it. */
const goesOn = (letter: Turn | null, turn: Turn): boolean =>
  letter !== null && turn.item === letter.item + 1 && turn.lead === '' && turn.tag === null && turn.tagSpan === null;

/** True for an untagged quotation after narration like `The notice ran as follows:`: the words of a document. */
function isDocument(turn: Turn, items: readonly Item[]): boolean {
  const before = items[turn.item - 1];
  if (before?.turn !== null || turn.lead !== '' || turn.tagSpan !== null) return false;
  return DOCUMENT.test(before.narration) && turn.tag?.how !== 'after';
}
