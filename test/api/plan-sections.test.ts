import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PlanBrief } from '../../src/craft/narrative/model.js';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import type { ApiClient } from '../support/api-client.js';
import { openPlanStand, tableReadRequest, type PlanStand } from '../support/stands/plan-stand.js';


const CHAPTERS = ['Anna', 'Bertil', 'Clara'].map((name) =>
  `Chapter of ${name}\n\n${name} walked down to the harbour in the rain and looked for the boat.\n\n“Has anybody seen the Petrel?” asked ${name}.\n\n“Nobody,” said the harbour master. “Not since Tuesday.”`);
const TEXT = CHAPTERS.join('\n\n');
const SECTIONS = CHAPTERS.map((chapter, index) => ({ index, title: chapter.split('\n')[0], start: TEXT.indexOf(chapter), end: TEXT.indexOf(chapter) + chapter.length, words: 30 }));

describe('a plan of some chapters', () => {
  let stand: PlanStand;
  let client: ApiClient;
  let projectId: string;
  let sourceId: string;
  const briefs: PlanBrief[] = [];

  beforeAll(async () => {
    stand = await openPlanStand();
    client = await stand.newAccount();
    stand.writer.answer = (brief) => {
      briefs.push(brief);
      return embeddedWriter().plan(brief);
    };
    ({ projectId } = await stand.newProject(client));
    const { body } = await client.post(`/story-projects/${projectId}/sources`, { type: 'text', content: TEXT, metadata: { sections: SECTIONS } });
    sourceId = body.source.id as string;
  });
  afterAll(() => stand.close());

  const create = (sections: unknown) => client.post(`/story-projects/${projectId}/story-plans`, { ...tableReadRequest(sourceId, {}), sections });

  it('gives the writer exactly their text, in their order', async () => {
    const { status, body } = await create([{ sourceId, sections: [2, 1] }]);
    expect(status).toBe(201);
    await client.poll(`/story-plans/${body.plan.id}`, (answer: any) => !['PENDING', 'RUNNING'].includes(answer.plan.status));
    expect(briefs.at(-1)!.sources).toEqual([expect.objectContaining({ text: `${CHAPTERS[1]}\n\n${CHAPTERS[2]}`, digest: null })]);
    const whole = await create(undefined);
    await client.poll(`/story-plans/${whole.body.plan.id}`, (answer: any) => !['PENDING', 'RUNNING'].includes(answer.plan.status));
    expect(briefs.at(-1)!.sources[0]!.text).toBe(TEXT);
    expect(briefs.at(-1)!.seed).not.toBe(briefs.at(-2)!.seed);
  });

  it('is named after its only chapter', async () => {
    const { body } = await create([{ sourceId, sections: [2] }]);
    const { plan } = await client.poll(`/story-plans/${body.plan.id}`, (answer: any) => !['PENDING', 'RUNNING'].includes(answer.plan.status));
    expect(plan.title).toBe('Chapter of Clara');
  });

  it('refuses chapters and sources that are not there', async () => {
    const beyond = await create([{ sourceId, sections: [0, 3] }]);
    expect(beyond.body.error).toMatchObject({ code: 'validation_failed', details: { field: 'sections.0.sections', missing: [3], sections: 3 } });
    const other = await create([{ sourceId: 'src_other', sections: [0] }]);
    expect(other.body.error).toMatchObject({ code: 'validation_failed', details: { field: 'sections.0.sourceId' } });
  });
});
