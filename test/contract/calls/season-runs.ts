import { currentScreenplay } from '../../../src/domain/scripts/adoption.js';
import { textHash } from '../../../src/domain/scripts/coverage/text-hash.js';
import { longScript } from '../../support/stands/script-stand.js';
import { withCast } from './plans.js';
import { UNKNOWN_ID, type Names } from './requests.js';
import { anotherScript } from './scripts.js';
import { withBody, type AreaCalls, type State } from './state.js';
import { formWith, HUGE } from './uploads.js';

/** A season run whose map is drafted. */
const seasonRunIn: State = async ({ client, names }) => {
  const made = await client.post(`/story-projects/${names.projectId}/season-runs`, { seasonNumber: 1 });
  if (made.status !== 201) throw new Error(made.text);
  const { run } = await client.poll(`/season-runs/${made.body.run.id}`, (body) => body.run.mapVersion > 0);
  return { runId: run.id, episodeId: run.episodes[0].id };
};

/** A season run with an episode that passed the gate and waits for its read. */
const coveredEpisode: State = async (world) => {
  const run = await seasonRunIn(world);
  const { scriptUploadId } = await anotherScript(world);
  const { services } = world.stand;
  const { screenplay } = await currentScreenplay(services, scriptUploadId as string, { mode: 'drama', narrationPolicy: 'include', title: '' });
  await services.db.query(
    `UPDATE season_run_episodes SET status = 'gate_passed', begun = true, attempt = 1, script_upload_id = $2, page_count = 1, gate_passed = true,
       judged_text_hash = $3 WHERE id = $1`, [run.episodeId, scriptUploadId, textHash(screenplay.entries)]);
  return run;
};

const revision = ({ episodeId }: Names) => ({ action: 'revise', episodeId: episodeId as string, confirmed: 'true' });

export const SEASON_CALLS: AreaCalls = {
  createSeasonRun: {
    refusals: {
      season_run_state_invalid: async (world) => {
        await seasonRunIn(world);
        return {};
      },
      publishing_series_not_found: withBody({ seriesId: UNKNOWN_ID }),
    },
  },
  getSeasonRun: { state: seasonRunIn },
  updateSeasonEpisode: { state: seasonRunIn },
  approveSeasonRun: { state: seasonRunIn },
  cancelSeasonRun: { state: seasonRunIn },
  advanceSeasonRun: {
    state: coveredEpisode,
    refusals: {
      script_not_found: withBody({ scriptUploadId: UNKNOWN_ID, action: 'revise' }),
      script_state_invalid: 'the judged text was replaced while it was read',
      source_type_unsupported: formWith('{\\rtf1 words}', 'a.rtf', revision), source_too_large: formWith(HUGE, 'a.fountain', revision),
      source_incomplete: formWith('PK\x03\x04 damaged', 'a.pdf', revision), plan_limit_reached: formWith(longScript(6), 'a.fountain', revision),
      voice_retired: withCast({ narrator: 'old', characters: { Ada: 'ada', Tom: 'ben' } }),
    },
  },
};
