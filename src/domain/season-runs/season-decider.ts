import type { Decider } from '../../kernel/decisions/mend-decisions.js';
import { gateDecider } from '../../kernel/families/gates/decide.js';
import { wake } from './act.js';
import { dropStep } from './cancel-run.js';
import { GATE, GATED } from './map/approve-map.js';
import { sendEdit } from './map/edit-map.js';
import { episodeRunId, SEASON_RUN, seasonRunId } from './season-run-kind.js';
import { isOver } from './season-run-model.js';
import { findRun } from './season-run-store.js';

/** How the run of a season is told again of decisions about its map. */
export const mapDecider = gateDecider(SEASON_RUN, GATED, [GATE]);

/** How it is told again of edits of the map, and the runs of episodes of their next steps. */
export const episodeDecider: Decider = {
  type: SEASON_RUN,
  runOf: async (_services, { subjectId, place, verb }) => (verb === 'edit' ? seasonRunId(subjectId) : episodeRunId(subjectId, place)),
  async tell(services, { id, subjectId, place, verb, revision }) {
    const run = await findRun(services.db, subjectId);
    if (!run || verb === 'edit' && isOver(run)) return false;
    if (verb === 'edit') await sendEdit(services, run, { actionId: id, expectedMapVersion: revision! });
    else if (isOver(run)) await dropStep(services, id);
    else await wake(services, run, place, id);
    return true;
  },
};
