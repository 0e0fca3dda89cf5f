import { setTimeout as sleep } from 'node:timers/promises';
import { findVoicePack } from '../../src/craft/speech/neural/voice-pack.js';
import type { Benchmark } from '../benchmark.js';
import type { Figure } from '../figures.js';
import type { BenchApi, BenchStack } from '../stack/bench-stack.js';
import { finalizeRead, performLive } from '../stack/perform.js';
import { processorSeconds } from '../stack/processor-time.js';
import { insertRead } from '../stack/rows.js';
import { NEURAL_BENCH_VOICES } from '../stack/story.js';

const LINES = 40;
const QUICK_LINES = 3;
const ROUNDS = 2;
const POLL_MS = 100;

/** The sound keys of all lines of the newest revision of a read. */
async function lineKeys({ pool }: BenchStack, artifactId: string): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT line_key AS key FROM performance_lines WHERE artifact_id = $1
       AND revision = (SELECT max(revision) FROM performance_lines WHERE artifact_id = $1) ORDER BY position`, [artifactId]);
  return rows.map(({ key }) => key);
}

/** Sends a change of the sound and waits until the read plays it. */
async function changeSound({ client }: BenchApi, artifactId: string, what: string, body: Record<string, unknown>): Promise<void> {
  const { edition } = await client.call<{ edition: number }>('POST', `/artifacts/${artifactId}/${what}`, body);
  for (;;) {
    const { artifact } = await client.call<{ artifact: { edition: number; stale: boolean } }>('GET', `/artifacts/${artifactId}`);
    if (artifact.edition === edition && !artifact.stale) return;
    await sleep(POLL_MS);
  }
}

/** Changes the music and waits until the MP3 contains the change. */
async function changeMusic({ client }: BenchApi, artifactId: string, body: Record<string, unknown>): Promise<void> {
  await client.call('POST', `/artifacts/${artifactId}/music`, body);
  await client.call('POST', `/artifacts/${artifactId}/update-recording`, {});
  for (;;) {
    const { artifact } = await client.call<{ artifact: { stale: boolean } }>('GET', `/artifacts/${artifactId}`);
    if (!artifact.stale) return;
    await sleep(POLL_MS);
  }
}

interface Change { name: string; what: string; body(entryIndex: number): Record<string, unknown> }

const CHANGES: readonly Change[] = [
  { name: 'one line spoken again', what: 'revoice-line', body: (entryIndex) => ({ entryIndex, actingDirection: 'whispering' }) },
  { name: 'one line tuned', what: 'voice-modification', body: (entryIndex) => ({ startEntryIndex: entryIndex, endEntryIndex: entryIndex }) },
];

/** The cost of changing one line, relative to the whole read: processor time, and the number of lines whose sound changes. */
export const editsBenchmark: Benchmark = {
  name: 'edits',
  summary: 'one line of a read spoken again or tuned, or its music changed, beside performing and mastering all of it',
  voices: 'neural',
  records: 'on-demand',
  async run(stack, { quick, config, say }) {
    if (!await findVoicePack(config.cacheDir)) {
      say('edits: the neural voices are not installed (proscenium voices install)');
      return [];
    }
    const api = await stack.api();
    await stack.workers();
    const whole: number[] = [];
    const edited = CHANGES.map(() => ({ seconds: [] as number[], tookMs: [] as number[], lines: [] as number[] }));
    const scored = { seconds: [] as number[], lines: [] as number[] };
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      const { artifactId, screenplay } = await insertRead(stack, quick ? QUICK_LINES : LINES, NEURAL_BENCH_VOICES);
      const before = await processorSeconds(stack) ?? 0;
      await performLive(api, artifactId);
      await finalizeRead(api, artifactId);
      whole.push((await processorSeconds(stack) ?? 0) - before);
      const line = screenplay.entries.filter(({ kind }) => kind === 'dialogue').at(-1)!;
      for (const [at, { what, body }] of CHANGES.entries()) {
        const [keys, used, startedAt] = [await lineKeys(stack, artifactId), await processorSeconds(stack) ?? 0, performance.now()];
        await changeSound(api, artifactId, what, body(line.index));
        edited[at]!.tookMs.push(performance.now() - startedAt);
        edited[at]!.seconds.push((await processorSeconds(stack) ?? 0) - used);
        edited[at]!.lines.push((await lineKeys(stack, artifactId)).filter((key, index) => key !== keys[index]).length);
      }
      await changeMusic(api, artifactId, { action: 'generate' });
      const [keys, used] = [await lineKeys(stack, artifactId), await processorSeconds(stack) ?? 0];
      await changeMusic(api, artifactId, { action: 'tune', mix: 0.3 });
      scored.seconds.push((await processorSeconds(stack) ?? 0) - used);
      scored.lines.push((await lineKeys(stack, artifactId)).filter((key, index) => key !== keys[index]).length);
    }
    const music: Figure[] = [
      {
        benchmark: 'edits', name: 'a music cue tuned: processor', unit: 's', rounds: scored.seconds, reference: { name: 'whole read', rounds: whole },
        note: 'the MP3 and the file of its parts are made anew',
      },
      { benchmark: 'edits', name: 'a music cue tuned: lines', unit: 'lines', rounds: scored.lines, bound: { of: 'value', sense: 'most', floor: 0, aim: 0 } },
    ];
    return [...music, ...CHANGES.flatMap(({ name }, at): Figure[] => {
      const { seconds, tookMs, lines } = edited[at]!;
      return [
        {
          benchmark: 'edits', name: `${name}: processor`, unit: 's', rounds: seconds, reference: { name: 'whole read', rounds: whole },
          bound: { of: 'ratio', sense: 'most', floor: 0.15, aim: 0.05 }, note: `${quick ? QUICK_LINES : LINES} lines with neural voices; the MP3 is made anew`,
        },
        { benchmark: 'edits', name: `${name}: heard after`, unit: 'ms', rounds: tookMs },
        { benchmark: 'edits', name: `${name}: other lines`, unit: 'lines', rounds: lines.map((count) => count - 1), bound: { of: 'value', sense: 'most', floor: 0, aim: 0 } },
      ];
    })];
  },
};
