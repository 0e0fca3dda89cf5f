import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { STAGED_BIBLE, stagedProject } from '../../support/canon/staged-project.js';
import { judgedBible } from '../../support/stands/draft-stand.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const SCRIPT = 'INT. QUAY - DAY\n\nMoss counts his boats.\n\nMOSS\nGood morning.\n\nADA\nI live in Dublin.\n';

it('quotes the lines of scripts and outlines that contradict a locked fact, at once and in the full report', async () => {
  const projectId = await stagedProject(stand.api.services, client);
  const path = `/story-projects/${projectId}/continuity`;
  const facts = [
    { subject: 'Moss', kind: 'dead', statement: 'Moss drowned in the harbour.', since: 'ep_1' },
    { subject: 'Ada', kind: 'place', statement: 'Ada lives on Saint Brandan.' },
    { subject: 'Tom', kind: 'trait', statement: 'Tom cannot swim.', locked: false },
  ];
  const saved = (await client.patch(path, { facts })).body.continuity;
  expect(saved).toMatchObject({ version: 1, contradictions: [] });
  expect(saved.facts.map(({ factId, source, locked }: any) => [factId, source.kind, locked]))
    .toEqual([['fact_1', 'caller', true], ['fact_2', 'caller', true], ['fact_3', 'caller', false]]);
  const script = await uploaded(client, SCRIPT, { title: 'The Quay', projectId });
  await client.patch(`/story-projects/${projectId}/outline-map`, {
    episodeId: 'ep_3', outline: { logline: 'Who paid the chaplain?', beats: [{ role: 'hook', summary: 'Moss rings the bell. Tom swims to the wreck.' }] },
  });
  const { contradictions } = (await client.get(path)).body.continuity;
  expect(contradictions.map(({ factId, quote, scriptUploadId, episodeId }: any) => [factId, quote, scriptUploadId ?? null, episodeId])).toEqual([
    ['fact_1', 'Moss counts his boats.', script.scriptUploadId, 'ep_2'], ['fact_1', 'Moss rings the bell.', null, 'ep_3'],
    ['fact_2', 'I live in Dublin.', script.scriptUploadId, 'ep_2'],
  ]);
  const { report, gatePassed } = await judgedBible(client, projectId, 'full');
  const notes = report.notes.filter(({ category }: any) => category === 'continuity');
  expect([gatePassed, notes.length]).toEqual([true, 3]);
  expect(notes[0].message).toMatch(/Moss drowned in the harbour\..*Moss counts his boats\./);
  expect(notes[0].anchor).toMatchObject({ scriptUploadId: script.scriptUploadId, quote: 'Moss counts his boats.' });

  const changed = (await client.patch(path, { facts: [{ factId: 'fact_1', locked: false }, { factId: 'fact_2', remove: true }, { factId: 'fact_3', locked: true }] })).body.continuity;
  expect(changed.facts.map(({ factId, locked }: any) => [factId, locked])).toEqual([['fact_1', false], ['fact_3', true]]);
  expect(changed.contradictions.map(({ factId, quote }: any) => [factId, quote])).toEqual([['fact_3', 'Tom swims to the wreck.']]);
  expect((await client.patch(path, { facts: [{ factId: 'fact_9', locked: true }] })).body.error.details).toEqual({ field: 'facts.0.factId' });
  const conflict = await client.patch(path, { facts: [{ factId: 'fact_3', remove: true }], expectedVersion: 1 });
  expect([conflict.status, conflict.body.error.details]).toEqual([409, { expected: 1, actual: 2 }]);
});

it('holds the Series Bible against the locked facts too, field by field', async () => {
  const projectId = await stagedProject(stand.api.services, client, {
    premise: `${STAGED_BIBLE.premise} Tom is the brother of Ada. Moss warned them before he drowned.`,
    characters: [{ id: 'ch_1', name: 'Ada', role: 'keeper of the lighthouse, 35' }, { id: 'ch_2', name: 'Tom', role: 'assistant of the keeper' }],
    episodes: [{ id: 'ep_1', title: 'The Lamp', summary: 'Moss drowns in the harbour.' }, { id: 'ep_2', title: 'The Quay', summary: 'Moss denies that he took the oil.' }],
  });
  const facts = [
    { subject: 'Moss', kind: 'dead', statement: 'Moss drowned in the harbour.', since: 'ep_1' },
    { subject: 'Tom', kind: 'relation', statement: 'Tom is Ada’s son.' },
    { subject: 'Ada', kind: 'age', statement: 'Ada is forty-one years old.' },
  ];
  const { contradictions } = (await client.patch(`/story-projects/${projectId}/continuity`, { facts })).body.continuity;
  expect(contradictions.map(({ factId, bibleField, characterId, episodeId, quote }: any) =>
    [factId, bibleField, characterId ?? episodeId ?? null, quote])).toEqual([
    ['fact_1', 'episodes', 'ep_2', 'Moss denies that he took the oil.'], ['fact_2', 'premise', null, 'Tom is the brother of Ada.'],
    ['fact_3', 'characters', 'ch_1', 'Ada, 35.'],
  ]);
  const { report } = await judgedBible(client, projectId, 'full');
  const anchors = report.notes.filter(({ category }: any) => category === 'continuity')
    .map(({ anchor }: any) => [anchor.field, anchor.characterId ?? anchor.episodeId ?? null]);
  expect(anchors).toEqual([['episodes', 'ep_2'], ['premise', null], ['characters', 'ch_1']]);
});

const TOLD = `Ada Penrose was born in Cork. Tom was the brother of Ada. Ada was forty-one years old. Tom lived in Galway that year.

“Good morning,” said Ada. “The lamp is out,” said Tom. “Perhaps Moss drowned,” said Ada.

Perhaps Tom was born in Paris. Tom was nearly killed at the quay, and Ada was never born in London.`;

it('proposes facts that a source states, unlocked, when the Series Bible is made; removed ones stay away, locked ones stay', async () => {
  const { id } = (await client.post('/story-projects', { name: 'Told' })).body.project;
  const { source } = (await client.post(`/story-projects/${id}/sources`, { type: 'text', content: TOLD })).body;
  const path = `/story-projects/${id}/continuity`;
  await client.patch(path, { facts: [{ subject: 'tom', kind: 'place', statement: 'tom lives on Saint Brandan.' }] });
  const make = async (): Promise<any> => {
    await client.post(`/story-projects/${id}/series-bible`, {});
    await client.poll(`/story-projects/${id}/series-bible`, ({ document }) => document.generation?.status === 'complete');
    return (await client.get(path)).body.continuity;
  };
  const proposed = await make();
  const shown = ({ subject, kind, statement, locked, source: from }: any): unknown[] => [subject, kind, statement, locked, from.kind, from.id];
  expect(proposed.facts.map(shown)).toEqual([
    ['tom', 'place', 'tom lives on Saint Brandan.', true, 'caller', null],
    ['Ada Penrose', 'place', 'Ada Penrose was born in Cork.', false, 'source', source.id],
    ['Tom', 'relation', 'Tom was the brother of Ada.', false, 'source', source.id],
    ['Ada', 'age', 'Ada was forty-one years old.', false, 'source', source.id],
  ]);
  await client.patch(path, { facts: [{ factId: 'fact_2', remove: true }, { factId: 'fact_4', locked: true }] });
  const again = await make();
  expect(again.facts.map(({ factId, locked }: any) => [factId, locked])).toEqual([['fact_1', true], ['fact_3', false], ['fact_4', true]]);
  expect(again.facts[2].source).toMatchObject({ kind: 'source', quote: 'Ada was forty-one years old.' });
});
