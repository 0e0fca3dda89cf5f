import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import type { ApiClient } from '../support/api-client.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { tableReadRequest } from '../support/stands/plan-stand.js';

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const TOLD = 'Quillon varnished the seventh herring';
const SPOKEN = 'Marguerite folded the eleventh umbrella';
const SOURCE = `The lamp went out at nine. "${TOLD}," said Ada. "Nobody asked him to," said Tom, and they went down to the sea. `.repeat(8);
const SCRIPT = `INT. TOWER - NIGHT\n\nADA\n${SPOKEN}.\n\nTOM\nNobody asked him to.\n`;

/** The tables that hold the words in a row. */
async function tablesWith(words: string): Promise<string[]> {
  const { db } = stand.api.services;
  const tables = await db.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query(`SELECT 1 FROM "${name}" AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [words]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** The histories of all runs of this stand, with their payloads decoded. */
async function histories(): Promise<{ workflowId: string; text: string }[]> {
  const connection = await Connection.connect({ address: stand.connections.temporalAddress });
  const temporal = new Client({ connection });
  const read: { workflowId: string; text: string }[] = [];
  for await (const { workflowId, runId } of temporal.workflow.list({ query: `TaskQueue = '${stand.config.temporal.queuePrefix}story'` })) {
    const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    const text = JSON.stringify(history, (key, value: unknown) =>
      (key === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : value));
    read.push({ workflowId, text });
  }
  await connection.close();
  return read;
}

it('histories carry no words of a source or a script; rows carry a preview, quotations and answers', async () => {
  const projectId = (await client.post('/story-projects', { name: 'Herring' })).body.project.id as string;
  const { body: { source } } = await client.post(`/story-projects/${projectId}/sources`, { type: 'text', label: 'Story', content: SOURCE });
  const { body: { plan } } = await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(source.id as string));
  await client.poll(`/story-plans/${plan.id}`, (body: any) => body.plan.status === 'REQUIRES_APPROVAL');
  const { body: { script } } = await client.post('/scripts', { title: 'Umbrella', content: SCRIPT, format: 'fountain', projectId });
  await client.poll(`/scripts/${script.id}`, (body: any) => body.script.parseStatus === 'complete');
  expect((await client.patch(`/scripts/${script.id}/lines/1`, { text: `${SPOKEN} again.` })).status).toBe(200);

  const runs = await histories();
  expect(runs.map(({ workflowId }) => workflowId.split(':')[0]).sort()).toEqual(['digest', 'plan', 'script']);
  for (const { text } of runs) {
    expect(text).toContain('subjectId');
    expect(text).not.toContain(TOLD);
    expect(text).not.toContain(SPOKEN);
  }
  expect(await tablesWith(SPOKEN)).toEqual([]);
  expect(await tablesWith(TOLD)).toEqual(['idempotency_keys', 'plans', 'sources']);
});
