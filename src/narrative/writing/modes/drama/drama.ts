import { NARRATOR } from '../../../../screenplay/model.js';
import { NEUTRAL_PLACE } from '../../../analysis/scenes/scenes.js';
import { UNKNOWN_VOICE } from '../../staging/casting.js';
import { withNarratedLines, stagedItemsOf, type StagedItem } from './staged-items.js';
import { headingTitle } from '../../staging/passage-titles.js';
import { wordsOf, type Stage } from '../../staging/stage.js';
import type { Words } from '../../staging/assembly.js';

const MAX_TURN_WORDS = 120;
const MAX_PEOPLE_IN_HEADING = 3;

/**
 * Stages passages as a drama: speakers speak their dialogue, and each scene of the analysis is a scene. A first-person
 * narrator who is a person of the story narrates as that person; other narration is action, spoken or only printed by
 * the narration policy. The narrator reads lines of uncertain speakers and the single line of a minor one.
 */
export function writeDrama(stage: Stage): void {
  const turns = withNarratedLines(stage, stagedItemsOf(stage));
  const headings = headingsOf(stage, turns);
  turns.forEach((turn, at) => {
    const previous = turns[at - 1];
    const heading = at === 0 || turns[at - 1]!.material !== turn.material ? headings[at]!.replace(/ - LATER$/u, '')
      : headings[at]!;
    if (!previous || previous.material !== turn.material || previous.scene !== turn.scene) {
      if (stage.script.currentHeading() !== heading) stage.script.scene(heading, headingTitle(heading));
      else if (turn.gap) stage.script.cut();
    } else if (turn.gap) stage.script.cut();
    writeTurn(stage, turn, previous !== undefined && !turn.gap && isPlayed(previous) === isPlayed(turn));
  });
}

/** The heading of every turn: that of its scene, or, when the text gives no place, the people who speak there. */
function headingsOf(stage: Stage, turns: readonly StagedItem[]): string[] {
  const headings: string[] = [];
  let from = 0;
  while (from < turns.length) {
    let to = from + 1;
    while (turns[to] && turns[to]!.material === turns[from]!.material && turns[to]!.scene === turns[from]!.scene) to++;
    const heading = headingOf(stage, turns.slice(from, to));
    for (let at = from; at < to; at++) headings.push(heading);
    from = to;
  }
  return headings;
}

function headingOf({ casting }: Stage, turns: readonly StagedItem[]): string {
  const { material, scene, passage } = turns[0]!;
  const heading = material.analysis.scenes[scene]?.heading ?? `INT./EXT. ${NEUTRAL_PLACE}`;
  if (!heading.includes(NEUTRAL_PLACE)) return heading;
  const words = new Map<string, number>();
  for (const { item, told } of turns) {
    if (item.kind !== 'line' || told || item.confidence === 'weak') continue;
    const cue = casting.cueOf(passage.material, item.speaker);
    if (cue === NARRATOR) continue;
    words.set(cue, (words.get(cue) ?? 0) + item.words);
  }
  const cues = [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([cue]) => cue);
  if (cues.length === 0) return heading.replace(NEUTRAL_PLACE, 'NARRATION');
  const shown = cues.slice(0, MAX_PEOPLE_IN_HEADING);
  const people = cues.length > MAX_PEOPLE_IN_HEADING ? `${shown.slice(0, 2).join(', ')} AND OTHERS`
    : shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} AND ${shown.at(-1)!}`;
  return heading.replace(NEUTRAL_PLACE, people);
}

const isPlayed = ({ item, told }: StagedItem): boolean => item.kind === 'line' && !told;

/** Writes one turn. `joins`: its words may extend the entry before. */
function writeTurn(stage: Stage, { passage, material, item, told }: StagedItem, joins: boolean): void {
  const joinUpTo = joins ? MAX_TURN_WORDS : 0;
  if (item.kind === 'line' && !told) {
    const telling = tellsStory({ material, item });
    const cue = item.confidence === 'weak' ? UNKNOWN_VOICE : stage.casting.cueOf(passage.material, item.speaker);
    stage.script.say(cue, wordsOf(material, item),
      { parenthetical: item.parenthetical ?? (telling ? 'telling it' : null), joinUpTo });
    return;
  }
  const words: Words = told && item.narrated
    ? { text: item.narrated.text, origin: item.narrated.edited ? 'edited' : 'source',
    spans: material.toSpans(item.narrated.pieces) }
    : wordsOf(material, item);
  const toldBy = item.toldBy === null ? null : stage.casting.cueOf(passage.material, item.toldBy);
  if (toldBy !== null) {
    stage.script.say(toldBy, words, { parenthetical: 'telling it', joinUpTo });
    return;
  }
  const teller = stage.casting.narratorOf(material, passage.material);
  if (stage.policy === 'include' && teller !== null && teller !== NARRATOR) {
    stage.script.say(teller, words, { parenthetical: 'narrating', joinUpTo });
    return;
  }
  stage.script.action(words, { joinUpTo });
}

/** True for a teller's own line inside the scene of the told story. */
function tellsStory({ material, item }: Pick<StagedItem, 'material' | 'item'>): boolean {
  const scene = material.analysis.scenes[item.scene];
  return scene?.toldBy !== null && scene?.toldBy !== undefined && scene.toldBy === item.speaker
    && item.toldBy === null;
}
