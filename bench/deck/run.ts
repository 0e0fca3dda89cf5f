import path from 'node:path';
import { parseArgs } from 'node:util';
import { judgeDeck } from '../../src/craft/deck/judge.js';
import type { Chapter } from '../../src/craft/deck/deck.js';
import { secondsOf, writeDeck } from '../../src/craft/deck/writer/write-deck.js';
import { chosenChapters } from '../people/chapters.js';
import { readNovels } from '../people/novels.js';
import { deckSourceOf } from './reads.js';

const NOTHING_KNOWN = { audience: null, comparables: null, team: null, budget: null, ask: null };

function print({ kind, title, arcStage, durationSeconds, composition, textMode, picture, sentences, lines }: Chapter): void {
  const seen = picture ? `${picture.size} ${picture.people.join(', ')}`.trim() : 'no picture';
  console.log(`[${kind}] ${title} (${arcStage}, ${durationSeconds} s, ${composition}, ${textMode}, ${seen})`);
  for (const { text } of sentences) console.log(`    ${text}`);
  for (const { speaker, text } of lines) console.log(`    ♪ ${speaker ?? '(narrator)'}: ${text}`);
}

/**
 * Prints pitch decks of chapters of the labelled novels with the facts that their judge sees, for people to read: `npx tsx bench/deck/run.ts [--works A,B]
 * [--seconds 90] [--seed decks] [--folder DIR]`. Another seed chooses other chapters.
 */
function main(): void {
  const { values } = parseArgs({ options: {
    folder: { type: 'string', default: '../shared/fixtures/quotes-novels' }, works: { type: 'string' }, seconds: { type: 'string' }, seed: { type: 'string', default: 'decks' },
  } });
  const wanted = values.works?.split(',');
  for (const novel of readNovels(path.resolve(values.folder)).filter(({ work }) => !wanted || wanted.includes(work))) {
    for (const { work, text, number } of chosenChapters(novel, 1, values.seed)) {
      const source = deckSourceOf(work, text);
      const startedAt = performance.now();
      const deck = writeDeck(source, { seed: values.seed, ...(values.seconds === undefined ? {} : { seconds: Number(values.seconds) }) });
      console.log(`\n${deck.title}, chapter ${number}: ${deck.chapters.length} chapters, ${secondsOf(deck.chapters)} s, written in ${Math.round(performance.now() - startedAt)} ms`);
      deck.chapters.forEach(print);
      for (const { criterion, isMet, words } of judgeDeck(source, deck, NOTHING_KNOWN)) console.log(`  ${isMet ? 'ok' : '--'} ${criterion}: ${words}`);
    }
  }
}

main();
