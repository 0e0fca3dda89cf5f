import { NARRATOR, READER } from '../../../screenplay/model.js';
import { closingLine, isPersonal } from './closing.js';
import type { Material } from '../material/items.js';
import { stockWords, wordsOf, type Passage, type Stage } from '../staging/stage.js';
import { capitalised } from '../wording/wording.js';

const MAX_TURN_WORDS = 95;
/** When the narrator alone has spoken so many words, the reader takes the next passage. */
const LONG_TELLING_WORDS = 110;

/**
 * Stages passages as a documentary: the narrator speaks narration and bridges, the reader the author's first person,
 * and quoted turns keep their voices. Narrator and reader share a text without a first person, passage by passage. With
 * narration suppressed the reader speaks everything and there are no bridges.
 */
export function writeDocumentary(stage: Stage): void {
  const bridging = stage.policy === 'include';
  let alone = 0;
  stage.passages.forEach((passage, index) => {
    stage.script.scene(`INT. STUDIO - ${passage.title.toUpperCase()}`, passage.title);
    if (bridging) writeBridge(stage, passage, index);
    else if (index === 0) writeColdOpen(stage);
    const voices = writePassage(stage, passage, index, alone >= LONG_TELLING_WORDS ? READER : null);
    alone = voices.size === 1 && voices.has(NARRATOR)
      ? alone + passage.items.reduce((sum, item) => sum + item.words, 0) : 0;
  });
  writeClosing(stage, bridging);
}

/** Repeats the thesis, then ends the programme. */
function writeClosing(stage: Stage, bridging: boolean): void {
  if (stage.passages.length === 0) return;
  const line = closingLine(stage);
  if (line) {
    const again = bridging ? stage.stock.take('again') : null;
    if (again) stage.script.say(NARRATOR, stockWords(again));
    stage.script.say(READER, line);
  }
  const closing = bridging ? stage.stock.take('end', titleSlot(stage)) : null;
  if (closing) stage.script.say(NARRATOR, stockWords(closing));
}

const titleSlot = (stage: Stage): { title?: string } => stage.spokenTitle ? { title: stage.spokenTitle } : {};

function writeColdOpen(stage: Stage): void {
  const opener = stage.coldOpen;
  if (opener) stage.script.say(READER, wordsOf(stage.materials[opener.material]!, opener.item));
}

function writeBridge(stage: Stage, passage: Passage, index: number): void {
  const { stock, script, passages } = stage;
  const topic = passage.topic?.spoken;
  const slots = topic ? { topic, Topic: capitalised(topic) } : {};
  let line: string | null = null;
  if (index === 0) {
    writeColdOpen(stage);
    line = stock.take('open', titleSlot(stage));
  } else if (passage.material !== passages[index - 1]!.material) {
    const title = stage.materials[passage.material]!.title;
    line = title ? stock.take('source', { title }) : null;
  } else if (topic && index === passages.length - 1 && passages.length > 3) line = stock.take('last', slots);
  else if (topic) line = stock.take('turn', slots);
  // A jump without a topic gets a bridge of its own, but not twice in a row.
  else if (passages[index - 1]!.to !== passage.from && (index === passages.length - 1 || index % 2 === 1)) {
    line = stock.take(index === passages.length - 1 ? 'toward' : 'further');
  }
  if (line) script.say(NARRATOR, stockWords(line));
}

/**
 * Writes one passage. The voice changes at most once, from narrator to reader at the first sentence in the first
 * person. A personal text is the reader's from the start, except where a later passage opens after a gap. Returns the
 * voices.
 */
function writePassage(stage: Stage, passage: Passage, index: number, relief: string | null): Set<string> {
  const material = stage.materials[passage.material]!;
  const previous = stage.passages[index - 1];
  const afterGap = !previous || previous.material !== passage.material || previous.to !== passage.from;
  const teller = relief ?? tellerOfPassage(stage, material, index > 0 && afterGap);
  const voices = new Set<string>();
  let personal = false;
  passage.items.forEach((item, at) => {
    const cue = item.kind === 'line' ? stage.casting.cueOf(passage.material, item.speaker) : null;
    personal ||= cue === null && item.firstPerson && (!material.voices || material.analysis.narrator !== null);
    const voice = cue ?? (personal ? READER : teller);
    voices.add(voice);
    stage.script.say(voice, wordsOf(material, item, cue === null && at === 0 && afterGap),
      cue === null ? { joinUpTo: MAX_TURN_WORDS } : { parenthetical: item.parenthetical, joinUpTo: MAX_TURN_WORDS });
  });
  return voices;
}

function tellerOfPassage(stage: Stage, material: Material, opensAnew: boolean): string {
  if (stage.policy === 'suppress' || material.analysis.form === 'speech') return READER;
  return isPersonal(material) && !opensAnew ? READER : NARRATOR;
}
