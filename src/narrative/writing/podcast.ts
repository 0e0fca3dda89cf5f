import { READER } from '../../screenplay/model.js';
import { canOpen, knownWords } from './heads.js';
import type { Item, Material } from './material.js';
import { stockWords, wordsOf, type Passage, type Stage } from './performance.js';
import type { Slots } from './stock.js';
import type { StockFamily } from './stock-lines.js';
import { opensWithReporter, subjectOf } from './topics.js';
import { capitalised } from './wording.js';
import { stemsOf } from './salience.js';

const ANSWER_WORDS = 62;
const PERSONAL_SHARE = 0.5;

/** Where a chunk of an answer stands; what may be asked before it depends on this alone. */
interface Chunk { items: Item[]; first: boolean; lastPassage: boolean; opening: boolean; clip: boolean }

/**
 * Stages passages as a conversation: one host asks, the other reads from the source, and they change places with
 * every beat. A question presupposes only that the text speaks of what it names. Quoted turns of a story are played
 * as clips.
 */
export function writePodcast(stage: Stage): void {
  const [hostA, hostB] = stage.casting.hosts;
  const asked = new Set<string>();
  stage.passages.forEach((passage, index) => {
    const material = stage.materials[passage.material]!;
    const personal = material.firstPersonShare > PERSONAL_SHARE
      || (material.voices && material.reading.narrator !== null);
    const [asker, answerer] = personal ? [index % 2 ? hostB : hostA, READER] : index % 2 ? [hostB, hostA]
      : [hostA, hostB];
    stage.script.scene(`INT. STUDIO - ${passage.title.toUpperCase()}`, passage.title);
    if (index === 0) coldOpen(stage, asker, answerer);
    const previous = stage.passages[index - 1];
    const joined = previous?.material === passage.material && previous.to === passage.from;
    if (previous && previous.material !== passage.material && material.title) {
      say(stage, asker, stage.stock.take('source', { title: material.title }));
    }
    chunksOf(passage.items).forEach((chunk, at) => {
      const place = { ...chunk, first: at === 0, lastPassage: index === stage.passages.length - 1, opening: at === 0
        && index === 0 };
      if (!chunk.clip || at === 0) say(stage, asker, questionFor(stage, passage, place, asked, joined));
      answer(stage, material, passage.material, place, answerer, at === 0 && !joined);
    });
    if (index === stage.passages.length - 1) say(stage, asker, stage.stock.take('bye', titleSlot(stage)));
  });
}

const titleSlot = (stage: Stage): Slots => stage.spokenTitle ? { title: stage.spokenTitle } : {};

function say(stage: Stage, character: string, line: string | null): void {
  if (line) stage.script.say(character, stockWords(line));
}

function coldOpen(stage: Stage, asker: string, answerer: string): void {
  const opener = stage.coldOpen;
  if (!opener || !stage.spokenTitle) return;
  stage.script.say(answerer, wordsOf(stage.materials[opener.material]!, opener.item));
  say(stage, asker, stage.stock.take('from'));
  say(stage, answerer, stage.stock.take('fromAnswer', titleSlot(stage)));
}

/** Answers of at most sixty words or so; a run of quoted turns is one clip, never interrupted by a host. */
function chunksOf(items: readonly Item[]): { items: Item[]; clip: boolean }[] {
  const chunks: { items: Item[]; clip: boolean; words: number }[] = [];
  for (const item of items) {
    const last = chunks.at(-1);
    const clip = item.kind === 'line';
    const previous = last?.items.at(-1);
    const talking = previous?.kind === 'line' || clip;
    const breath = last !== undefined
      && (talking || last.words + item.words <= ANSWER_WORDS || previous?.closes === false);
    if (last && breath) {
      last.items.push(item);
      last.words = talking ? 0 : last.words + item.words;
    } else chunks.push({ items: [item], clip, words: item.words });
  }
  return chunks;
}

function answer(stage: Stage, material: Material, index: number, chunk: Chunk, answerer: string,
  soften: boolean): void {
  let personal = answerer === READER;
  chunk.items.forEach((item, at) => {
    if (item.kind === 'line') {
      stage.script.say(stage.casting.cueOf(index, item.speaker), wordsOf(material, item),
        { parenthetical: item.parenthetical, joinUpTo: ANSWER_WORDS });
      return;
    }
    personal ||= item.firstPerson && !material.voices;
    stage.script.say(personal ? READER : answerer, wordsOf(material, item, at === 0 && soften),
      { joinUpTo: ANSWER_WORDS });
  });
}

function questionFor(stage: Stage, passage: Passage, chunk: Chunk, asked: Set<string>,
  joined: boolean): string | null {
  const head = chunk.items[0]!;
  const take = (family: StockFamily, slots: Slots = {}): string | null => stage.stock.take(family, slots);
  if (chunk.opening) return stage.coldOpen
    && stage.spokenTitle ? take('begin') : take('opening', titleSlot(stage)) ?? take('begin');
  const continuing = (): string | null => take('prompt');
  const subject = head.kind === 'narration' ? askable(head, asked) : null;
  if (!chunk.first) return connective(head.text, take)
    ?? (subject && head.opens ? aboutSubject(head, subject, asked, take) : null)
    ?? continuing();
  if (chunk.lastPassage) return take('finish') ?? continuing();
  const moving = (): string | null => (joined ? null : take('ahead')) ?? continuing();
  if (joined && !head.opens) return continuing();
  if (subject) return aboutSubject(head, subject, asked, take) ?? moving();
  const topic = passage.topic;
  if (topic && speaksOf(head.text, topic.spoken) && canOpen(head.text, knownWords(topic.spoken))) {
    asked.add(topic.spoken.toLowerCase());
    return take('topic', { topic: topic.spoken, Topic: capitalised(topic.spoken) }) ?? moving();
  }
  return moving();
}

function connective(text: string, take: (family: StockFamily) => string | null): string | null {
  if (/^(?:But|However|Yet|Nevertheless|On the other hand|On the contrary)\b/u.test(text)) return take('but');
  if (/^(?:So|Therefore|Hence|Thus|Consequently|Accordingly)\b(?! (?:far|much|many|long|soon))/u.test(text)) return take('so');
  return opensWithReporter(text) ? take('witness') : null;
}

interface Subject { spoken: string; plural: boolean }

function askable(head: Item, asked: ReadonlySet<string>): Subject | null {
  if (opensWithReporter(head.text)) return null;
  const subject = subjectOf(head.text);
  return subject && !asked.has(subject.spoken.toLowerCase()) && speaksOf(head.text, subject.spoken) ? subject : null;
}

function speaksOf(text: string, phrase: string): boolean {
  const stems = new Set(stemsOf(text));
  const own = stemsOf(phrase);
  return own.length > 0 && own.some((stemmed) => stems.has(stemmed));
}

function aboutSubject(head: Item, subject: Subject, asked: Set<string>,
  take: (family: StockFamily, slots?: Slots) => string | null): string | null {
  asked.add(subject.spoken.toLowerCase());
  const slots = { np: subject.spoken, be: subject.plural ? 'are' : 'is' };
  const placed = /\b(?:situated|found (?:in|on|at|only)|lies?|confined|inhabits?|stands? (?:in|on|at|near))\b/u.test(head.text.slice(0, 110));
  return (placed ? take('where', slots) : null) ?? take('np', slots);
}
