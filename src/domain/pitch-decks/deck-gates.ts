import type { Decision } from '../../kernel/contract/decision.js';
import { holdForDecision } from '../../kernel/decisions/hold-store.js';
import type { Decider } from '../../kernel/decisions/mend-decisions.js';
import { gateDecider } from '../../kernel/families/gates/decide.js';
import type { Gate, GatedRun } from '../../kernel/families/gates/gate.js';
import { carryOut, recordVerdict } from '../../kernel/families/gates/verdict-store.js';
import { editDecider } from '../../kernel/families/storyboards/edit-decider.js';
import { findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../kernel/services.js';
import { getVerdict } from '../storyboards/ordered-work.js';
import { deckSubject, PITCH_DECK, stageOf, type DeckRow, type DeckStatus } from './deck-model.js';
import { deckRunId, deckRunSpec, type DeckState } from './deck-run.js';
import { findDeck, lockDeck, updateDeck } from './deck-store.js';
import { orderedByApproval } from './ordered-work.js';

/** A deck with the revision of its storyboard; decisions refer to that revision. */
export type GatedDeck = DeckRow & { revision: number };

/** A gate of a deck, and the status of the deck after its approval. */
interface DeckGate extends Gate { approved: DeckStatus }

/** Decides about the written plan and its gaps. Approval pays for the drawings and the film for review. */
export const PLAN_GATE: DeckGate = { gate: 'plan', waiting: ['plan'], passed: ['drawing', 'storyboard', 'drafting', 'draft', 'review', 'finishing', 'finished', 'published'], approved: 'drawing' };
/** Decides about the chapters with their frames. */
export const STORYBOARD_GATE: DeckGate = { gate: 'storyboard', waiting: ['storyboard'], passed: ['drafting', 'draft', 'review', 'finishing', 'finished', 'published'], approved: 'drafting' };
/** Decides about the film for review. */
export const DRAFT_GATE: DeckGate = { gate: 'draft', waiting: ['draft'], passed: ['review', 'finishing', 'finished', 'published'], approved: 'review' };
/** Decides about the finished film and its cost. */
export const FINISH_GATE: DeckGate = { gate: 'finish', waiting: ['review'], passed: ['finishing', 'finished', 'published'], approved: 'finishing' };

const GATES = [PLAN_GATE, STORYBOARD_GATE, DRAFT_GATE, FINISH_GATE];

export async function withRevision({ db }: Pick<Services, 'db'>, deck: DeckRow): Promise<GatedDeck> {
  return { ...deck, revision: (await findStoryboard(db, deckSubject(deck)))?.revision ?? 0 };
}

async function findGated(services: Pick<Services, 'db'>, id: string): Promise<GatedDeck | null> {
  const deck = await findDeck(services.db, id);
  return deck && withRevision(services, deck);
}

/** Connects decisions about a deck with its run. */
export const gatedDeck: GatedRun<GatedDeck> = {
  words: 'a pitch deck', gates: GATES, stateInvalid: 'story_job_state_invalid', subjectOf: deckSubject, statusOf: ({ status }) => status, revisionOf: ({ revision }) => revision,
  find: findGated,
  runIdOf: ({ id }) => deckRunId(id),
  send: ({ engine }, { id }, decision) => engine.signal('pitchDeckWorkflow', deckRunId(id), 'decide', decision),
  async reviveRun(services, deck) {
    await services.engine.start(deckRunSpec(deck));
    return await findGated(services, deck.id) ?? deck;
  },
  shownAs: (status) => stageOf(status as DeckStatus),
  refusalOf: ({ status }) => ({ stage: stageOf(status) }),
};

/** Carries out an approval, once, and reserves what it pays for; another verdict, and a decision about another revision, change nothing. */
async function decideDeck(services: Services, deckId: string, decision: Decision): Promise<void> {
  await carryOut(services, decision, async (tx) => {
    const deck = await lockDeck(tx, deckId);
    if (!deck) return;
    const revision = (await findStoryboard(tx, deckSubject(deck)))?.revision ?? 0;
    const gate = GATES.find((one) => one.gate === decision.gate);
    if (!gate?.waiting.includes(deck.status) || decision.revision !== revision || decision.verdict !== 'APPROVED') return;
    const { id } = await recordVerdict(tx, deckSubject(deck), decision);
    await updateDeck(tx, deckId, {
      status: gate.approved, failureCode: null, failureMessage: null, ...(gate === STORYBOARD_GATE ? { approvedRevision: revision } : {}),
    });
    const work = orderedByApproval(deck, gate.gate, await getVerdict(tx, id));
    if (work) await holdForDecision(tx, id, work, services.config.billingCycleDays);
  });
}

/** Carries out decisions of people in the order of their arrival, and returns the resulting state of the deck. */
export async function carryOutDecisions(services: Services, deckId: string, decisions: readonly Decision[]): Promise<DeckState> {
  for (const decision of decisions) await decideDeck(services, deckId, decision);
  if (decisions.length > 0) await services.faults.reach('board.decided', deckId);
  const deck = await findGated(services, deckId);
  return deck ? { status: deck.status, revision: deck.revision } : { status: 'over', revision: 0 };
}

/** How decisions and edits are sent to the runs of decks again when a run did not receive them. */
export const deckDeciders: readonly Decider[] = [
  gateDecider(PITCH_DECK, gatedDeck),
  editDecider(PITCH_DECK, async ({ db }, id) => {
    const deck = await findDeck(db, id);
    return deck && deckRunSpec(deck);
  }),
];
