import { NARRATOR } from '../../../screenplay/model.js';
import { bannerOf, holdsTopic } from './banner.js';
import { openingLine, stockLinesFor } from './opening.js';
import { authorVoice, handover, voicedItem, withTagsFirst } from './voices.js';
import { stockWords, type Passage, type Stage } from '../staging/stage.js';
import { capitalised } from '../wording/wording.js';

const MAX_TURN_WORDS = 85;
/** Approximate number of words of a passage that make one line of the script. */
const WORDS_PER_LINE = 65;

/**
 * Stages passages as a documentary. One voice reads all words of the author, and quoted people have their own. The narrator only frames: the first line says
 * what is read and by whom; before an episode, or a passage after a gap, a banner in the words of the source says when and where it is. The programme ends
 * with a line of the source. Without narration there is no frame.
 */
export function writeDocumentary(stage: Stage): void {
  const lines = stage.passages.reduce((sum, { items }) =>
    sum + Math.max(1, Math.round(items.reduce((words, item) => words + item.words, 0) / WORDS_PER_LINE)), 0);
  let stockLeft = stockLinesFor(lines) - 1;
  stage.passages.map((passage): Passage => ({ ...passage, items: withTagsFirst(stage, passage) })).forEach((passage, index) => {
    stage.script.scene(`INT. STUDIO - ${passage.title.toUpperCase()}`, passage.title);
    if (stage.policy === 'include' && frame(stage, passage, index, stockLeft > 0)) stockLeft -= 1;
    const voice = authorVoice(stage, passage.material);
    passage.items.forEach((item, at) => {
      const { cue, words } = voicedItem(stage, passage, item);
      const tag = handover(stage, passage, at);
      if (tag) stage.script.say(voice, tag, { joinUpTo: MAX_TURN_WORDS });
      const joinUpTo = at === 0 || (cue === null && item.startsParagraph) ? 0 : MAX_TURN_WORDS;
      stage.script.say(cue ?? voice, words, { parenthetical: cue === null ? null : item.parenthetical, joinUpTo });
    });
  });
}

/** Speaks the frame before a passage. Returns true when it was a stock line that counts against the limit. */
function frame(stage: Stage, passage: Passage, index: number, mayAdd: boolean): boolean {
  const { stock, script, passages, materials } = stage;
  const before = passages[index - 1];
  if (!before) {
    const line = openingLine(stage, { dated: 'openDated', by: 'openBy', plain: 'open' });
    if (line) script.say(NARRATOR, stockWords(line));
    const place = bannerOf(materials[passage.material]!, passage);
    if (place) script.say(NARRATOR, place);
    return false;
  }
  if (passage.material !== before.material) {
    const { title } = materials[passage.material]!;
    const line = title ? stock.take('source', { title }) : null;
    if (line) script.say(NARRATOR, stockWords(line));
    return line !== null;
  }
  if (before.to === passage.from) return false;
  const banner = bannerOf(materials[passage.material]!, passage);
  if (banner) {
    script.say(NARRATOR, banner);
    return false;
  }
  const spoken = passage.topic?.spoken ?? '';
  const topic = mayAdd && holdsTopic(materials[passage.material]!, spoken, passage.items[0]!.text) ? spoken : '';
  const line = topic !== '' ? stock.take('turn', { topic, Topic: capitalised(topic) }) : null;
  if (line) script.say(NARRATOR, stockWords(line));
  return line !== null;
}
