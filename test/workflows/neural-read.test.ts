import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findRecogniser } from '../../src/craft/recogniser/installation.js';
import { createWhisper } from '../../src/craft/recogniser/whisper.js';
import { wordErrorRate, wordErrors, type WordErrors } from '../../src/craft/recogniser/word-errors.js';
import { pcmSamples } from '../../src/craft/speech/line-cache.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { listPerformedLines } from '../../src/domain/artifacts/performance/performance-store.js';
import { findCurrentRead } from '../../src/domain/artifacts/read-store.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { approvedPlan, finalizedRead, hearRead, startJob } from '../support/main-job.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { neuralTests, voicePackCache } from '../support/voices/installed-pack.js';

const recogniser = await findRecogniser(readConfig().cacheDir);
const hearing = recogniser ? it : it.skip;
if (!recogniser) process.stderr.write('NO RECOGNISER: `proscenium recogniser install` was not run on this machine; the neural read is NOT heard.\n');

/** Enough words that a name which the recogniser spells differently is only a small share; the lines of a one-minute read have more. */
const HEARD_WORDS = 120;

neuralTests('a read with neural voices', () => {
  let stand: Stand;
  let readId = '';
  beforeAll(async () => { stand = await openStand({ queues: ALL_QUEUES, env: { VOICES: 'neural', PROSCENIUM_CACHE_DIR: voicePackCache } }); });
  afterAll(async () => { await stand?.close(); });

  const storedLines = async (): Promise<number> => {
    const files = await readdir(path.join(stand.config.dataDir, 'media', 'lines'), { recursive: true }).catch(() => []);
    return files.filter((file) => file.endsWith('.pcm')).length;
  };

  it('speaks its first lines before it is READY, is heard live, and becomes an MP3 without speaking another line', async () => {
    const client = await stand.newAccount();
    const plan = await approvedPlan(client, 60);
    expect(new Set(Object.values(plan.voiceMap).map((voice) => (voice as { provider: string }).provider))).toEqual(new Set(['neural']));

    const { job: { id } } = (await startJob(client, plan)).body;
    const seen: { stage: string; unit: string; completed: number; total: number }[] = [];
    const { job } = await client.poll(`/story-jobs/${id}`, ({ job: { status, progress } }) => {
      seen.push(progress);
      return ['READY', 'FAILED'].includes(status);
    });
    expect(job).toMatchObject({ status: 'READY' });
    const voicing = seen.filter(({ stage }) => stage === 'synthesizing');
    expect(voicing.length).toBeGreaterThan(0);
    expect(new Set(voicing.map(({ unit }) => unit))).toEqual(new Set(['lines']));
    // One more than the lines of the script: the opening credits are spoken too.
    expect(await storedLines()).toBe(voicing[0]!.total + 1);

    const artifactId = job.artifacts[0].id as string;
    const { bytes } = await hearRead(client, artifactId);
    expect(bytes.length).toBeGreaterThan(100_000);
    const spoken = await storedLines();
    const manifest = await finalizedRead(client, artifactId);
    expect(manifest.audio.finalize.status).toBe('complete');
    expect(manifest.audio.recordingDurationMs).toBeGreaterThan(30_000);
    expect(await storedLines()).toBe(spoken);
    readId = artifactId;
  });

  hearing('is understood by an independent recogniser, line by line', async () => {
    const { db, store } = stand.api.services;
    const read = (await findCurrentRead(db, readId))!;
    const texts = new Map((await getScreenplay(store, read.scriptKey)).entries.map(({ index, text, ttsText }) => [index, ttsText ?? text]));
    const ear = createWhisper(recogniser!);
    try {
      const lines: WordErrors[] = [];
      let heard = 0;
      for (const { entryIndex, lineKey } of await listPerformedLines(db, readId, 1)) {
        if (heard > HEARD_WORDS) break;
        const written = texts.get(entryIndex)!;
        lines.push(wordErrors(written, await ear.hear(pcmSamples(await store.get(lineKey)))));
        heard += lines.at(-1)!.words;
      }
      expect(heard).toBeGreaterThan(HEARD_WORDS);
      expect(wordErrorRate(lines)).toBeLessThan(0.08);
    } finally {
      await ear.close();
    }
  });
});
