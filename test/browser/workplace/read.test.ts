import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead, testScreenplay, type ReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit, type Visit } from '../pages-browser.js';

/** A screenplay in which one person has two names: MARA, and LADY in one line. */
function twoForOne() {
  const screenplay = testScreenplay();
  const entries = screenplay.entries.map((entry) => (entry.index === 4 ? { ...entry, character: 'LADY' } : entry));
  const [narrator, mara, tobias] = screenplay.cast;
  return { ...screenplay, entries, cast: [narrator!, mara!, tobias!, { ...mara!, character: 'LADY', lineCount: 1 }] };
}

describeInBrowser('a read is corrected in a browser', () => {
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

  async function at(page: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
    const visitor = await visit(browser, `${stand.config.appUrl}${workplacePaths.signIn()}?next=${encodeURIComponent(page)}`, options);
    await visitor.page.fill('input[name=key]', client.apiKey!);
    await visitor.page.click('main button');
    await visitor.page.waitForURL(`**${page}*`);
    return visitor;
  }

  async function performedRead(): Promise<ReadyRead> {
    const { body: { voices } } = await client.get('/voices?limit=100&status=ready');
    const cast = Object.fromEntries(['NARRATOR', 'MARA', 'TOBIAS', 'LADY'].map((character, at) => [character,
      { voiceId: voices[at].voiceId, voiceName: voices[at].name, provider: voices[at].provider }]));
    const read = await insertReadyRead(stand, client.accountId, twoForOne(), cast);
    await client.post(`/artifacts/${read.artifactId}/finalize`, { waitForRecording: true });
    await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
    return read;
  }

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

  async function expectTimeline(visitor: Visit): Promise<void> {
    await expectSound(visitor);
    await visitor.page.setViewportSize({ width: 320, height: 640 });
    expect(await layoutFaults(visitor.page)).toEqual([]);
    await visitor.page.setViewportSize(SIZES.desktop);
  }

  const scriptOf = async ({ artifactId }: ReadyRead) => (await client.get(`/artifacts/${artifactId}/script/edits`)).body.script;
  const recorded = ({ artifactId }: ReadyRead, revision: number) => client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.currentVersion === revision);

  it('two voices for one person become one in four presses, and one line is spoken again', async () => {
    const read = await performedRead();
    const visitor = await at(workplacePaths.read(read.artifactId));
    const { page, faults } = visitor;
    let presses = 0;
    const press = async (selector: string): Promise<void> => {
      presses += 1;
      await page.click(selector);
    };
    await press('text=Correct the script and its people');
    await expectSound(visitor);
    await press('#people li:has(b:text-is("LADY")) summary');
    presses += 1;
    await page.selectOption('#people li:has(b:text-is("LADY")) select[name=into]', 'MARA');
    await expectSound(visitor);
    await press('#people li:has(b:text-is("LADY")) button');
    await page.waitForSelector('text=The two are one person.');
    expect(presses).toBe(4);
    // The address forgets what was done, so that the page does not say it again when it is loaded later.
    await page.waitForFunction(() => location.search === '' && location.hash === '#people');
    const { cast, lines } = await scriptOf(read);
    expect(cast.map(({ character }: any) => character).sort()).toEqual(['MARA', 'NARRATOR', 'TOBIAS']);
    expect(lines.filter(({ was }: any) => was !== null).map(({ entryIndex }: any) => entryIndex)).toEqual([4]);
    await recorded(read, 2);
    await page.goto(`${stand.config.appUrl}${workplacePaths.readLines(read.artifactId)}`);
    await page.waitForSelector('#line-4 .hear');
    await page.waitForSelector('#line-4 .hear-before');
    expect(await page.textContent('#line-4 .set')).toContain('Before: LADY');
    await page.click('text=Undo the last change');
    await page.waitForSelector('text=The script is as it was then.');
    expect((await scriptOf(read)).cast).toHaveLength(4);
    expect(faults).toEqual([]);
    await visitor.close();
  });

  it('changes asked for in words lead to the read that has them', async () => {
    const read = await performedRead();
    const visitor = await at(workplacePaths.read(read.artifactId));
    const { page, faults } = visitor;
    await page.fill('[name=instruction]', 'Call Lady Helen.');
    await expectSound(visitor);
    await page.click('text=Refine for 8 credits');
    await page.waitForSelector('text=“Call Lady Helen.”');
    await page.waitForSelector('.rows a');
    await expectSound(visitor);
    await recorded(read, 2);
    await page.click('.rows a');
    await page.waitForSelector('b:text-is("HELEN")');
    expect(faults).toEqual([]);
    await visitor.close();
  });

  it('a line is spoken again, and a person is played slower, while the words stay', async () => {
    const read = await performedRead();
    const visitor = await at(`${workplacePaths.readLines(read.artifactId)}?edit=2`);
    const { page, faults } = visitor;
    await page.click('text=Say it again');
    await page.fill('[name=direction]', 'whispering');
    await expectSound(visitor);
    await page.click('text=Speak the line again');
    await page.waitForSelector('text=The line is being spoken again');
    await page.waitForSelector('#line-2 .hear-before');
    await page.goto(`${stand.config.appUrl}${workplacePaths.read(read.artifactId)}`);
    await page.click('text=How people are played');
    await page.selectOption('[name=character]', 'TOBIAS');
    await page.fill('[name=pace]', '80');
    await expectSound(visitor);
    await page.click('text=Speak it this way');
    await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.edition === 2 && !artifact.stale);
    expect((await scriptOf(read)).revision).toBe(1);
    expect(faults).toEqual([]);
    await visitor.close();
  });

  it('by the keyboard: next line, who says it, save, hear', async () => {
    const read = await performedRead();
    const visitor = await at(workplacePaths.readLines(read.artifactId));
    const { page, faults } = visitor;
    for (const key of ['n', 'n', 'n', 'p', 'n']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('line-2');
    const heard = page.waitForRequest('**/line-sounds/**');
    await page.keyboard.press('h');
    await heard;
    await page.uncheck('#letter-keys');
    await page.focus('#line-2');
    await page.keyboard.press('n');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('line-2');
    await page.check('#letter-keys');
    await page.focus('#line-2');
    await page.keyboard.press('s');
    await page.waitForSelector('.line-form [name=speaker]:focus');
    await expectSound(visitor);
    await page.selectOption('[name=speaker]', 'TOBIAS');
    await page.press('[name=newSpeaker]', 'Enter');
    await page.waitForSelector('text=The line is saved.');
    expect((await scriptOf(read)).lines[2].speaker).toBe('TOBIAS');
    await page.waitForSelector('#line-2:focus');
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#line-3 .line-form');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#line-3 .print');
    expect(faults).toEqual([]);
    await visitor.close();
  });

  it('the timeline by the keyboard: along the lanes, a cue is opened, heard and closed, a line is opened; and after a mix both are heard', async () => {
    const { artifactId } = await performedRead();
    await client.post(`/artifacts/${artifactId}/music`, { action: 'generate', mix: 1 });
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
    const visitor = await at(workplacePaths.readTimeline(artifactId));
    const { page, faults } = visitor;
    const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
    await expectTimeline(visitor);
    await page.focus('[data-lines-track]');
    await page.keyboard.press('ArrowRight');
    expect(await page.getAttribute('[data-lines-track]', 'aria-valuetext')).toMatch(/^Line 3, scene 1, \d:\d\d, MARA: Did you wind/);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toMatch(/^Music: .*, scene 1, 0:00 to \d:\d\d$/);
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toMatch(/^Music: .*, scene 2, \d:\d\d to \d:\d\d$/);
    expect(await page.locator('.cue-box[tabindex="0"]').count()).toBe(1);
    const outline = await page.locator('.cue-box:focus rect').evaluate((rect) => Number.parseFloat(getComputedStyle(rect).strokeWidth));
    expect(outline).toBeGreaterThanOrEqual(3);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#editor [data-passage]:focus');
    expect([await page.locator('.cue-box[aria-current]').getAttribute('id'), new URL(page.url()).searchParams.get('cue')]).toEqual(['cue-music-scene-1', 'music.scene-1']);
    await expectTimeline(visitor);
    const playing = (): Promise<[string, number]> => page.locator('#timeline-sound').evaluate((audio: HTMLAudioElement) =>
      [new URL(audio.currentSrc).pathname.split('/').at(-1)!, audio.paused ? -1 : audio.currentTime]);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#timeline-sound')!.currentTime > 2);
    expect((await playing())[0]).toBe('recording.mp3');
    expect(await page.locator('[data-playhead]').isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    expect((await playing())[1]).toBe(-1);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#cue-music-scene-1:focus');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#editor-title:has-text("Line ")');
    await expectTimeline(visitor);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-lines-track]:focus');

    await page.click('#cue-music-scene-1');
    await page.fill('[name=level]', '30');
    await page.press('[name=level]', 'Enter');
    await page.waitForSelector('text=The cue is changed.');
    await page.click('text=Mix the MP3 again, free of charge');
    await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => !artifact.stale);
    await page.goto(`${stand.config.appUrl}${workplacePaths.readTimeline(artifactId)}?cue=music.scene-1`);
    await page.click('text=As it was before');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#timeline-sound')!.currentTime > 2);
    expect([(await playing())[0], await page.textContent('#sound-which')]).toEqual([expect.stringMatching(/^former-[0-9a-f]{32}\.mp3$/), 'As it was before']);
    expect(faults).toEqual([]);
    await visitor.close();
  });

  it('without JavaScript: a line is opened, given to another person, and the next one cut', async () => {
    const read = await performedRead();
    const visitor = await at(workplacePaths.readLines(read.artifactId), { javaScriptEnabled: false });
    const { page } = visitor;
    await page.click('#line-2 .open');
    await page.selectOption('[name=speaker]', 'TOBIAS');
    await page.click('.line-form button:has-text("Save")');
    await page.waitForSelector('text=The line is saved.');
    await page.click('#line-3 .open');
    await page.click('text=Cut the line');
    await page.waitForSelector('text=The line is cut.');
    const { lines } = await scriptOf(read);
    expect([lines.length, lines[2].speaker]).toEqual([8, 'TOBIAS']);
    await visitor.close();
  });
});
