import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { exports } from '../../api/families/exports.js';
import { scriptPath } from '../../api/scripts/script-path.js';
import type { ApiClient } from '../support/api-client.js';
import { uploaded } from '../support/stands/script-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';

/** A second export beside the product's own `exportScript`: the title of a script, in two formats. */
const card = exports({ ...scriptPath, name: 'TestCard', base: '/test-cards/{scriptUploadId}' }, {
  id: 'exportTestCard', summary: 'Export a test card', formats: ['json', 'text'], errors: [],
  options: {
    indent: Type.Optional(Type.Integer({ minimum: 0 })), first: Type.Optional(Type.Integer()), last: Type.Optional(Type.Integer()),
  },
  only: { indent: ['json'] }, ranges: [['first', 'last']],
  make: async (_services, { script }, format, { indent = 0 }) => ({
    filename: `${script.slug}.${format}`, contentType: format === 'json' ? 'application/json' : 'text/plain', encoding: 'utf8' as const,
    content: format === 'json' ? JSON.stringify({ title: script.title }, null, indent) : script.title, warnings: [],
  }),
});

let stand: Stand;
let client: ApiClient;
let script: { id: string; slug: string };

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES, operations: [card] });
  client = await stand.newAccount();
  script = await uploaded(client);
});
afterAll(() => stand.close());

const refusal = ({ status, body }: { status: number; body: any }): unknown => [status, body.error.code, body.error.details];

describe('an export', () => {
  it('answers each of its formats in one envelope, the same each time', async () => {
    const path = `/test-cards/${script.id}/export`;
    const json = await client.get(`${path}?format=json&indent=2`);
    expect([json.status, json.body]).toEqual([200, {
      filename: `${script.slug}.json`, contentType: 'application/json', encoding: 'utf8', content: '{\n  "title": "The Lamp"\n}', warnings: [],
    }]);
    expect((await client.get(`${path}?format=text`)).body.content).toBe('The Lamp');
    for (const format of ['fountain', 'fdx', 'pdf']) {
      const [first, again] = [await client.get(`/scripts/${script.id}/export?format=${format}`), await client.get(`/scripts/${script.id}/export?format=${format}`)];
      expect([first.status, first.body.filename, again.text]).toEqual([200, `${script.slug}.${format}`, first.text]);
    }
  });

  const refused: [string, string, string][] = [
    ['no format', '', 'format'],
    ['another format', '?format=docx', 'format'],
    ['an option of another format', '?format=text&indent=2', 'indent'],
    ['a range that ends before it starts', '?format=text&first=2&last=1', 'last'],
    ['an option that it has not', '?format=text&font=comic', 'font'],
  ];
  it.each(refused)('refuses %s and names the parameter', async (_name, query, field) => {
    expect(refusal(await client.get(`/test-cards/${script.id}/export${query}`))).toEqual([400, 'validation_failed', { field }]);
  });

  it('answers 404 to another account', async () => {
    const other = await stand.newAccount();
    for (const path of [`/test-cards/${script.id}/export?format=text`, `/scripts/${script.id}/export?format=fountain`]) {
      expect(refusal(await other.get(path))).toEqual([404, 'script_not_found', undefined]);
    }
  });

  it('requires the scope story:read', async () => {
    const narrow = await stand.keyFor(client.accountId, ['story:write']);
    expect(refusal(await narrow.get(`/scripts/${script.id}/export?format=fountain`))).toEqual([403, 'insufficient_scope', { missingScopes: ['story:read'] }]);
  });
});

describe('the script export', () => {
  it('says that a script that is not parsed cannot be exported yet', async () => {
    const { body } = await client.post('/scripts', { title: 'Odd', content: '<FinalDraft><Content><Paragraph>', format: 'fdx' });
    const { script: failed } = await client.poll(`/scripts/${body.script.id}`, (answer: any) => answer.script.parseStatus === 'failed');
    expect(refusal(await client.get(`/scripts/${failed.id}/export?format=pdf`))).toEqual([409, 'script_state_invalid', expect.objectContaining({ status: 'failed', allowed: ['complete'] })]);
  });
});
