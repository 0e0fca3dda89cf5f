import { READER } from '../../../../screenplay/model.js';
import { closingLine, isPersonal } from '../closing.js';
import { stockWords, wordsOf, type Passage, type Stage } from '../../staging/stage.js';
import type { Item, Material } from '../../material/items.js';
import { Questions } from './questions.js';
import { answerWords, hostTurnsOf, type HostTurn } from './turns.js';
import { splitSentences } from '../../../analysis/language/sentences.js';
import type { Slots } from '../../stock/stock.js';
import { countWords, spokenForm } from '../../wording/wording.js';

/**
 * Stages passages as a conversation of two hosts: one asks, doubts and sometimes takes over a short sentence; the other
 * knows the text and reads it. The second host reads all of a text in the first person; elsewhere the author's first
 * person is a third voice. Quoted turns are clips.
 */
export function writePodcast(stage: Stage): void {
  const [asker, knower] = stage.casting.hosts;
  const scriptWords = stage.passages.reduce((sum, { items }) =>
    sum + items.reduce((all, item) => all + item.words, 0), 0);
  const questions = new Questions(stage, scriptWords);
  const longest = answerWords(scriptWords);
  let introduced = false;
  let turnCount = 0;
  let heard: Item[] = [];
  stage.passages.forEach((passage, index) => {
    const material = stage.materials[passage.material]!;
    const personal = isPersonal(material);
    stage.script.scene(`INT. STUDIO - ${passage.title.toUpperCase()}`, passage.title);
    if (index === 0) writeColdOpen(stage, asker, knower);
    const previous = stage.passages[index - 1];
    const joined = previous?.material === passage.material && previous.to === passage.from;
    if (previous && previous.material !== passage.material && material.title) {
      say(stage, asker, stage.stock.take('source', { title: material.title }));
    }
    hostTurnsOf(material, playedItems(stage, passage), longest).forEach((turn, at, turns) => {
      const head = turn.items[0]!;
      const place = { head, opening: at === 0 && index === 0, first: at === 0, joined,
        lastPassage: index === stage.passages.length - 1, heard };
      heard = turn.items.at(-1)?.kind === 'narration' ? turn.items.filter(({ kind }) => kind === 'narration') : [];
      if (turn.kind === 'reaction') {
        stage.script.say(asker, wordsOf(material, head));
        return;
      }
      if (turns[at - 1]?.kind !== 'reaction' && (turn.kind !== 'clip' || at === 0)) {
        const leads = at === 0 && index > 0 && !place.lastPassage && index % 2 === 0 && turns.length > 1 && !joined;
        const announced = leads ? questions.announced(passage, head) : null;
        if (announced) say(stage, knower, announced);
        else say(stage, asker, questions.before(passage, place));
      }
      if (personal && !introduced && turn.items.some((item) => item.firstPerson)) {
        introduced = true;
        say(stage, knower, stage.stock.take(FIRST_PERSON_FAMILIES[material.analysis.form]));
      }
      // Without stock questions the hosts read alternately.
      const speaker = stage.stock.hasSentences || turnCount++ % 2 === 0 ? knower : asker;
      const oneReader = personal || !stage.stock.hasSentences;
      writeTurn(stage, material, passage, turn,
        oneReader ? { knower: speaker, reader: speaker } : { knower, reader: READER },
        { soften: at === 0 && !joined, longest });
    });
  });
  writeClosing(stage, asker, knower);
}

/** The items of a passage; quoted turns without a voice of their own become sentences for the reading host. */
function playedItems(stage: Stage, passage: Passage): Item[] {
  const source = stage.materials[passage.material]!.analysis.text;
  return passage.items.flatMap((item) => item.kind === 'line'
    && stage.casting.cueOf(passage.material, item.speaker) === READER
    ? sentencesIn(source, { ...item, kind: 'narration', parenthetical: null }) : [item]);
}

/** The sentences of a quoted turn as narration. */
function sentencesIn(source: string, item: Item): Item[] {
  const [piece, ...more] = item.pieces;
  const spans = piece && more.length === 0 ? splitSentences(source, piece.start, piece.end) : [];
  if (spans.length < 2) return [item];
  return spans.map(({ start, end }, at) => {
    const form = spokenForm(source, start, end);
    return { ...item, start, end, text: form.text, pieces: form.pieces, edited: form.edited,
      words: countWords(form.text),
      firstPerson: /\b(?:I|me|my|mine|myself|we|us|our)\b/u.test(form.text), opens: at === 0 && item.opens,
        follows: at > 0 || item.follows,
      closes: at === spans.length - 1 ? item.closes : !/\?$/u.test(form.text) };
  });
}

const FIRST_PERSON_FAMILIES = { fiction: 'teller', essay: 'author', speech: 'speaker', play: 'teller' } as const;

const titleSlot = (stage: Stage): Slots => stage.spokenTitle ? { title: stage.spokenTitle } : {};

function say(stage: Stage, character: string, line: string | null): void {
  if (line) stage.script.say(character, stockWords(line));
}

function writeColdOpen(stage: Stage, asker: string, knower: string): void {
  const opener = stage.coldOpen;
  if (!opener || !stage.spokenTitle) return;
  stage.script.say(knower, wordsOf(stage.materials[opener.material]!, opener.item));
  say(stage, asker, stage.stock.take('from'));
  say(stage, knower, stage.stock.take('fromAnswer', titleSlot(stage)));
}

function writeClosing(stage: Stage, asker: string, knower: string): void {
  if (stage.passages.length === 0) return;
  const line = closingLine(stage);
  if (line) {
    say(stage, asker, stage.stock.take('keep'));
    stage.script.say(knower, line);
  }
  say(stage, asker, stage.stock.take('bye', titleSlot(stage)));
}

function writeTurn(stage: Stage, material: Material, passage: Passage, turn: HostTurn,
  voices: { knower: string; reader: string }, options: { soften: boolean; longest: number }): void {
  let personal = false;
  turn.items.forEach((item, at) => {
    if (item.kind === 'line') {
      stage.script.say(stage.casting.cueOf(passage.material, item.speaker), wordsOf(material, item),
        { parenthetical: item.parenthetical, joinUpTo: options.longest });
      return;
    }
    personal ||= item.firstPerson && (!material.voices || voices.reader === voices.knower);
    stage.script.say(personal ? voices.reader : voices.knower, wordsOf(material, item, at === 0 && options.soften),
      { joinUpTo: options.longest });
  });
}
