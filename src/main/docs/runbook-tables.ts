import { RUN_STAGES } from '../../kernel/contract/run-stages.js';
import { WORK_KINDS } from '../../domain/work-kinds.js';
import { OTHER_RUNS } from '../../monitoring/other-runs.js';

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const code = (text: string): string => `\`${text}\``;

function workflowIds(): string {
  const rows = [
    ...[...WORK_KINDS.values()].map(({ kind, runOn, queue, workflow }) => ({ kind, ids: [`${kind}:${runOn}`], queue, workflows: [workflow] })),
    ...OTHER_RUNS,
  ];
  return table(['Kind', 'Workflow id', 'Workflow type', 'Queue in `/generation-health`'], rows
    .sort((a, b) => a.kind.localeCompare(b.kind))
    .map(({ kind, ids, queue, workflows }) => [code(kind), ids.map(code).join(', '), workflows.map(code).join(', '), code(queue)]));
}

/** The parts of `docs/runbook.md` that follow from declarations, by the name in their comments. */
export const runbookTables = (): Record<string, string> => ({
  'workflow ids': workflowIds(),
  stages: table(['StoryStage', 'the run'], Object.entries(RUN_STAGES).map(([stage, words]) => [code(stage), words])),
});

/** Puts each table between the comments that name it. Raises when a comment is missing or a table is named that does not exist. */
export function fillTables(page: string, tables: Readonly<Record<string, string>>): string {
  const named = new Set<string>();
  const filled = page.replace(/(<!-- generated: (.+) -->\n)[^]*?(<!-- end -->)/g, (_whole, begin: string, name: string, end: string) => {
    const text = tables[name];
    if (text === undefined) throw new Error(`there is no table called "${name}"`);
    named.add(name);
    return `${begin}\n${text}\n\n${end}`;
  });
  const missing = Object.keys(tables).find((name) => !named.has(name));
  if (missing) throw new Error(`no comment says where the table "${missing}" is`);
  return filled;
}
