import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setAccountStatus } from '../../src/domain/account/account-store.js';
import { revokeApiKey } from '../../src/kernel/access/api-key-store.js';
import type { Scope } from '../../src/kernel/contract/scopes.js';
import { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

const SCOPES: Scope[] = ['story:read'];
const PATH = '/story-projects';

let stand: Stand;
let proxied: Stand;
beforeAll(async () => {
  stand = await openStand();
  proxied = await openStand({ env: { TRUSTED_PROXY_HOPS: '1' } });
});
afterAll(async () => {
  await stand.close();
  await proxied.close();
});

const codeOf = async (client: ApiClient, headers: Record<string, string> = {}): Promise<unknown> => {
  const { status, body } = await client.get(PATH, { headers });
  return status === 200 ? 200 : [status, body.error.code];
};
/**
 * The first answer that differs from `before`. Gives up after four seconds: after five the cache expires by itself, so that a new answer would not prove that
 * news of the change arrived.
 */
async function codeAfter(client: ApiClient, before: unknown): Promise<unknown> {
  const startedAt = Date.now();
  for (;;) {
    const code = await codeOf(client);
    if (String(code) !== String(before) || Date.now() - startedAt > 4_000) return code;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const prefixOf = (client: ApiClient): string => client.apiKey!.split('_')[1]!;

describe('an API key', () => {
  it('must be sent as a Bearer token of the right form', async () => {
    const { baseUrl, apiKey } = await stand.newAccount();
    const client = new ApiClient(baseUrl, null);
    expect(await codeOf(client)).toEqual([401, 'authentication_required']);
    expect((await client.get('/story-projects')).headers.get('www-authenticate')).toBe('Bearer realm="proscenium"');
    const wrong = await client.get('/story-projects', { headers: { authorization: 'Bearer x' } });
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="proscenium", error="invalid_token"');
    for (const authorization of ['Bearer', 'Bearer x', 'Basic abc', apiKey!, `Bearer ${apiKey} extra`, `Bearer ${apiKey!.replace('psc', 'abc')}`, `Bearer ${'x'.repeat(5000)}`]) {
      expect([authorization.slice(0, 12), await codeOf(client, { authorization })]).toEqual([authorization.slice(0, 12), [401, 'invalid_api_key']]);
    }
    expect(await codeOf(client, { authorization: `bearer ${apiKey}` })).toBe(200);
  });

  it('is refused as soon as it is revoked, and only a caller with the right secret learns the reason', async () => {
    const client = await stand.newAccount();
    expect(await codeOf(client)).toBe(200);
    await revokeApiKey(stand.api.services.db, prefixOf(client));
    expect(await codeAfter(client, 200)).toEqual([401, 'api_key_revoked']);
    const guess = new ApiClient(client.baseUrl, `psc_${prefixOf(client)}_${'A'.repeat(32)}`);
    expect(await codeOf(guess)).toEqual([401, 'invalid_api_key']);
  });

  it('is refused past its expiry', async () => {
    const { accountId } = await stand.newAccount();
    expect(await codeOf(await stand.keyFor(accountId, SCOPES, { expiresAt: new Date(Date.now() - 1_000) }))).toEqual([401, 'api_key_expired']);
    const brief = await stand.keyFor(accountId, SCOPES, { expiresAt: new Date(Date.now() + 3_000) });
    expect(await codeOf(brief)).toBe(200);
    expect(await codeAfter(brief, 200)).toEqual([401, 'api_key_expired']);
  });

  it('is refused while its owner is disabled', async () => {
    const client = await stand.newAccount();
    expect(await codeOf(client)).toBe(200);
    await setAccountStatus(stand.api.services.db, client.accountId, 'disabled');
    const disabled = await codeAfter(client, 200);
    expect(disabled).toEqual([403, 'account_disabled']);
    await setAccountStatus(stand.api.services.db, client.accountId, 'active');
    expect(await codeAfter(client, disabled)).toBe(200);
  });

  it('obeys its address list, which a forged header does not widen', async () => {
    const { accountId } = await stand.newAccount();
    const elsewhere = await stand.keyFor(accountId, SCOPES, { allowedIps: ['10.9.0.0/16'] });
    expect(await codeOf(elsewhere)).toEqual([403, 'ip_not_allowed']);
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip']) {
      expect(await codeOf(elsewhere, { [name]: name === 'forwarded' ? 'for=10.9.0.1' : '10.9.0.1' })).toEqual([403, 'ip_not_allowed']);
    }
    expect(await codeOf(await stand.keyFor(accountId, SCOPES, { allowedIps: ['127.0.0.0/8', '::1'] }))).toBe(200);
  });

  it('behind one trusted proxy is checked against the address that this proxy wrote', async () => {
    const { accountId } = await proxied.newAccount();
    const listed = await proxied.keyFor(accountId, SCOPES, { allowedIps: ['10.9.0.0/16'] });
    expect(await codeOf(listed, { 'x-forwarded-for': '10.9.0.1' })).toBe(200);
    expect(await codeOf(listed, { 'x-forwarded-for': '8.8.8.8, 10.9.0.1' })).toBe(200);
    expect(await codeOf(listed, { 'x-forwarded-for': '10.9.0.1, 8.8.8.8' })).toEqual([403, 'ip_not_allowed']);
    expect(await codeOf(listed, { 'x-forwarded-for': 'nonsense' })).toEqual([403, 'ip_not_allowed']);
  });

  it('does not find the project of another account', async () => {
    const [mine, theirs] = [await stand.newAccount(), await stand.newAccount()];
    const { body } = await mine.post(PATH, { name: 'Mine' });
    expect((await theirs.get(`${PATH}/${body.project.id}`)).body.error.code).toBe('project_not_found');
  });

  it('never comes back in an error', async () => {
    const { baseUrl } = stand.config;
    const secret = `psc_abcdefghij_${'S'.repeat(32)}`;
    expect((await new ApiClient(baseUrl, secret).get(PATH)).text).not.toContain('SSSS');
  });
});
