import { newId } from '../../../src/kernel/db/ids.js';
import { bibleCoverage } from '../../../src/domain/canon/bible/bible-coverage.js';
import { BIBLE_PHASES } from '../../../src/domain/canon/bible/phases.js';
import type { BibleContentPatch } from '../../../src/domain/canon/series-bible.js';
import { currentDocument } from '../../../src/kernel/families/coverage/coverage-kind.js';
import { completeReport, openReport } from '../../../src/kernel/families/coverage/coverage-store.js';
import { judge, type Judgement } from '../../../src/kernel/families/coverage/rubric.js';
import type { Services } from '../../../src/kernel/services.js';
import type { ApiClient } from '../api-client.js';

/** A Series Bible that passes every stage. It says nothing about pictures. */
export const STAGED_BIBLE = {
  logline: 'A lighthouse keeper must find out who drains the lamp before the next ship runs onto the reef.',
  genre: 'mystery', audience: 'adults', tone: 'dry and watchful',
  premise: 'Ada has kept the lamp on Saint Brandan for eleven years. One night somebody carries forty pounds of oil out of the tower. '
    + 'With her assistant Tom she follows the only cart on the island to the chapel, where the chaplain has been paid to pray for the drowned.',
  characters: [
    { name: 'Ada', role: 'keeper of the lighthouse', want: 'to keep the lamp burning', voice: 'short sentences, few adjectives',
      relationships: 'Has worked with Tom for three years and trusts him.' },
    { name: 'Tom', role: 'assistant of the keeper', want: 'to be taken for a keeper himself', voice: 'laughs before he answers',
      relationships: 'Learns the work of the lamp from Ada.' },
  ],
  episodes: [
    { id: 'ep_1', title: 'The Lamp', summary: 'At midnight the lamp goes out, and Ada finds oil on the stairs of the tower.' },
    { id: 'ep_2', title: 'The Quay', summary: 'The harbour master denies that his men were in the tower, but he knows who owns the cart.' },
    { id: 'ep_3', title: 'The Chapel', summary: 'Anselm the chaplain admits that he took the oil, and names the man who paid him.' },
  ],
} satisfies BibleContentPatch;

/** The fields without which no picture is made. */
export const STAGED_VISUALS = {
  productionMedium: 'series', visualStyle: 'ink on grey paper', characterDesign: 'heavy coats, plain faces',
  visualTruths: 'the lamp is the only warm light', productionDesign: 'tarred wood and iron', colorPalette: '#1f2a36, #7a8b8f, #d9c9a3',
  lightingRules: 'one source of light in a scene', cameraLanguage: 'still frames at eye level', locationTruths: 'an island with one road',
} satisfies BibleContentPatch;

/** Judgements by rubric and judged content, so that a Series Bible that many tests write is judged once. */
const judgements = new Map<string, Judgement>();

/** Writes the reports that the coverage stages of a project wait for, without a worker. Throws when the Bible does not pass. */
export async function passCoverage(services: Services, projectId: string): Promise<void> {
  for (const phase of BIBLE_PHASES) {
    const coverage = bibleCoverage.phases[phase];
    const subject = { type: coverage.subject, id: projectId, projectId };
    const { stored, row } = await currentDocument(services, coverage, { subject, focusPrompt: null });
    const judged = `${row.rubricVersion} ${row.judgedHash}`;
    const judgement = judgements.get(judged) ?? judge(coverage.rubric, await coverage.compared!(services, stored), null);
    judgements.set(judged, judgement);
    if (!judgement.gatePassed) throw new Error(`the ${phase} does not pass: ${JSON.stringify([judgement.scores, judgement.checks, judgement.notes])}`);
    const report = await openReport(services.db, { id: newId('coverage'), ...row });
    await completeReport(services.db, { reportId: report.id, overallScore: judgement.overallScore, gatePassed: true });
  }
}

/** Writes this Bible and passes its coverage stages, without a worker. */
export async function passStages(services: Services, client: ApiClient, projectId: string, content: BibleContentPatch = {}): Promise<void> {
  const answer = await client.patch(`/story-projects/${projectId}/series-bible`, { content: { ...STAGED_BIBLE, ...content } });
  if (answer.status !== 200) throw new Error(`PATCH series-bible answered ${answer.status}: ${answer.text}`);
  await passCoverage(services, projectId);
}

/** A project that may plan seasons and start episodes; with `STAGED_VISUALS` as `content` it may also make pictures. */
export async function stagedProject(services: Services, client: ApiClient, content: BibleContentPatch = {}): Promise<string> {
  const { id } = (await client.post('/story-projects', { name: 'Saint Brandan' })).body.project as { id: string };
  await passStages(services, client, id, content);
  return id;
}
