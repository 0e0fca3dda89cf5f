import { describe, expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { workplacePaths } from '../../src/pages/workplace/paths.js';
import { PATIENCE_MS } from '../support/jest/patience.js';

const executablePath = process.env.TEST_CHROMIUM_PATH ?? '';
if (!executablePath) {
  const hint = 'TEST_CHROMIUM_PATH is not set: the pages are NOT checked in a browser';
  if (process.env.CI === 'true') throw new Error(hint);
  process.stderr.write(`\n*** ${hint} ***\n`);
}

/** `describe`, or a loud skip on a machine without Chromium. */
export const describeInBrowser = executablePath ? describe : describe.skip;

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** Sound needs a user gesture in this browser, as for most visitors. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--hide-scrollbars', '--force-color-profile=srgb', '--font-render-hinting=none',
      '--autoplay-policy=document-user-activation-required'],
  });
}


export interface Visit { page: Page; faults: string[]; close(): Promise<void> }

/** A page whose console, errors, policy violations and failed requests are collected. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: SIZES.desktop, colorScheme: 'dark', reducedMotion: 'reduce', ...options });
  // The timeout is long: a test fails when something never comes. The benchmarks measure how soon it comes.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A media element aborts its own range requests, and a closed stream counts as aborted: neither is a fault.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`request: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(url);
  if (options.javaScriptEnabled !== false) await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return { page, faults, close: () => context.close() };
}

/** Opens a page of the workplace as somebody who signs in with a key. */
export async function visitWorkplace(browser: Browser, origin: string, key: string, path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const visitor = await visit(browser, `${origin}${workplacePaths.signIn()}?next=${encodeURIComponent(path)}`, options);
  await visitor.page.fill('input[name=key]', key);
  await visitor.page.click('main button');
  await visitor.page.waitForURL((url) => !url.pathname.includes('sign-in'));
  return visitor;
}

/** Expects that a page has no fault in either theme, on desktop and phone. Stores screenshots in the folder that `SHOTS` names. */
export async function expectSoundPage(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const [name, size] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${Date.now() % 1e6}-${colorScheme}-${name}.png`, fullPage: true });
      expect([colorScheme, size.width, await axeFindings(page), await layoutFaults(page)]).toEqual([colorScheme, size.width, [], []]);
    }
  }
  await page.setViewportSize(SIZES.desktop);
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
let axeSource: Promise<string> | null = null;

interface AxeResult { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }

/** Violations of WCAG 2.2 AA and best practice, as short texts. Evaluated from outside, so the page's policy stays in force. */
export async function axeFindings(page: Page): Promise<string[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(await axeSource);
  const result = await page.evaluate(async (tags): Promise<AxeResult> => {
    const { axe } = globalThis as unknown as { axe: { run: (root: Document, options: object) => Promise<AxeResult> } };
    return axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
  }, TAGS);
  return result.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`));
}

/** Layout faults a person would meet: sideways scrolling, and controls too small to hit. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth - innerWidth} px too wide`);
    for (const control of document.querySelectorAll<HTMLElement>('button, a, select, input, textarea, summary')) {
      const box = control.getBoundingClientRect();
      const shown = control.checkVisibility({ visibilityProperty: true }) && box.width > 0;
      const skipLink = control.classList.contains('skip');
      if (shown && !skipLink && (box.width < 24 || box.height < 24)) {
        faults.push(`${control.outerHTML.slice(0, 80)} is ${Math.round(box.width)}×${Math.round(box.height)}`);
      }
      if (shown && !skipLink && !control.closest('.panel') && (box.left < -0.5 || box.right > innerWidth + 0.5)) {
        faults.push(`${control.outerHTML.slice(0, 80)} sticks out`);
      }
    }
    const transport = [...document.querySelectorAll<HTMLElement>('.transport :is(button, select, input)')]
      .filter((control) => control.checkVisibility());
    for (const [index, one] of transport.entries()) {
      for (const other of transport.slice(index + 1)) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        if (over) faults.push(`#${one.id} lies over #${other.id}`);
      }
    }
    return faults;
  });
}
