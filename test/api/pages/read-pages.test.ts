import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blurbOf, shareState } from '../../../src/pages/presenters/share-state.js';
import { findPerformance } from '../../../src/domain/artifacts/performance/performance-store.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { noteProgress } from '../../../src/kernel/works/work-store.js';
import { insertPerformanceRow } from '../../support/work-rows.js';
import type { ApiClient } from '../../support/api-client.js';
import { adoptVersion } from '../../../src/domain/scripts/adoption.js';
import { findVersionById } from '../../../src/domain/scripts/version-store.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { insertReadyRead, testScreenplay, type ReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const address = (token: string): string => `${stand.config.appUrl}/share/table-read/${token}`;
const stateOf = async (read: ReadyRead): Promise<unknown> => (await fetch(`${address(read.shareToken)}/state`)).json();
const pageOf = async (read: ReadyRead, path = ''): Promise<string> => (await fetch(address(read.shareToken) + path)).text();
const startLive = (token: string): Promise<Response> => fetch(`${stand.config.appUrl}/live/start`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
});

describe('the page of a shared read', () => {
  it('says until when a voice service asked to wait, and offers to play again once the wait is over', async () => {
    const { db } = stand.api.services;
    const read = await insertReadyRead(stand, client.accountId);
    expect(await stateOf(read)).toMatchObject({ state: 'ready' });
    const nextAttemptAt = new Date(Date.now() + 90_000);
    await insertPerformanceRow(db, { ...read, accountId: client.accountId }, { status: 'RUNNING', lineCount: 7, performedCount: 3, nextAttemptAt });
    expect(await stateOf(read)).toEqual({ state: 'backoff', completedLines: 3, totalLines: 7, nextAttemptAt: nextAttemptAt.toISOString() });
    const page = await pageOf(read);
    expect(page).toContain(`<time datetime="${nextAttemptAt.toISOString()}"`);
    expect(page).toContain('Line 3 of 7');
    await noteProgress(db, { workId: workIdOf('perform', read.artifactId, 1), epoch: 1 }, { stage: 'synthesizing', nextAttemptAt: null });
    expect(await stateOf(read)).toMatchObject({ state: 'ready' });
  });

  it('shows a failure, and starting it again makes it playable', async () => {
    const { db } = stand.api.services;
    const read = await insertReadyRead(stand, client.accountId);
    await insertPerformanceRow(db, { ...read, accountId: client.accountId }, { status: 'FAILED', lineCount: 7 });
    expect(await stateOf(read)).toEqual({ state: 'failed', completedLines: 0, totalLines: 7, nextAttemptAt: null });
    const page = await pageOf(read);
    expect(page).toContain('id="state-again"');
    expect(page).toContain('req_test_0001');
    expect((await startLive(read.shareToken)).status).toBe(200);
    expect(await stateOf(read)).toMatchObject({ state: 'ready' });
    for (let i = 0; i < 300 && (await findPerformance(db, read.artifactId, 1))?.status !== 'complete'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await findPerformance(db, read.artifactId, 1))?.status).toBe('complete');
    expect(await pageOf(read)).toContain('id="start"');
  });

  it('names its author, and has pictures for chats and lock screens once it is performed', async () => {
    const read = await insertReadyRead(stand, client.accountId, { ...testScreenplay(1), author: 'Ines <Vale>' });
    const before = await pageOf(read);
    expect(before).toContain('by Ines &lt;Vale&gt;');
    expect(before).not.toContain('og:image');
    expect((await fetch(`${address(read.shareToken)}/media/preview.jpg`)).status).toBe(404);
    await (await fetch(((await (await startLive(read.shareToken)).json()) as { audioUrl: string }).audioUrl)).arrayBuffer();
    const preview = async (): Promise<string | undefined> => /property="og:image" content="([^"]+)"/.exec(await pageOf(read))?.[1];
    for (let look = 0; look < 200 && !await preview(); look++) await new Promise((resolve) => setTimeout(resolve, 100));
    const url = await preview();
    expect(url).toBe(`${address(read.shareToken)}/media/preview.jpg`);
    const artworkUrl = /"artworkUrl":"([^"]+)"/.exec(await pageOf(read))?.[1];
    for (const picture of [url!, stand.config.appUrl + artworkUrl!]) {
      const response = await fetch(picture);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
      expect(bytes.length).toBeGreaterThan(8_000);
    }
  });

  it('takes the author of an uploaded screenplay from its title page', async () => {
    const { scriptUploadId } = await uploaded(client);
    const version = await findVersionById(stand.api.services.db, scriptUploadId as string);
    const screenplay = await adoptVersion(stand.api.services, version!, { mode: 'drama', narrationPolicy: 'include', title: 'The Lamp' });
    expect(screenplay.author).toBe('A. Writer');
  });

  it('describes the story by its first words or those of its plan, escaped, and has the language of its script', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    // A drama whose plan says nothing about it is described by its first words.
    expect(await pageOf(read, '/audio')).toContain('<p class="blurb">The lamp room was cold, and the glass rang in the wind.');
    const oneLine = 'A keeper <b>stops</b> the light,\n and a ship finds out.';
    await stand.api.services.db.query(
      `UPDATE plans SET envelope = $2 WHERE id = (SELECT plan_id FROM jobs WHERE id = $1)`, [read.jobId, JSON.stringify({ thesis: { oneLine } })]);
    const page = await pageOf(read, '/audio');
    expect(page).toContain('<p class="blurb">A keeper &lt;b&gt;stops&lt;/b&gt; the light, and a ship finds out.</p>');
    expect(page).toContain('id="script" lang="en"');

    const german = testScreenplay();
    for (const entry of german.entries.filter(({ kind }) => kind === 'dialogue')) {
      entry.text = 'Das Licht steht still, und niemand weiß, warum die Glocke draußen auf dem Riff nicht mehr zu hören ist.';
    }
    expect(await pageOf(await insertReadyRead(stand, client.accountId, german))).toContain('id="script" lang="de"');
  });
});

describe('the state of a share link', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  it.each([
    [0, null, 'empty'],
    [7, null, 'ready'],
    [7, { status: 'queued', nextAttemptAt: null, updatedAt: ago(0) }, 'ready'],
    [7, { status: 'performing', nextAttemptAt: null, updatedAt: ago(0) }, 'ready'],
    [7, { status: 'backoff', nextAttemptAt: ago(-30_000), updatedAt: ago(600_000) }, 'backoff'],
    [7, { status: 'backoff', nextAttemptAt: ago(59_000), updatedAt: ago(90_000) }, 'backoff'],
    [7, { status: 'backoff', nextAttemptAt: ago(61_000), updatedAt: ago(90_000) }, 'ready'],
    [7, { status: 'failed', nextAttemptAt: null, updatedAt: ago(600_000) }, 'failed'],
    [7, { status: 'complete', nextAttemptAt: null, updatedAt: ago(0) }, 'ready'],
  ] as const)('%s spoken lines, %j: %s', (spokenCount, row, state) => {
    expect(shareState(spokenCount, row, now)).toBe(state);
  });
});

describe('a blurb', () => {
  it('is complete when it is short, and otherwise ends after a whole sentence or word', () => {
    expect(blurbOf(null)).toBeNull();
    expect(blurbOf('  \n ')).toBeNull();
    expect(blurbOf('A light\n goes out.')).toBe('A light goes out.');
    const sentence = `${'The light turns over the water and nobody sees it. '.repeat(3).trim()}`;
    expect(blurbOf(`${sentence} ${'and then again '.repeat(30)}`)).toBe(sentence);
    const words = blurbOf('lantern, '.repeat(80))!;
    expect(words.endsWith('lantern…')).toBe(true);
    expect(words.length).toBeLessThanOrEqual(320);
  });
});
