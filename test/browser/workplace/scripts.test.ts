import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import type { ApiClient } from '../../support/api-client.js';
import { LAMP } from '../../support/stands/script-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit, type Visit } from '../pages-browser.js';

describeInBrowser('scripts, shares, credits and keys in a browser', () => {
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

  /** A visitor who has signed in and asked for a page. */
  async function at(page: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
    const visitor = await visit(browser, `${stand.config.appUrl}${workplacePaths.signIn()}?next=${encodeURIComponent(page)}`, options);
    await visitor.page.fill('input[name=key]', client.apiKey!);
    await visitor.page.click('main button');
    await visitor.page.waitForURL(`**${page}*`);
    return visitor;
  }

  /** Expects no fault of accessibility or layout in either theme, on desktop and phone. */
  async function expectSound({ page }: Visit): Promise<void> {
    for (const colorScheme of ['dark', 'light'] as const) {
      for (const size of Object.values(SIZES)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(size);
        const where = `${new URL(page.url()).pathname} ${colorScheme} ${size.width}`;
        expect([where, await axeFindings(page), await layoutFaults(page)]).toEqual([where, [], []]);
      }
    }
    await page.setViewportSize(SIZES.desktop);
  }

  it('a screenplay is uploaded, cast, made, shared and corrected, and its link is closed again', async () => {
    const file = path.join(stand.config.dataDir, 'lamp.fountain');
    await writeFile(file, LAMP);
    const visitor = await at(workplacePaths.scripts());
    const { page, faults } = visitor;
    page.on('dialog', (dialog) => void dialog.accept());
    await expectSound(visitor);
    await page.setInputFiles('input[type=file]', file);
    expect(await page.textContent('.drop-title')).toBe('lamp.fountain');
    await page.click('text=Upload it');
    // The page moves on by itself once the text is parsed.
    await page.click('text=Prepare a table read');
    await page.waitForSelector('text=Make the table read');
    await expectSound(visitor);
    const script = page.url().split('?')[0]!;
    const before = await page.getAttribute('#hear1', 'src');
    await page.selectOption('select[name=voice1]', 'stage-scot');
    expect([before === '/voices/stage-scot.mp3', await page.getAttribute('#hear1', 'src')]).toEqual([false, '/voices/stage-scot.mp3']);
    await page.click('text=Make the table read');
    await page.waitForURL('**/workplace/jobs/**');
    await page.goto(script);
    await page.waitForSelector('text=Hear it');
    await page.click('text=Share it');
    await page.waitForSelector('text=It is shared.');
    await expectSound(visitor);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click('button[data-copy]');
    await page.waitForSelector('text=Copied');
    const link = await page.inputValue('.link-row input');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    await page.click('text=Read and edit the lines');
    await page.click('#line-3 .edit');
    await page.waitForSelector('.line-form');
    await expectSound(visitor);
    await page.fill('[name=text]', 'Only the rain.');
    await page.click('text=Save');
    await page.waitForSelector('text=The line is saved.');
    expect(await page.textContent('#line-3 .said')).toBe('Only the rain.');
    await expectSound(visitor);

    await page.goto(stand.config.appUrl + workplacePaths.shares());
    await expectSound(visitor);
    await page.click('button:has-text("Revoke")');
    await page.waitForSelector('text=The link is closed.');
    expect((await fetch(link)).status).toBe(404);
    expect(faults).toEqual([]);
    await visitor.close();
  });

  it('credits and keys are read and made, in both themes and on a phone', async () => {
    const visitor = await at(workplacePaths.credits());
    const { page, faults } = visitor;
    await expectSound(visitor);
    await page.goto(stand.config.appUrl + workplacePaths.keys());
    await page.click('details.new summary');
    await expectSound(visitor);
    await page.fill('[name=name]', 'Robot');
    await page.click('text=Make the key');
    await page.waitForSelector('.secret');
    await expectSound(visitor);
    expect(faults).toEqual([]);
    await visitor.close();
  });

  it('works without JavaScript and from the keyboard', async () => {
    const visitor = await at(workplacePaths.scripts(), { javaScriptEnabled: false });
    const { page } = visitor;
    await page.locator('.rows a').first().press('Enter');
    await page.locator('text=Read and edit the lines').press('Enter');
    await page.locator('#line-2 .edit').press('Enter');
    await page.fill('[name=text]', 'Who goes there?');
    await page.locator('[name=text]').press('Tab');
    await page.locator('button:has-text("Save")').press('Enter');
    await page.waitForSelector('text=The line is saved.');
    expect(await page.textContent('#line-2 .said')).toBe('Who goes there?');
    await visitor.close();
  });
});
