import { patched } from '@temporalio/workflow';
import type { Ordered } from '../../src/domain/storyboards/orders.js';
import type { BoardedState } from '../../src/domain/storyboards/boarded-run.js';
import type { Decision } from '../../src/kernel/contract/decision.js';
import type { AppliedEdit, StoryboardNoun } from '../../src/kernel/families/storyboards/storyboard.js';
import type { SubjectKey } from '../../src/kernel/families/subject.js';
import type { WorkFailure } from '../../src/kernel/works/model.js';
import { parseDecision } from './approval-gate.js';
import { editRoom } from './edit-room.js';
import { failureOf } from './failure.js';
import { inbox } from './inbox.js';
import { showStage } from './stage.js';
import { workWaits } from './work-waits.js';

/**
 * The process of a film that is edited as a storyboard: a trailer, a deck. The rows hold its state; a run that is reset, started again or continued reads
 * them.
 */
export interface BoardedProcess<Status extends string, Part extends string> {
  subject: SubjectKey;
  noun: StoryboardNoun;
  /** For each waiting status, what it waits for, in words, and whether the film is done. */
  waits: Partial<Record<Status, { words: string; isDone?: true }>>;
  /** For each working status, the parts to make, one after the other, with a sentence about them. */
  parts: Partial<Record<Status, { words: string; parts: readonly Part[] }>>;
  /** Statuses in which the film for review is made anew after something else was made again. */
  reviewed: readonly Status[];
  /** The part that brings the film for review up to date. */
  review: Part;
  /** Carries out people's decisions and returns the resulting state. */
  carryOut(decisions: Decision[]): Promise<BoardedState<Status>>;
  order(part: Part): Promise<Ordered>;
  regenerate(editId: string): Promise<Ordered>;
  fail(failure: WorkFailure): Promise<void>;
  /** Writes the storyboard before anything else; a failure is stored. A run that continues an earlier one skips this step. */
  begin?: { words: string; act(): Promise<void> };
  /** Continues as a new run that has seen the edits up to a revision. */
  continueAs(seen: number): Promise<never>;
}

/** Drives the process until its subject is deleted. Call it before the workflow awaits anything. */
export async function runBoarded<Status extends string, Part extends string>(
  input: { seen?: number; maxEvents?: number }, { subject, noun, waits, parts, reviewed, review, begin, ...steps }: BoardedProcess<Status, Part>,
): Promise<void> {
  const people = inbox({ decide: parseDecision }, input);
  const room = editRoom(noun, subject, input.seen, people.wake);
  const isDone = workWaits();

  /** Orders something and waits until it is made. A failure is stored in the row, which returns to the gate before. */
  async function make(...orders: readonly (() => Promise<Ordered>)[]): Promise<void> {
    try {
      for (const order of orders) for (let { waitsFor } = await order(); waitsFor !== null; { waitsFor } = await order()) await isDone(waitsFor);
    } catch (error) {
      await steps.fail(failureOf(error));
    }
  }

  const part = (name: Part) => () => steps.order(name);

  const carryOut = (): Promise<BoardedState<Status>> => steps.carryOut(people.take().map(({ sent }) => sent as Decision));

  /** Carries out people's decisions and returns the state. */
  const look = (): Promise<BoardedState<Status>> => room.alone(carryOut);

  /** The first state. Decisions that were made before the run began are carried out before later edits. */
  async function firstLook(): Promise<BoardedState<Status>> {
    if (!begin) return look();
    const begun = async (): Promise<void> => {
      showStage('writing', begin.words);
      await begin.act().catch((error: unknown) => steps.fail(failureOf(error)));
    };
    if (!patched('begun-alone')) {
      await begun();
      return look();
    }
    return input.seen === undefined ? room.alone(() => begun().then(carryOut)) : look();
  }

  /** Makes again what a `regenerate` edit asks for, then the film for review in statuses that have one. */
  async function remake({ editId, kind, part: wanted }: AppliedEdit): Promise<void> {
    if (kind !== 'regenerate') return;
    showStage('rendering', `Making the ${wanted} of a ${noun} again.`);
    const isReviewed = reviewed.includes((await look()).status as Status);
    await make(() => steps.regenerate(editId), ...(isReviewed ? [part(review)] : []));
  }

  for (let { status } = await firstLook(); status !== 'over'; { status } = await look()) {
    const due = parts[status as Status];
    if (due) {
      showStage('rendering', due.words);
      await make(...due.parts.map(part));
      continue;
    }
    const edit = await room.look();
    if (edit) {
      await remake(edit);
      continue;
    }
    const wait = waits[status as Status];
    showStage(wait?.isDone ? 'ready' : 'awaiting_approval', wait?.words ?? '');
    await people.arrives(() => steps.continueAs(room.seen()));
  }
  await room.close();
  showStage('over', 'It was deleted.');
}
