import type { Decider } from '../../kernel/decisions/mend-decisions.js';
import { gateDecider } from '../../kernel/families/gates/decide.js';
import { wake } from './act.js';
import { dropStep } from './cancel-run.js';
import { gatedMap } from './map/approve-map.js';
import { sendEdit } from './map/edit-map.js';
import { episodeRunId, SEASON_RUN, seasonRunId } from './season-run-kind.js';
import { isOver } from './season-run-model.js';
import { findRun } from './season-run-store.js';

/** Sends decisions about the map to the run of the season again when it did not receive them. */
export const mapDecider = gateDecider(SEASON_RUN, gatedMap);

/** Sends edits of the map to the run of the season again, and actions to the runs of episodes. */
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
