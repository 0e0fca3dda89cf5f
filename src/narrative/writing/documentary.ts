import { NARRATOR, READER } from '../../screenplay/model.js';
import { closingLine, isPersonal } from './closing.js';
import { stockWords, tellerOf, wordsOf, type Passage, type Stage } from './performance.js';
import { capitalised } from './wording.js';

const LONGEST_TURN_WORDS = 95;

/**
 * Stages passages as a documentary: the narrator tells and bridges, the reader says the author's first person, quoted
 * turns keep their voices. With narration suppressed the reader does it all and no bridge is spoken.
 */
export function writeDocumentary(stage: Stage): void {
  const bridging = stage.policy === 'include';
  stage.passages.forEach((passage, index) => {
    stage.script.scene(`INT. STUDIO - ${passage.title.toUpperCase()}`, passage.title);
    if (bridging) bridge(stage, passage, index);
    else if (index === 0) coldOpen(stage);
    tell(stage, passage, index);
  });
  close(stage, bridging);
}

/** The programme comes back to the line that carries its text, then ends. */
function close(stage: Stage, bridging: boolean): void {
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

function coldOpen(stage: Stage): void {
  const opener = stage.coldOpen;
  if (opener) stage.script.say(READER, wordsOf(stage.materials[opener.material]!, opener.item));
}

function bridge(stage: Stage, passage: Passage, index: number): void {
  const { stock, script, passages } = stage;
  const topic = passage.topic?.spoken;
  const slots = topic ? { topic, Topic: capitalised(topic) } : {};
  let line: string | null = null;
  if (index === 0) {
    coldOpen(stage);
    line = stock.take('open', titleSlot(stage));
  } else if (passage.material !== passages[index - 1]!.material) {
    const title = stage.materials[passage.material]!.title;
    line = title ? stock.take('source', { title }) : null;
  } else if (topic && index === passages.length - 1 && passages.length > 3) line = stock.take('last', slots);
  else if (topic) line = stock.take('turn', slots);
  // A jump without a topic is said to be one; two jumps in a row need no second word.
  else if (passages[index - 1]!.to !== passage.from && (index === passages.length - 1 || index % 2 === 1)) {
    line = stock.take(index === passages.length - 1 ? 'toward' : 'further');
  }
  if (line) script.say(NARRATOR, stockWords(line));
}

/** At most one switch from narrator to reader in a passage: from its first first-person sentence to its end. */
function tell(stage: Stage, passage: Passage, index: number): void {
  const material = stage.materials[passage.material]!;
  const teller = isPersonal(material) ? READER : tellerOf(stage, material);
  const previous = stage.passages[index - 1];
  const afterGap = !previous || previous.material !== passage.material || previous.to !== passage.from;
  let personal = false;
  passage.items.forEach((item, at) => {
    if (item.kind === 'line') {
      stage.script.say(stage.casting.cueOf(passage.material, item.speaker), wordsOf(material, item),
        { parenthetical: item.parenthetical, joinUpTo: LONGEST_TURN_WORDS });
      return;
    }
    personal ||= item.firstPerson && !material.voices;
    stage.script.say(personal ? READER : teller, wordsOf(material, item, at === 0 && afterGap),
      { joinUpTo: LONGEST_TURN_WORDS });
  });
}
