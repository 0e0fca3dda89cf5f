import { NARRATOR } from '../../screenplay/model.js';
import type { Item, Material } from './material.js';
import { headingTitle } from './passage-titles.js';
import { wordsOf, type Passage, type Stage } from './performance.js';

const LONGEST_TURN_WORDS = 120;
const PRINTED_NARRATION_WORDS = 30;

/** One item on its way to the stage. `gap`: source words were left out before it. */
interface Turn { passage: Passage; material: Material; item: Item; gap: boolean; scene: number }

/**
 * Stages passages as a drama: dialogue by its speakers, a new scene where the reader found one. A first-person teller
 * who is a person of the story narrates as himself; other narration is action, heard or only printed by the narration
 * policy.
 */
export function writeDrama(stage: Stage): void {
  const turns = turnsOf(stage);
  settleScenes(turns);
  turns.forEach((turn, at) => {
    const previous = turns[at - 1];
    const heading = headingOf(turn);
    if (!previous || previous.material !== turn.material || previous.scene !== turn.scene) {
      if (stage.script.currentHeading() !== heading) stage.script.scene(heading, headingTitle(heading));
      else if (turn.gap) stage.script.cut();
    } else if (turn.gap) stage.script.cut();
    perform(stage, turn);
  });
}

/**
 * Every item that is heard or printed, in order. Where narration is silent only short single sentences of it are
 * printed, besides the script's first and last words: they hold its beginning and its end.
 */
function turnsOf(stage: Stage): Turn[] {
  const turns: Turn[] = [];
  const { passages } = stage;
  passages.forEach((passage, index) => {
    const previous = passages[index - 1];
    let gap = previous !== undefined && (previous.material !== passage.material || previous.to !== passage.from);
    passage.items.forEach((item, at) => {
      const isEdge = (index === 0 && at === 0) || (index === passages.length - 1 && at === passage.items.length - 1);
      const isSilent = stage.policy === 'suppress' && item.kind === 'narration';
      const isTooMuch = item.words > PRINTED_NARRATION_WORDS || passage.items[at - 1]?.kind === 'narration';
      if (isSilent && isTooMuch && !isEdge) return;
      turns.push({ passage, material: stage.materials[passage.material]!, item, gap, scene: item.scene });
      gap = false;
    });
  });
  return turns;
}

/** A scene of one entry is no scene: it is played where the entry before it was. */
function settleScenes(turns: Turn[]): void {
  let from = 0;
  while (from < turns.length) {
    const first = turns[from]!;
    let to = from + 1;
    let entries = 1;
    while (turns[to]?.material === first.material && turns[to]?.scene === first.scene) {
      if (turns[to]!.item.speaker !== turns[to - 1]!.item.speaker) entries++;
      to++;
    }
    const host = turns[from - 1] ?? turns[to];
    if (entries < 2 && host?.material === first.material) {
      for (let at = from; at < to; at++) turns[at]!.scene = host.scene;
    }
    from = to;
  }
}

function headingOf({ material, scene }: Turn): string {
  return material.reading.scenes[scene]?.heading ?? 'INT. A ROOM';
}

function perform(stage: Stage, { passage, material, item }: Turn): void {
  const words = wordsOf(material, item);
  if (item.kind === 'line') {
    const telling = tellsStory(material, item);
    stage.script.say(stage.casting.cueOf(passage.material, item.speaker), words,
      { parenthetical: item.parenthetical ?? (telling ? 'telling it' : null), joinUpTo: LONGEST_TURN_WORDS });
    return;
  }
  const teller = stage.casting.narratorOf(material, passage.material);
  if (stage.policy === 'include' && teller !== null && teller !== NARRATOR) {
    stage.script.say(teller, words, { parenthetical: 'narrating', joinUpTo: LONGEST_TURN_WORDS });
    return;
  }
  stage.script.action(words, { joinUpTo: LONGEST_TURN_WORDS });
}

/** True for the teller's own words inside the scene of his told story. */
function tellsStory(material: Material, item: Item): boolean {
  const scene = material.reading.scenes[item.scene];
  return scene?.toldBy !== null && scene?.toldBy !== undefined && scene.toldBy === item.speaker
    && item.toldBy === null;
}
