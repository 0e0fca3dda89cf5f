import { uploaded } from '../../support/stands/script-stand.js';
import { anotherScript } from './scripts.js';
import { inState, type AreaCalls } from './state.js';

const LOST = 'the project of a lost answer was deleted before the retry';

export const PROJECT_CALLS: AreaCalls = {
  createProject: { refusals: { project_not_found: LOST } },
  createProjectFromScript: {
    state: async ({ client }) => ({ scriptUploadId: (await uploaded(client)).scriptUploadId }),
    refusals: { project_not_found: LOST, script_state_invalid: inState(anotherScript) },
  },
  restoreProject: {
    state: async ({ client, names }) => {
      await client.delete(`/story-projects/${names.projectId}`);
      return {};
    },
  },
  startEpisode: { refusals: { script_not_found: 'the script that covers the episode was deleted meanwhile' } },
};
