import { analyseRead, analyseText, speechOf } from '../../src/craft/narrative/analysis/index.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { createStore } from '../../src/kernel/storage/index.js';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import { ModelClient } from '../../src/craft/text/model/model-client.js';
import { Budget } from '../../src/craft/text/model/budget.js';
import { writerMemory } from '../../src/craft/text/writer-memory.js';
import { SpeechReadings } from '../../src/craft/text/speakers/readings.js';
import { readNovels } from './novels.js';
import { chosenChapters } from './chapters.js';
import { percentOf, scoreOf, sumOf, type Score } from './score.js';
const [seed, base, folder] = process.argv.slice(2);
const config = readConfig({ TEXT_BASE_URL: base, TEXT_MODEL: 'reader', TEXT_TIMEOUT_MS: '1800000', TEXT_CONTEXT_TOKENS: '16000', TEXT_CONCURRENCY: '16', DATA_DIR: folder! });
const model = new ModelClient({ ...config.text, baseUrl: base! });
const memory = writerMemory(createStore(config));
const readings = new SpeechReadings({ model, memory, embedded: embeddedWriter(), budget: () => new Budget(1e9, 1e9) });
const rows: { before: Score; after: Score }[] = [];
await Promise.all(readNovels('/work/shared/fixtures/quotes-novels').map(async (novel) => {
  for (const chapter of chosenChapters(novel, 1, seed!)) {
    const read = await readings.read(chapter.text);
    if (!read || 'reason' in read) { console.log(novel.work, read); continue; }
    const labelled = { ...chapter, people: novel.people };
    const before = scoreOf(labelled, analyseText(chapter.text)), after = scoreOf(labelled, analyseRead(chapter.text, read.reading));
    const p = (s: Score) => `${percentOf(s.speakers.all)} (${['explicit', 'anaphoric', 'implicit'].map((k) => percentOf((s.speakers as any)[k])).join(' ')}) words ${percentOf(s.words)} together ${percentOf(s.together.all)}`;
    const feelings = read.reading.speakers.filter((x) => x.feeling).length;
    console.log(novel.work.padEnd(28), p(before), '->', p(after), ' control', JSON.stringify(read.agreement), 'same', JSON.stringify(read.reading.same), 'felt', feelings, '/', read.reading.speakers.length);
    rows.push({ before, after });
  }
}));
for (const k of ['before', 'after'] as const) console.log(k, ['all', 'explicit', 'anaphoric', 'implicit'].map((t) => `${t} ${percentOf(sumOf(rows.map((r) => (r[k].speakers as any)[t])))}`).join(', '), 'words', percentOf(sumOf(rows.map((r) => r[k].words))), 'together', percentOf(sumOf(rows.map((r) => r[k].together.all))), 'alone', percentOf(sumOf(rows.map((r) => r[k].alone.all))), sumOf(rows.map((r) => r[k].speakers.all)).all);
process.exit(0);
