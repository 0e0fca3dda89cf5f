import type { FoundScript } from '../../src/domain/scripts/script-view.js';
import type { SubjectPath } from '../families/subject.js';
import { subjects } from '../subjects.js';

/** Scripts as a subject of families: by the id of the script, its slug, or the id of one of its versions. */
export const scriptPath: SubjectPath<FoundScript> = {
  type: 'script', name: 'Script', words: 'a script', area: 'scripts', base: '/scripts/{scriptUploadId}', ...subjects.scriptUploadId,
};
