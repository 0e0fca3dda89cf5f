import { allHandlersFinished, condition, continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import { approvalGates } from '../../workflows/shared/approval-gate.js';
import { editRoom } from '../../workflows/shared/edit-room.js';
import type { TestDeckActivities } from './deck-stand.js';

/** A small deck workflow: its plan is approved, its storyboard is edited any number of times, and then its storyboard is approved. */
export async function testDeckWorkflow({ deckId, seen, maxEvents }: { deckId: string; seen?: number; maxEvents?: number }): Promise<string> {
  const gates = approvalGates('plan', 'storyboard');
  const room = editRoom('chapter', { type: 'test_deck', id: deckId }, seen);
  const { readDeck, decideDeck, makeAnew } = proxyActivities<TestDeckActivities>({ startToCloseTimeout: '10s', retry: { maximumAttempts: 5 } });
  let deck = await readDeck({ deckId });
  if (deck.stage === 'plan') {
    gates.plan.open(deck.revision);
    deck = await decideDeck({ deckId, decision: await gates.plan.verdict() });
  }
  let edit = room.next();
  while (deck.stage === 'storyboard') {
    gates.storyboard.open(deck.revision);
    const next = await Promise.race([gates.storyboard.verdict(), edit]);
    if ('verdict' in next) {
      deck = await room.alone(() => decideDeck({ deckId, decision: next }));
      continue;
    }
    if (next.kind === 'regenerate') await room.alone(() => makeAnew({ editId: next.editId, itemId: next.itemId! }));
    deck = await readDeck({ deckId });
    if (maxEvents !== undefined && workflowInfo().historyLength > maxEvents) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof testDeckWorkflow>({ deckId, maxEvents, seen: room.seen() });
    }
    edit = room.next();
  }
  await room.close();
  return deck.stage;
}
