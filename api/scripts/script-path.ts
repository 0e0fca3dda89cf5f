import { closed, Id } from '../../src/contract/models.js';
import { getVersion, type FoundScript } from '../../src/domain/scripts/script-view.js';
import type { SubjectPath } from '../families/subject.js';

/** Scripts as families know them: by the id of the script, its slug, or the id of one of its versions. */
export const scriptPath: SubjectPath<FoundScript> = {
  type: 'script', name: 'Script', words: 'a script', area: 'scripts', base: '/scripts/{scriptUploadId}', params: closed({ scriptUploadId: Id }),
  notFound: 'script_not_found',
  load: ({ db }, actor, { scriptUploadId }) => getVersion(db, actor.accountId, scriptUploadId!),
};
