import { NARRATOR } from '../../screenplay/model.js';
import type { Item, Material } from './material.js';
import { headingTitle } from './passage-titles.js';
import { wordsOf, type Passage, type Stage } from './performance.js';

const LONGEST_TURN_WORDS = 120;
const PRINTED_NARRATION_WORDS = 30;

/**
 * Stages passages as a drama: dialogue by its speakers, a new scene where the reader found one. A first-person teller
 * who is a person of the story narrates as himself; other narration is action, heard or only printed by the narration
 * policy.
 */
export function writeDrama(stage: Stage): void {
  let place: { material: number; scene: number } | null = null;
  stage.passages.forEach((passage, index) => {
    const material = stage.materials[passage.material]!;
    const previous = stage.passages[index - 1];
    const gap = previous !== undefined && (previous.material !== passage.material || previous.to !== passage.from);
    passage.items.forEach((item, at) => {
      if (!place || place.material !== passage.material || place.scene !== item.scene) {
        const before: string | null = stage.script.currentHeading();
        const heading = headingOf(material, item);
        if (before !== heading) stage.script.scene(heading, headingTitle(heading));
        else if (at === 0 && gap) stage.script.cut();
        place = { material: passage.material, scene: item.scene };
      } else if (at === 0 && gap) stage.script.cut();
      perform(stage, passage, material, item, passage.items[at - 1]);
    });
  });
}

function headingOf(material: Material, item: Item): string {
  return material.reading.scenes[item.scene]?.heading ?? 'INT. A ROOM';
}

function perform(stage: Stage, passage: Passage, material: Material, item: Item, before: Item | undefined): void {
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
  if (stage.policy === 'suppress' && (item.words > PRINTED_NARRATION_WORDS || before?.kind === 'narration')) return;
  stage.script.action(words, { joinUpTo: LONGEST_TURN_WORDS });
}

/** True for the teller's own words inside the scene of his told story. */
function tellsStory(material: Material, item: Item): boolean {
  const scene = material.reading.scenes[item.scene];
  return scene?.toldBy !== null && scene?.toldBy !== undefined && scene.toldBy === item.speaker
    && item.toldBy === null;
}

