import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import type { ApiClient } from '../../support/api-client.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { describeInBrowser, expectSoundPage, layoutFaults, openBrowser, SIZES, visitWorkplace, type Visit } from '../pages-browser.js';

describeInBrowser('the stage of a read is set in a browser', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount({ credits: 100 });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stand.close();
  });

  const at = (path: string, options = {}): Promise<Visit> => visitWorkplace(browser, stand.config.appUrl, client.apiKey!, path, options);

  async function expectSound(page: Page): Promise<void> {
    await expectSoundPage(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await layoutFaults(page)).toEqual([]);
    await page.setViewportSize(SIZES.desktop);
  }

  const focused = (page: Page): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.closest('[id]')?.id ?? null);
  const theaterOf = async (artifactId: string): Promise<any> => (await client.get(`/artifacts/${artifactId}/theater`)).body.theater;

  it('by the keyboard: a scene is opened, its motion refused at its field and mended, rain comes over it, and a clip is made once its price was seen', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const { page, faults, close } = await at(workplacePaths.read(artifactId));
    await page.click('text=Stage, motion and clips');
    await expectSound(page);
    await page.focus('#scene-2 .beat-words a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#scene-2.open');
    expect(await focused(page)).toBe('scene-2');
    for (const summary of await page.locator('#scene-2 .beat-desk > details > summary').all()) await summary.press('Enter');
    await expectSound(page);
    const motion = '#add-motion-2 form[action$="/add-motion"]';
    await page.selectOption(`${motion} [name=line]`, '8');
    await page.fill(`${motion} [name=direction]`, 'push in past the lamp');
    await page.press(`${motion} [name=direction]`, 'Enter');
    await page.waitForSelector('#wrong-field');
    expect([await focused(page), await page.inputValue(`${motion} [name=direction]`)]).toEqual(['direction', 'push in past the lamp']);
    expect(await page.innerText('#wrong-field')).toMatch(/^No camera follows "past", "lamp"/);
    await expectSound(page);
    await page.fill(`${motion} [name=direction]`, 'slow push in');
    await page.press(`${motion} [name=direction]`, 'Enter');
    await page.waitForSelector('text=The motion is added.');
    expect(await focused(page)).toBe('scene-2');
    await page.press('#add-effect-2 > summary', 'Enter');
    await page.selectOption('#add-effect-2 [name=effect]', 'rain');
    await page.press('#add-effect-2 [name=seconds]', 'Enter');
    await page.waitForSelector('text=The effect is added.');
    await page.press('#add-effect-2 > summary', 'Enter');
    await page.press('#add-effect-2 .rows summary', 'Enter');
    await page.selectOption('#add-effect-2 .rows [name=intensity]', 'strong');
    await expectSound(page);
    await page.press('#add-effect-2 .rows [name=seconds]', 'Enter');
    await page.waitForSelector('text=The effect is changed.');
    expect(await theaterOf(artifactId)).toMatchObject({
      motions: [{ sceneIndex: 1, entryIndex: 7, direction: 'slow push in' }], scenes: [{ sceneIndex: 1, fxCues: [{ entryIndex: 6, effect: 'rain', intensity: 'strong' }] }],
    });
    await page.press('#add-clip-2 > summary', 'Enter');
    await page.fill('#add-clip-2 [name=seconds]', '4');
    await page.press('#add-clip-2 [name=seconds]', 'Enter');
    await page.waitForSelector('text=This costs');
    await expectSound(page);
    await page.click('text=Make it for 4 credits');
    await page.waitForSelector('text=The clip is being made.');
    // The page shows the progress of the work by itself.
    await page.waitForSelector('#scene-seen-2 video', { timeout: PATIENCE_MS });
    await page.press('#add-clip-2 > summary', 'Enter');
    await page.waitForSelector('#clip-6 video');
    await expectSound(page);
    await page.press('#scene-2 .beat-desk > details > summary >> nth=0', 'Enter');
    await page.fill('#scene-2 [name=backdropPrompt]', 'a harbour at dawn');
    await page.click('#scene-2 form[action$="/scene"] button');
    await page.waitForSelector('text=The scene is changed.');
    expect(await page.textContent('#clip-6')).toContain('The place is drawn otherwise by now');
    expect(faults).toEqual(faults.filter((fault) => fault.includes('400')));
    await close();
  });

  it('without JavaScript: a scene opens with words, and words are shown with a line and taken away', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const { page, close } = await at(workplacePaths.readStage(artifactId), { javaScriptEnabled: false });
    await page.click('#scene-1 .beat-words a');
    await page.click('#scene-1 .beat-desk > details > summary >> nth=0');
    await page.fill('#scene-1 [name=summary]', 'A night in March');
    await page.click('#scene-1 form[action$="/scene"] button');
    await page.waitForSelector('text=It opens with “A night in March”.');
    await page.click('#add-beat-1 > summary');
    await page.fill('#add-beat-1 [name=text]', 'Four o’clock');
    await page.click('#add-beat-1 form[action$="/add-beat"] button');
    await page.waitForSelector('text=It is shown on the stage.');
    expect((await theaterOf(artifactId)).canvas).toMatchObject([{ sceneIndex: 0, beats: [{ text: 'Four o’clock', place: 'top' }] }]);
    await page.click('#add-beat-1 > summary');
    await page.click('#add-beat-1 .rows summary');
    await page.click('#add-beat-1 .rows button:has-text("Remove")');
    await page.waitForSelector('text=It is removed.');
    expect((await theaterOf(artifactId)).canvas).toEqual([]);
    await close();
  });
});
