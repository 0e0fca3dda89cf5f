import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseApiKey } from '../../../src/kernel/access/api-keys.js';
import { createApiKey, listApiKeys } from '../../../src/kernel/access/api-key-store.js';
import { grantCredits } from '../../../src/kernel/credits/ledger.js';
import { SCOPES, type Scope } from '../../../src/kernel/contract/scopes.js';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { ApiClient } from '../../support/api-client.js';
import { FormBrowser, type FetchedPage } from '../../browser/browser-forms.js';
import { performedScript } from '../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
beforeAll(async () => { stand = await openStand({ queues: ALL_QUEUES }); });
afterAll(() => stand.close());

async function signedIn({ apiKey }: ApiClient): Promise<FormBrowser> {
  const browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(apiKey!);
  return browser;
}

const prefixOf = ({ apiKey }: ApiClient): string => parseApiKey(apiKey!)!.prefix;

describe('shares in the workplace', () => {
  const shares = workplacePaths.shares();

  it('are listed with what they open, changed, revoked, and made again', async () => {
    const client = await stand.newAccount();
    const browser = await signedIn(client);
    expect((await browser.open(shares)).text).toContain('Nothing is shared.');
    const script = await performedScript(stand, client);
    const { shareUrl } = (await client.post(`/scripts/${script.scriptId}/share`, { audience: 'private_review' })).body.share;
    const page = await browser.open(shares);
    expect(page.html).toContain(`value="${shareUrl}"`);
    expect(page.text).toMatch(/The Lamp Open .*Theater: the whole read .*Reviewers/);
    const changed = await browser.send(page, `${shares}/change`, { audience: 'team', mode: 'audio', part: 'scene', scene: '3', days: '1' });
    expect(changed.text).toMatch(/The link is changed\..*Audio player: scene 3 .*The team/);
    const { share } = (await client.get(`/scripts/${script.scriptId}/share`)).body;
    expect(share).toMatchObject({ shareUrl, audience: 'team', descriptor: { mode: 'audio', scope: 'scene', sceneIndex: 2 } });
    expect(Date.parse(share.expiresAt) - Date.now()).toBeLessThan(86_400_000);
    const wrong = await browser.send(changed, `${shares}/change`, { part: 'scene', scene: '44' });
    expect([wrong.status, wrong.text.includes('there is no scene 43')]).toEqual([400, false]);
    expect(wrong.text).toContain('There is no scene 43');
    const revoked = await browser.send(changed, `${shares}/revoke`);
    expect(revoked.text).toMatch(/The link is closed\..*Nothing is shared\./);
    expect((await fetch(shareUrl)).status).toBe(404);
  });

  it('that have expired are shown as such, and keys that may not publish see no form', async () => {
    const client = await stand.newAccount();
    const script = await performedScript(stand, client);
    await client.post(`/scripts/${script.scriptId}/share`);
    await stand.api.services.db.query(`UPDATE script_shares SET expires_at = now() - interval '1 hour' WHERE script_id = $1`, [script.scriptId]);
    expect((await (await signedIn(client)).open(shares)).text).toContain('Expired The link is closed.');
    const page = await (await signedIn(await stand.keyFor(client.accountId, ['story:read']))).open(shares);
    expect([page.text.includes('Expired'), page.html.includes(`${shares}/revoke`)]).toEqual([true, false]);
  });
});

describe('credits in the workplace', () => {
  it('are the balance, the prices in words and every movement with its purpose', async () => {
    const client = await stand.newAccount({ credits: 40 });
    const browser = await signedIn(client);
    await client.get('/credits');
    for (let i = 0; i < 45; i++) await grantCredits(stand.api.services.db, { accountId: client.accountId, credits: 1, reference: `gift-${i}` });
    const page = await browser.open(workplacePaths.credits());
    expect(page.text).toContain('85 credits to spend');
    expect(page.text).toMatch(/A table read of up to 60 pages 10 credits/);
    expect(page.html.match(/<td class="number">\+1<\/td>/g)).toHaveLength(40);
    const rest = await browser.open(/href="([^"]*cursor=[^"]*)"/.exec(page.html)![1]!.replaceAll('&amp;', '&'));
    expect(rest.html.match(/<td class="number">\+1<\/td>/g)).toHaveLength(5);
    expect(rest.text).toMatch(/Came in \+40 Start of a billing cycle Monthly/);
    const reader = await signedIn(await stand.keyFor(client.accountId, ['story:read']));
    expect((await reader.open(workplacePaths.credits())).text).toContain('may not see credits');
  });

  it('link to what they paid for', async () => {
    const client = await stand.newAccount();
    const { db } = stand.api.services;
    await db.query(
      `INSERT INTO ledger_entries (entry_id, account_id, kind, credits, bucket, ref_type, ref_id, epoch, line)
       VALUES ('led_' || left(md5($1), 26), $1, 'settle', 10, 'monthly', 'job', 'job_<x>', 1, 0)`, [client.accountId]);
    const page = await (await signedIn(client)).open(workplacePaths.credits());
    expect(page.html).toContain(`href="${workplacePaths.job('job_<x>')}"`);
  });
});

describe('keys in the workplace', () => {
  const keys = workplacePaths.keys();
  const make = async (browser: FormBrowser, fields: Record<string, string>): Promise<FetchedPage> =>
    browser.send(await browser.open(keys), `${keys}/create`, { name: 'Robot', 'scope story:read': 'true', ...fields });
  const secretIn = (page: FetchedPage): string => /<code class="secret" id="secret">(psc_[a-z0-9]+_[A-Za-z0-9]+)</.exec(page.html)?.[1] ?? '';
  const recordsOf = ({ accountId }: ApiClient) => listApiKeys(stand.api.services.db, accountId);

  it('are made with what is ticked, shown once, and work within their limits', async () => {
    const client = await stand.newAccount();
    const browser = await signedIn(client);
    const made = await make(browser, { 'scope credits:read': 'true', days: '7', addresses: '203.0.113.0/24\r\n127.0.0.1' });
    const secret = secretIn(made);
    expect([made.status, made.headers.get('cache-control'), secret === '']).toEqual([200, 'no-store', false]);
    const again = await browser.open(keys);
    expect(again.html).not.toContain(secret);
    expect(again.text).toMatch(/Robot In use .*203\.0\.113\.0\/24, 127\.0\.0\.1/);
    expect((await new ApiClient(client.baseUrl, secret).get('/credits')).status).toBe(200);
    expect((await new ApiClient(client.baseUrl, secret).post('/story-projects', { name: 'x' })).body.error.code).toBe('insufficient_scope');
    const [record] = await recordsOf(client);
    expect(record).toMatchObject({ name: 'Robot', scopes: ['story:read', 'credits:read'], rateTier: 'default', allowedIps: ['203.0.113.0/24', '127.0.0.1'] });
    expect(record!.expiresAt!.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  });

  it.each([
    ['no scope', { 'scope story:read': '' }, 'A key needs at least one scope'], ['a scope of nobody', { 'scope story:all': 'true' }, 'A key there is no scope'],
    ['no days', { days: '0' }, 'The lifetime takes a whole number of days'], ['too many days', { days: '3651' }, 'The lifetime takes'],
    ['a word for days', { days: 'week' }, 'The lifetime takes'], ['a host for an address', { addresses: 'localhost' }, 'Addresses takes an address or a range'],
    ['a long name', { name: 'n'.repeat(121) }, 'The name takes 1 to 120'], ['an elevated tier', { tier: 'elevated' }, 'default limits'],
  ])('are refused with %s, and the typed values stay', async (_what, fields, words) => {
    refusing ??= stand.newAccount().then(async (client) => ({ client, browser: await signedIn(client) }));
    const { client, browser } = await refusing;
    const page = await make(browser, { name: 'Typed name', ...fields as Record<string, string> });
    expect([page.status, secretIn(page)]).toEqual([400, '']);
    expect(page.text).toContain(words);
    expect(page.html).toContain(`value="${(fields as { name?: string }).name ?? 'Typed name'}"`);
    expect(await recordsOf(client)).toHaveLength(1);
  });
  let refusing: Promise<{ client: ApiClient; browser: FormBrowser }> | undefined;

  it('are neither made with more scopes than the own key has, nor revoked when they have more', async () => {
    const client = await stand.newAccount();
    const some: Scope[] = ['story:read', 'account:read', 'account:write'];
    const browser = await signedIn(await stand.keyFor(client.accountId, some));
    const page = await browser.open(keys);
    expect(page.html).not.toContain('name="scope story:write"');
    const refused = await make(browser, { 'scope story:write': 'true' });
    expect([refused.status, refused.text.includes('story:write')]).toEqual([403, true]);
    const taken = await browser.send(page, `${keys}/revoke`, { prefix: prefixOf(client) });
    expect([taken.status, (await client.get('/credits')).status]).toEqual([403, 200]);
    expect(await recordsOf(client)).toHaveLength(2);
  });

  it.each<[string, readonly Scope[], { expiresAt?: Date; allowedIps?: string[] }]>([
    ['expires', SCOPES, { expiresAt: new Date(Date.now() + 86_400_000) }], ['works from some addresses only', SCOPES, { allowedIps: ['127.0.0.1', '::1'] }],
    ['lacks account:write', ['story:read', 'account:read'], {}],
  ])('are neither made nor revoked with a key that %s', async (_what, scopes, limits) => {
    const client = await stand.newAccount();
    const other = await signedIn(client);
    const browser = await signedIn(await stand.keyFor(client.accountId, scopes, limits));
    const page = await browser.open(keys);
    expect([page.status, page.html.includes(`${keys}/create`), page.html.includes(`${keys}/revoke`)]).toEqual([200, false, false]);
    const form = await other.open(keys);
    const own = { formToken: /name="formToken" value="([^"]+)"/.exec(page.html)![1]! };
    for (const [action, fields] of [['create', { name: 'x', 'scope story:read': 'true' }], ['revoke', { prefix: prefixOf(client) }]] as const) {
      expect((await browser.send(form, `${keys}/${action}`, { ...fields, ...own })).status).toBe(403);
    }
    expect((await recordsOf(client)).filter(({ revokedAt }) => revokedAt !== null)).toEqual([]);
    expect(await recordsOf(client)).toHaveLength(2);
  });

  it('of another account are neither seen nor revoked', async () => {
    const [client, other] = [await stand.newAccount(), await stand.newAccount()];
    const browser = await signedIn(client);
    const page = await browser.open(keys);
    expect(page.text).not.toContain(prefixOf(other));
    const refused = await browser.send(page, `${keys}/revoke`, { prefix: prefixOf(other), confirmed: 'true' });
    expect([refused.status, (await other.get('/credits')).status]).toEqual([400, 200]);
  });

  it('are revoked at once; revoking the own key takes a confirmation and ends the sign-in', async () => {
    const client = await stand.newAccount();
    const browser = await signedIn(client);
    const { key } = await createApiKey(stand.api.services.db, { accountId: client.accountId, name: 'Old robot', scopes: ['story:read'] });
    const robot = new ApiClient(client.baseUrl, key, client.accountId);
    const page = await browser.open(keys);
    const gone = await browser.send(page, `${keys}/revoke`, { prefix: prefixOf(robot) });
    expect(gone.text).toMatch(/The key is revoked\..*1 key that no longer works/);
    expect((await robot.get('/story-projects')).body.error.code).toBe('api_key_revoked');
    const kept = await browser.send(page, `${keys}/revoke`, { prefix: prefixOf(client) });
    expect([kept.status, kept.text.includes('This is the key you signed in with.')]).toEqual([400, true]);
    expect((await client.get('/credits')).status).toBe(200);
    const out = await browser.send(page, `${keys}/revoke`, { prefix: prefixOf(client), confirmed: 'true' });
    expect(out.path).toBe(workplacePaths.signIn());
    expect((await browser.open(keys)).path).toContain(workplacePaths.signIn());
    expect((await client.get('/credits')).body.error.code).toBe('api_key_revoked');
  });
});
