import { isOffScreen } from '../../craft/screenplay/index.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { defineCoverage } from '../../kernel/families/coverage/coverage.js';
import { SCRIPT_RUBRIC } from '../scripts/coverage/rubric.js';
import { documentOf, onlyHeardIn } from '../scripts/coverage/script-document.js';
import { getScreenplay } from '../scripts/screenplay-store.js';
import { findArtifact, requireTableRead } from './artifact-store.js';
import { pagesOfEntries } from './script-excerpt.js';

/** Coverage of the screenplay of a table read; its subject is the artifact, its version that of the words. */
export const readCoverage = defineCoverage({
  subject: 'table_read', rubric: SCRIPT_RUBRIC,
  async document(services, { id }) {
    const row = await findArtifact(services.db, id);
    if (!row) throw new ApiError('artifact_not_found');
    const { title, projectId, revision } = requireTableRead(row);
    const screenplay = await getScreenplay(services.store, revision.scriptKey);
    const pageCount = pagesOfEntries(screenplay.entries).at(-1) ?? 0;
    const speeches = screenplay.entries.flatMap(({ character: speaker, extensions = [] }) => (speaker ? [{ speaker, isOff: isOffScreen(extensions) }] : []));
    const onlyHeard = screenplay.entries.some(({ extensions }) => extensions) ? { onlyHeard: onlyHeardIn(speeches) } : {};
    return { version: revision.version, content: await documentOf(services, screenplay, { title, projectId, pageCount, ...onlyHeard }) };
  },
});
