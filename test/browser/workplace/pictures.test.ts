import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { describeInBrowser, expectSoundPage, openBrowser, visitWorkplace } from '../pages-browser.js';

describeInBrowser('the pictures of a read are changed in a browser', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stand.close();
  });

  it('portrait and place change after their price was shown; words that no drawing follows leave the form as it was', async () => {
    const { artifactId, shareToken } = await insertReadyRead(stand, client.accountId);
    const here = workplacePaths.read(artifactId);
    const visitor = await visitWorkplace(browser, stand.config.appUrl, client.apiKey!, here);
    const { page, faults } = visitor;
    const mara = '#cast li:has(b:text-is("MARA"))';
    const face = () => page.getAttribute(`${mara} img`, 'src');
    const former = await face();
    await page.click(`${mara} summary`);
    await page.fill(`${mara} [name=refinement]`, 'red hair and a dragon');
    await expectSoundPage(page);
    await page.click(`${mara} button`);
    await page.waitForSelector('text=no drawing follows');
    expect(await page.inputValue(`${mara} [name=refinement]`)).toBe('red hair and a dragon');
    await page.fill(`${mara} [name=refinement]`, 'red hair, glasses');
    await page.click(`${mara} button`);
    await page.waitForSelector('text=This costs');
    await page.click('text=Make it for 1 credit');
    await page.waitForSelector('text=The portrait is being drawn.');
    await client.poll(`/artifacts/${artifactId}/cast`, ({ cast }) => cast.every((member: any) => member.avatarStatus !== 'queued' && member.avatarStatus !== 'rendering'));
    await page.goto(`${stand.config.appUrl}${here}`);
    expect(await face()).not.toBe(former);
    const place = '#places li:has(b:text-is("GALLERY"))';
    const drawn = await page.getAttribute(`${place} img`, 'src');
    await page.click(`${place} button`);
    await page.waitForSelector('text=This costs');
    await expectSoundPage(page);
    await page.click('text=Make it for 1 credit');
    await page.waitForSelector('text=The place is being drawn again.');
    await client.poll(`/artifacts/${artifactId}/location-plates`, ({ plates }) => plates.every(({ status }: any) => status === 'ready'));
    await page.goto(`${stand.config.appUrl}${here}`);
    expect(await page.getAttribute(`${place} img`, 'src')).not.toBe(drawn);
    await page.click('text=What the read names');
    await page.click('text=Make 5 pictures that are missing');
    await page.click('text=Make it');
    await page.waitForSelector('text=The pictures are being made.');
    await client.poll(`/artifacts/${artifactId}/noun-imagery`, ({ nouns }) => nouns.every(({ status }: any) => status === 'ready'));
    await page.goto(`${stand.config.appUrl}${here}`);
    await page.click('text=What the read names');
    expect(await page.locator('#places details img').count()).toBe(5);
    await expectSoundPage(page);
    // The player shows the same portrait as the workplace.
    const player = await (await fetch(`${stand.config.appUrl}/share/table-read/${shareToken}/audio`)).text();
    expect(player).toContain(new URL((await face())!, stand.config.appUrl).search);
    expect(faults).toEqual(faults.filter((fault) => fault.includes('400')));
    await visitor.close();
  });
});
