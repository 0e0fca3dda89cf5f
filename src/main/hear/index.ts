import { parseArgs } from 'node:util';
import { openWhisper } from '../../craft/recogniser/index.js';
import type { Recogniser } from '../../craft/recogniser/port.js';
import { wordErrorRate, wordErrors, type WordErrors } from '../../craft/recogniser/word-errors.js';
import { openSpeech } from '../../craft/speech/index.js';
import type { Config } from '../../kernel/config/index.js';
import { UsageError } from '../commands/usage.js';
import { chosenVoices, linesSpoken, performanceSpoken, scriptSpoken, type SpokenText } from './sources.js';

export interface HeardLine extends WordErrors {
  speaker: string;
  written: string;
  heard: string;
  /** Length of the line, and the time that recognising it took. */
  seconds: number;
  hearingSeconds: number;
}

const SAMPLE_RATE = 24_000;
const WORST_LINES = 15;

const percent = (rate: number): string => `${(100 * rate).toFixed(1)} %`;

async function hearLine(recogniser: Recogniser, { speaker, written, samples }: SpokenText): Promise<HeardLine> {
  const startedAt = performance.now();
  const heard = samples ? await recogniser.hear(samples) : '';
  const hearingSeconds = (performance.now() - startedAt) / 1000;
  return { speaker, written, heard, seconds: (samples?.length ?? 0) / SAMPLE_RATE, hearingSeconds, ...wordErrors(written, heard) };
}

function bySpeaker(lines: readonly HeardLine[]): Map<string, HeardLine[]> {
  const groups = new Map<string, HeardLine[]>();
  for (const line of lines) groups.set(line.speaker, [...groups.get(line.speaker) ?? [], line]);
  return groups;
}

const sumOf = (lines: readonly HeardLine[], of: (line: HeardLine) => number): number => lines.reduce((sum, line) => sum + of(line), 0);

function rowsOf(lines: readonly HeardLine[]): string[] {
  const groups = [...bySpeaker(lines)].sort(([, left], [, right]) => wordErrorRate(left) - wordErrorRate(right));
  const width = Math.max(5, ...groups.map(([speaker]) => speaker.length));
  const row = (name: string, group: readonly HeardLine[]): string =>
    `${name.padEnd(width)}  ${percent(wordErrorRate(group)).padStart(7)}  ${String(sumOf(group, ({ words }) => words)).padStart(6)} words`;
  return [...groups.map(([speaker, group]) => row(speaker, group)), row('all', lines)];
}

function worstOf(lines: readonly HeardLine[]): string[] {
  return lines.filter(({ errors }) => errors > 0).sort((left, right) => right.errors - left.errors).slice(0, WORST_LINES)
    .flatMap(({ speaker, errors, words, written, heard }) => ['', `${speaker}: ${errors} of ${words}`, `  written  ${written}`, `  heard    ${heard}`]);
}

function printed(lines: readonly HeardLine[], { name, version }: Recogniser): string {
  const cost = sumOf(lines, ({ hearingSeconds }) => hearingSeconds) / Math.max(1, sumOf(lines, ({ seconds }) => seconds));
  return [...rowsOf(lines), '', `Heard by ${name} (${version}) in ${cost.toFixed(2)} s per second of sound.`, ...worstOf(lines)].join('\n');
}

function asJson(lines: readonly HeardLine[], { name, version }: Recogniser): string {
  const speakers = [...bySpeaker(lines)].map(([speaker, group]) =>
    ({ speaker, wordErrorRate: wordErrorRate(group), words: sumOf(group, ({ words }) => words) }));
  return JSON.stringify({ recogniser: { name, version }, wordErrorRate: wordErrorRate(lines), speakers, lines }, null, 1);
}

async function hearAll(source: AsyncIterable<SpokenText>, config: Config, isJson: boolean): Promise<void> {
  const recogniser = await openWhisper(config, 'hear needs a recogniser');
  try {
    const lines: HeardLine[] = [];
    for await (const text of source) {
      lines.push(await hearLine(recogniser, text));
      if (process.stderr.isTTY) process.stderr.write(`\r${lines.length} lines heard, ${percent(wordErrorRate(lines))} `);
    }
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    process.stdout.write(`${isJson ? asJson(lines, recogniser) : printed(lines, recogniser)}\n`);
  } finally {
    await recogniser.close();
  }
}

function limitOf(text: string | undefined): number {
  const limit = Number(text ?? Infinity);
  if (!(limit >= 1)) throw new UsageError('--limit takes a number of lines');
  return limit;
}

/**
 * `proscenium hear`: has lines of a file spoken, or takes the stored lines of a performed read, and prints what an independent
 * recogniser hears of them. Throws `UsageError`, and `RecogniserMissing` when it is not installed.
 */
export async function runHear(argv: string[], config: Config): Promise<void> {
  const { values } = parseArgs({
    args: argv, strict: true, options: {
      lines: { type: 'string' }, script: { type: 'string' }, performance: { type: 'string' }, voices: { type: 'string' },
      limit: { type: 'string' }, json: { type: 'boolean' },
    },
  });
  const { lines, script, performance: artifactId } = values;
  if ([lines, script, artifactId].filter((each) => each !== undefined).length !== 1) {
    throw new UsageError('hear takes one of --lines FILE, --script FILE, --performance ID');
  }
  const limit = limitOf(values.limit);
  if (artifactId !== undefined) return hearAll(performanceSpoken(config, artifactId, limit), config, values.json ?? false);
  const speech = await openSpeech(config);
  try {
    const voices = chosenVoices(speech.voices(), values.voices ?? 'all');
    const source = lines === undefined ? await scriptSpoken(speech, script!, voices, limit) : await linesSpoken(speech, lines, voices, limit);
    await hearAll(source, config, values.json ?? false);
  } finally {
    await speech.close();
  }
}
