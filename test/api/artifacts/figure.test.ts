import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { drawingsOf } from '../../support/canon/read-drawings.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const member = async ({ artifactId }: ReadyRead, character = 'MARA') =>
  (await client.get(`/artifacts/${artifactId}/cast`)).body.cast.find((one: any) => one.character === character);

async function figured(read: ReadyRead, body: object) {
  const done = await confirmed(client, `/artifacts/${read.artifactId}/figure`, body);
  await client.poll(`/artifacts/${read.artifactId}/cast`, ({ cast }) => cast.every((one: any) => ['none', 'ready', 'failed'].includes(one.figureStatus)));
  return done;
}

const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

describe('the full figure', () => {
  it('is made for the quoted price, follows the portrait, and changes nothing else of the read', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const [drawings, before, credits] = [await drawingsOf(stand, read), await member(read), await balance()];
    expect([before.figureUrl, before.figureStatus]).toEqual([null, 'none']);
    const { answer, credits: quoted } = await figured(read, { character: 'mara' });
    expect([answer.status, quoted, answer.body.character, await balance()]).toEqual([202, 1, 'MARA', credits - 1]);
    const now = await member(read);
    expect([now.figureStatus, now.avatarUrl, now.avatarStatus]).toEqual(['ready', before.avatarUrl, 'ready']);
    const bytes = await bytesOf(now.figureUrl);
    expect([bytes.subarray(8, 12).toString(), await drawingsOf(stand, read)]).toEqual(['WEBP', drawings]);
    expect((await member(read, 'TOBIAS')).figureUrl).toBeNull();
    await figured(read, { character: 'MARA', refinement: 'in a green coat' });
    const dressed = await member(read);
    expect([dressed.figureUrl === now.figureUrl, (await bytesOf(dressed.figureUrl)).equals(bytes)]).toEqual([false, false]);
    expect(await drawingsOf(stand, read)).toEqual(drawings);
  });

  it('is refused before a price for a figure that would be the same, an unknown person, and words that no drawing follows', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    await figured(read, { character: 'TOBIAS' });
    const refusal = async (body: object) => {
      const { status, body: { error } } = await client.post(`/artifacts/${read.artifactId}/figure`, body);
      return [status, error.code, error.details.field];
    };
    expect(await refusal({ character: 'TOBIAS' })).toEqual([400, 'validation_failed', 'refinement']);
    expect(await refusal({ character: 'NOBODY' })).toEqual([400, 'validation_failed', 'character']);
    expect(await refusal({ character: 'TOBIAS', refinement: 'on a bicycle' })).toEqual([400, 'validation_failed', 'refinement']);
    expect(await refusal({ character: 'TOBIAS', referenceUrl: 'https://example.org/a.png' })).toEqual([400, 'validation_failed', 'referenceUrl']);
  });
});
