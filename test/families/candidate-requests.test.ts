import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { portraitDesigns } from '../../src/domain/canon/portraits/portrait-kind.js';
import { moodFrames } from '../../src/domain/canon/mood-board/mood-kind.js';
import { voiceDesigns } from '../../src/domain/canon/voices/design-kind.js';
import { newId } from '../../src/kernel/db/ids.js';
import { addCandidates, findRequest, insertRequest, listRequests, markChosen, type AskedFor } from '../../src/kernel/families/candidates/candidate-store.js';
import { creditsOf, type CandidateInput, type CandidateWork } from '../../src/kernel/families/candidates/candidates.js';
import { findBrief, putBrief } from '../../src/kernel/works/briefs.js';
import { workIdOf } from '../../src/kernel/works/ids.js';
import type { WorkKind } from '../../src/kernel/works/kind.js';
import { openWork } from '../../src/kernel/works/moves.js';
import { findWork } from '../../src/kernel/works/work-store.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  stand = await openStand({ queues: [] });
  client = await stand.newAccount({ credits: 20 });
  projectId = (await client.post('/story-projects', { name: 'Candidates' })).body.project.id;
});
afterAll(() => stand.close());

const ASKED: AskedFor<object> = { subject: { type: 'character', id: 'ada' }, brief: { character: 'Ada', words: 'red coat' }, wanted: 3 };
const kindOf = (work: CandidateWork): WorkKind => work as unknown as WorkKind;

const inputFor = ({ kind }: CandidateWork, credits = 2): CandidateInput => {
  const subjectId = newId('portraitDesign');
  return {
    workId: workIdOf(kind, subjectId), kind, epoch: 1, accountId: client.accountId, projectId, subjectId, revision: 0, label: 'Candidates',
    requestId: 'req_test_0001', lines: [{ line: 0, credits }],
  };
};

const open = (input: CandidateInput, brief?: object) => openWork(stand.api.services.db, kindOf(portraitDesigns.work), input, 30, brief);

describe('a request', () => {
  it('is inserted together with its work, or not at all', async () => {
    const { db } = stand.api.services;
    const [poor, opened] = [inputFor(portraitDesigns.work, 1_000), inputFor(portraitDesigns.work)];
    expect(await open(poor, ASKED)).toMatchObject({ outcome: 'insufficient' });
    expect([await findWork(db, poor.workId), await findRequest(db, portraitDesigns.kind, poor.subjectId)]).toEqual([null, null]);
    expect([await open(opened, ASKED), await open(opened, ASKED), await open(opened)]).toEqual(Array(3).fill({ outcome: 'open' }));
    expect(await findRequest(db, portraitDesigns.kind, opened.subjectId)).toMatchObject({ brief: ASKED.brief, wanted: 3, status: 'RESERVED', candidates: [] });
  });

  it('cannot be inserted without its work', async () => {
    const { db } = stand.api.services;
    const row = { id: newId('portraitDesign'), projectId, kind: portraitDesigns.kind, workId: 'wrk_none' };
    await expect(insertRequest(db, row, ASKED)).rejects.toThrow(/candidate_requests_work_id_fkey/);
  });

  it('opens nothing when its brief is gone before it is opened', async () => {
    const { db, store } = stand.api.services;
    const input = inputFor(portraitDesigns.work);
    const briefKey = await putBrief(store, input, ASKED);
    expect(await findBrief(store, { briefKey })).toEqual(ASKED);
    await store.delete(briefKey);
    expect(await open(input, await findBrief(store, { briefKey }) as undefined)).toEqual({ outcome: 'over' });
    expect(await findWork(db, input.workId)).toBeNull();
  });

  it('has a round number that counts the earlier requests of its kind on its subject', async () => {
    const { db } = stand.api.services;
    const subject = { type: 'character', id: 'ben' };
    const rounds: number[] = [];
    for (const wished of [subject, subject, { ...subject, id: 'cleo' }]) {
      const input = inputFor(portraitDesigns.work);
      await open(input, { ...ASKED, subject: wished });
      rounds.push((await findRequest(db, portraitDesigns.kind, input.subjectId))!.round);
    }
    expect(rounds).toEqual([0, 1, 0]);
    expect((await listRequests(db, portraitDesigns.kind, projectId, { limit: 10 }, 'ben')).map(({ round }) => round)).toEqual([1, 0]);
    // Requests that are opened at the same moment wait for each other: equal rounds would give, and sell, the same candidates.
    const asked = { ...ASKED, subject: { ...subject, id: 'dan' } };
    expect(await Promise.all(Array.from({ length: 4 }, () => open(inputFor(portraitDesigns.work), asked)))).toEqual(Array(4).fill({ outcome: 'open' }));
    expect((await listRequests(db, portraitDesigns.kind, projectId, { limit: 10 }, 'dan')).map(({ round }) => round).sort()).toEqual([0, 1, 2, 3]);
  });
});

describe('candidates', () => {
  it('are added once and keep their numbers, and only one of them is chosen', async () => {
    const { db } = stand.api.services;
    const { subjectId, ...input } = inputFor(portraitDesigns.work);
    await open({ ...input, subjectId }, ASKED);
    const both = [await addCandidates(db, subjectId, 1, [{ name: 'b' }, { name: 'c' }]), await addCandidates(db, subjectId, 0, [{ name: 'a' }])];
    expect([...both, await addCandidates(db, subjectId, 1, [{ name: 'again' }, { name: 'c' }]), await addCandidates(db, 'pds_none', 0, [])])
      .toEqual([true, true, false, false]);
    for (const ordinal of [0, 2]) await markChosen(db, subjectId, ordinal);
    expect((await findRequest<object, { name: string }>(db, portraitDesigns.kind, subjectId))!.candidates).toEqual([
      { ordinal: 0, facts: { name: 'a' }, chosen: false }, { ordinal: 1, facts: { name: 'b' }, chosen: false }, { ordinal: 2, facts: { name: 'c' }, chosen: true },
    ]);
  });

  it('cost what their kind says: a price per request, or per candidate', () => {
    expect([creditsOf(portraitDesigns, 6), creditsOf(voiceDesigns, 3), creditsOf(moodFrames, 1), creditsOf(moodFrames, 5)]).toEqual([2, 2, 1, 5]);
  });
});
