import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Route } from 'playwright-core';
import type { ApiClient } from '../../support/api-client.js';
import { STORY } from '../../support/main-job.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from '../pages-browser.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';

const file = fileURLToPath(STORY);

/** The first button whose label matches. */
const mainButton = (page: Page, label: RegExp) => page.locator('button, a.pill').filter({ hasText: label }).first();

/** Waits for a button by loading the page again, as a person without scripts would. */
async function loadUntil(page: Page, label: RegExp): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await page.waitForTimeout(500), await page.reload()) {
    if (await mainButton(page, label).count() > 0) return;
  }
  throw new Error(`no ${label} on ${page.url()}: ${await page.innerText('main')}`);
}

describeInBrowser('the workplace', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    browser = await openBrowser();
    client = await stand.newAccount();
  });
  afterAll(async () => {
    await browser?.close();
    await stand?.close();
  });

  it('takes a dropped file to an MP3 in five presses, and every page on the way is without faults', async () => {
    const { page, faults, close } = await visit(browser, `${stand.api.url}/`);
    const findings: string[] = [];
    const look = async (where: string): Promise<void> => {
      for (const [size, scheme] of [[SIZES.desktop, 'dark'], [SIZES.phone, 'light']] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: scheme });
        findings.push(...(await layoutFaults(page)).map((fault) => `${where} ${size.width}: ${fault}`), ...(await axeFindings(page)).map((fault) => `${where} ${scheme}: ${fault}`));
      }
    };
    await look('front');
    await page.setInputFiles('input[type=file]', file);
    await page.selectOption('select[name=minutes]', '1');
    await page.fill('input[name=key]', client.apiKey!);
    await page.click('text=Hear it');
    await page.waitForURL('**/workplace/plans/**', { timeout: PATIENCE_MS });
    await mainButton(page, /Approve and make it/).waitFor({ timeout: PATIENCE_MS });
    await look('plan');
    await mainButton(page, /Approve and make it for 10 credits/).click();
    await page.waitForURL('**/workplace/jobs/**');
    await look('work');
    await mainButton(page, /^Listen$/).waitFor({ timeout: PATIENCE_MS });
    expect(await page.title()).toBe(`${await page.innerText('h1')} · Proscenium`);
    await page.click('main .rows a');
    await page.waitForURL('**/workplace/reads/**');
    await look('read');
    await mainButton(page, /Make the MP3 for 6 credits/).click();
    await mainButton(page, /Download the MP3/).waitFor({ timeout: PATIENCE_MS });
    const mp3 = await page.request.get(new URL((await mainButton(page, /Download the MP3/).getAttribute('href'))!, page.url()).href);
    expect([mp3.status(), mp3.headers()['content-type'], (await mp3.body()).length > 100_000]).toEqual([200, 'audio/mpeg', true]);
    await page.click('.crumb a');
    await look('production');
    await page.click('.crumb a');
    await look('productions');
    await page.goto(`${stand.api.url}/workplace/sign-in`);
    await look('sign in');
    await close();
    expect(findings).toEqual([]);
    expect(faults).toEqual([]);
    expect((await client.get('/credits')).body.credits.monthlyBucketUsed).toBe(16);
  });

  it('does the same without scripts', async () => {
    const { page, faults, close } = await visit(browser, `${stand.api.url}/workplace`, { javaScriptEnabled: false });
    await page.fill('input[name=key]', client.apiKey!);
    await page.click('text=Sign in >> nth=-1');
    await page.click('summary:has-text("New production")');
    await page.setInputFiles('input[type=file]', file);
    await page.selectOption('select[name=minutes]', '1');
    await page.click('text=Hear it');
    for (const label of [/Draft a plan/, /Approve and make it/, /^Listen$/]) {
      await loadUntil(page, label);
      await mainButton(page, label).click();
    }
    expect(page.url()).toContain('/share/table-read/');
    await close();
    expect(faults).toEqual([]);
  });

  it('a plan is rejected after a confirmation', async () => {
    const { page, close } = await visit(browser, `${stand.api.url}/workplace`);
    await page.fill('input[name=key]', client.apiKey!);
    await page.click('main button');
    await page.click('.covers a >> nth=0');
    await page.click('text=Draft a plan');
    page.on('dialog', (dialog) => void dialog.accept());
    await mainButton(page, /Reject this plan/).waitFor({ timeout: PATIENCE_MS });
    await mainButton(page, /Reject this plan/).click();
    await page.waitForURL('**/workplace/productions/**');
    expect(await page.innerText('main')).toContain('Rejected');
    await close();
  });

  it('a page that shows a refusal keeps following the work, and sends nothing again', async () => {
    const poor = await stand.newAccount({ credits: 10 });
    const { page, close } = await visit(browser, `${stand.api.url}/`);
    const posts: string[] = [];
    page.on('request', (request) => { if (request.method() === 'POST') posts.push(new URL(request.url()).pathname.split('/').at(-1)!); });
    await page.setInputFiles('input[type=file]', file);
    await page.selectOption('select[name=minutes]', '1');
    await page.fill('input[name=key]', poor.apiKey!);
    await page.click('text=Hear it');
    await mainButton(page, /Approve and make it/).waitFor({ timeout: PATIENCE_MS });
    // Going back must not draft another plan, which would replace the one that was read.
    await page.goBack();
    expect(page.url()).not.toContain('go=1');
    await page.goForward();
    expect(await page.innerText('main')).not.toContain('Replaced by a newer one');
    const isFetch = (route: Route): boolean => route.request().resourceType() === 'fetch';
    await page.route('**/workplace/jobs/**', (route) => (isFetch(route) ? route.abort() : route.continue()));
    await mainButton(page, /Approve and make it/).click({ timeout: PATIENCE_MS });
    await page.waitForSelector('#news.status:has-text("The connection is interrupted.")');
    await page.unroute('**/workplace/jobs/**');
    await mainButton(page, /^Listen$/).waitFor({ timeout: PATIENCE_MS });
    expect([await page.textContent('#news'), await page.title()]).toEqual([expect.stringContaining('Ready'), `${await page.innerText('h1')} · Proscenium`]);
    await page.click('main .rows a');
    await mainButton(page, /Make the MP3/).click();
    expect(await page.innerText('.notice.wrong')).toContain('Not enough credits.');
    await page.waitForFunction(() => document.querySelector('#recording')?.textContent?.includes('The read is recorded.'), null, { timeout: PATIENCE_MS });
    await close();
    expect(posts).toEqual(['new', 'plan', 'approve', 'finalize']);
  });
});
