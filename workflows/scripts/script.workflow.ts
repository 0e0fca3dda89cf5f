import type { MadeParse, ScriptInput } from '../../src/domain/scripts/parsing/script-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Parses one text of a version. A text that replaces it has a run of its own. */
export async function scriptWorkflow(input: ScriptInput): Promise<WorkEnd> {
  const { parseScript } = activitiesOf('fetch', { heartbeatTimeout: '15s' });
  const { deleteUnusedObjects } = activitiesOf('quickWrite');
  return runWork<MadeParse>(input, async (run) => {
    run.show('parsing', 'Parsing the screenplay.');
    const parsed = await parseScript(input);
    if (!parsed) return;
    const outcome = await run.finish(parsed);
    const unused = outcome === 'READY' ? parsed.replaced : [parsed.modelKey, parsed.linesKey];
    if (unused.length > 0) await deleteUnusedObjects({ versionId: input.subjectId, keys: unused });
  });
}
