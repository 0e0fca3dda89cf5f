import {
  allHandlersFinished, ApplicationFailure, CancellationScope, condition, continueAsNew, defineQuery, defineSignal, defineUpdate, getExternalWorkflowHandle,
  isCancellation, log, ParentClosePolicy, setHandler, startChild, workflowInfo,
} from '@temporalio/workflow';
import type { EditOutcome, MapEdit, OperatorAction, SeasonRunInput, SeasonState } from '../../src/domain/season-runs/season-run-kind.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { approvalGate, type ApprovalGate } from '../shared/approval-gate.js';
import { showStage } from '../shared/stage.js';
import { episodeRunIdOf } from './run-ids.js';
import { seasonEpisodeWorkflow } from './season-episode.workflow.js';

const actSignal = defineSignal<[unknown]>('act');
const movedSignal = defineSignal<[unknown]>('moved');
const editUpdate = defineUpdate<EditOutcome, [MapEdit]>('editMap');
const stateQuery = defineQuery<SeasonState | null>('state');

type Sent = Partial<OperatorAction> & { episodeId: string };

/** The argument of an `act` signal; null for an invalid one, which an operator may send by mistake. */
function parseSent(sent: unknown): Sent | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { action, episodeId, by } = sent as Record<string, unknown>;
  if (typeof episodeId !== 'string' || (action !== undefined && typeof action !== 'string')) return null;
  return { episodeId, ...(action === undefined ? {} : { action: action as OperatorAction['action'] }), ...(typeof by === 'string' ? { by } : {}) };
}

/**
 * A season, from its map to its last published episode: the map is drafted, edited by updates and approved by a signal, then every
 * episode goes on in a run of its own. Rows are the truth; a run that is reset, started again or continued reads them.
 */
export async function seasonRunWorkflow(input: SeasonRunInput): Promise<{ status: string }> {
  const season = new Season(input);
  try {
    return await (input.dryRun ? season.rehearse() : season.produce());
  } catch (error) {
    if (!isCancellation(error)) throw error;
    return CancellationScope.nonCancellable(() => season.cancel());
  }
}

class Season {
  private state: SeasonState | null = null;
  private readonly sent: Sent[] = [];
  private moved = false;
  private decidedRevision = 0;
  private readonly started: Set<string>;
  private count: number;
  private readonly gate: ApprovalGate;
  private readonly local = localActivities();
  private readonly writes = activitiesOf('quickWrite');

  constructor(private readonly input: SeasonRunInput) {
    this.started = new Set(input.started);
    this.count = input.sent ?? 0;
    this.gate = approvalGate('season_map', input.decisions);
    setHandler(editUpdate, (edit) => this.edit(edit), { validator: ({ expectedMapVersion }) => this.requireCurrent(expectedMapVersion) });
    setHandler(actSignal, (sent) => {
      const parsed = parseSent(sent);
      if (parsed) this.sent.push(parsed);
      else log.warn('a signal was ignored: it names no episode');
    });
    setHandler(movedSignal, () => { this.moved = true; });
    setHandler(stateQuery, () => this.state);
  }

  /** Refuses an edit that is certainly stale; whether another one still fits is decided with the row. */
  private requireCurrent(expected: number): void {
    const actual = this.state?.mapVersion ?? 0;
    if (actual <= expected) return;
    throw ApplicationFailure.nonRetryable(`the map is at version ${actual}`, 'season_run_state_invalid', { expected, actual });
  }

  private async edit(edit: MapEdit): Promise<EditOutcome> {
    await condition(() => this.state !== null);
    const outcome = await this.local.editSeasonMap(edit);
    this.moved = true;
    return outcome;
  }

  async produce(): Promise<{ status: string }> {
    showStage('mapping', 'Drafting the map of the season.');
    this.state = await this.local.draftSeasonMap(this.input);
    while (!this.state.over) {
      this.gate.open(this.state.mapVersion);
      await this.startEpisodes();
      this.show(this.state);
      await condition(() => this.hasWork() || this.isLong());
      if (!this.hasWork() && this.isLong()) await this.goOnAnew();
      await this.decide();
      await this.pass();
      this.moved = false;
      this.state = await this.local.readSeason(this.input);
    }
    await condition(allHandlersFinished);
    showStage('ready', 'Every episode is published, or the run has ended.');
    return { status: this.state.status };
  }

  private hasWork(): boolean {
    return this.moved || this.sent.length > 0 || this.newDecision() !== undefined;
  }

  private newDecision() {
    const decision = this.gate.decided();
    return decision && decision.revision > this.decidedRevision ? decision : undefined;
  }

  private async decide(): Promise<void> {
    const decision = this.newDecision();
    if (!decision) return;
    this.decidedRevision = decision.revision;
    await this.local.decideSeasonMap({ ...this.input, decision });
  }

  /** Passes on what came for episodes: operators' actions are stored first, and the run of an episode that is not open is started. */
  private async pass(): Promise<void> {
    for (let sent = this.sent.shift(); sent; sent = this.sent.shift()) {
      const { action, episodeId, by } = sent;
      if (action === undefined) await this.startEpisode(episodeId);
      else {
        this.count += 1;
        await this.writes.takeOperatorAction({ runId: this.input.runId, sent: { action, episodeId, ...(by === undefined ? {} : { by }) }, number: this.count });
      }
    }
  }

  /** An approved map has a run for every episode; an episode that is begun has one in any case. */
  private async startEpisodes(): Promise<void> {
    const { approved, episodes } = this.state!;
    const due = episodes.filter(({ id, begun, open }) => open && (approved || begun) && !this.started.has(id));
    for (const { id } of due) await this.startEpisode(id);
  }

  private async startEpisode(episodeId: string): Promise<void> {
    if (!this.state!.episodes.some(({ id, open }) => id === episodeId && open)) return;
    const { runId, accountId, projectId, maxEvents } = this.input;
    this.started.add(episodeId);
    await startChild(seasonEpisodeWorkflow, {
      workflowId: episodeRunIdOf(runId, episodeId), args: [{ runId, episodeId, accountId, projectId, ...(maxEvents === undefined ? {} : { maxEvents }) }],
      // A reset run starts its episodes again; they go on where their rows stand. They outlive a run that continues as a new one.
      workflowIdReusePolicy: 'TERMINATE_IF_RUNNING', parentClosePolicy: ParentClosePolicy.ABANDON,
      typedSearchAttributes: workflowInfo().typedSearchAttributes, staticSummary: `Episode ${episodeId} of a season run`,
    });
  }

  private show({ approved, status, mapVersion }: SeasonState): void {
    if (status === 'mapping') showStage('mapping', `The map lacks something; version ${mapVersion} waits for edits.`);
    else if (!approved) showStage('awaiting_approval', `Waiting for a person to approve version ${mapVersion} of the map: POST /season-runs/{runId}/approve, or the signal \`decide\`.`);
    else showStage('producing', 'Every episode has a run of its own; each step waits for a person.');
  }

  private isLong(): boolean {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    return continueAsNewSuggested || (this.input.maxEvents !== undefined && historyLength > this.input.maxEvents);
  }

  /** Continues as a new run once no message is being handled; messages that were received and not used are carried over. */
  private async goOnAnew(): Promise<void> {
    await condition(allHandlersFinished);
    if (this.hasWork()) return;
    await continueAsNew<typeof seasonRunWorkflow>({ ...this.input, started: [...this.started], sent: this.count, decisions: this.gate.kept() });
  }

  /** Drafts and covers every episode without a charge and without keeping it. */
  async rehearse(): Promise<{ status: string }> {
    showStage('rehearsing', 'Drafting the map of the season.');
    this.state = await this.local.draftSeasonMap(this.input);
    const { rehearseSeasonEpisode } = activitiesOf('trial');
    for (const [at, { id }] of this.state.episodes.entries()) {
      showStage('rehearsing', `Trying episode ${at + 1} of ${this.state.episodes.length}.`);
      await rehearseSeasonEpisode({ runId: this.input.runId, episodeId: id });
    }
    await this.writes.endSeasonRehearsal(this.input);
    showStage('ready', 'The season was tried; nothing was charged.');
    return { status: 'completed' };
  }

  /** Ends the row and whatever the episodes still do; their own runs end too. */
  async cancel(): Promise<{ status: string }> {
    await this.writes.cancelSeasonRun(this.input);
    for (const id of this.started) await this.stopEpisode(id);
    showStage('canceled', 'Cancelled; what was not charged yet was released.');
    await condition(allHandlersFinished);
    return { status: 'cancelled' };
  }

  private async stopEpisode(episodeId: string): Promise<void> {
    try {
      await getExternalWorkflowHandle(episodeRunIdOf(this.input.runId, episodeId)).cancel();
    } catch (error) {
      log.info('the run of an episode had ended', { episodeId, error: String(error) });
    }
  }
}
