import type { TextScene } from '../../../model.js';
import { NARRATOR } from '../../../../screenplay/model.js';
import { NEUTRAL_PLACE } from '../../../analysis/scenes/scenes.js';
import { settingIn } from '../../../analysis/scenes/settings.js';
import { inPlainOrder, introductionOf } from '../../wording/plain-order.js';
import { placingItem } from './opening.js';
import { stagedItemsOf, type StagedItem } from './staged-items.js';
import { NamedPeople } from '../../material/named-people.js';
import { headingTitle } from '../../staging/passage-titles.js';
import { wordsOf, type Stage } from '../../staging/stage.js';
import type { Words } from '../../staging/assembly.js';
import { quotedTitle, titlePhrase } from '../../wording/title-phrases.js';
import { withoutStrayClosers } from '../../wording/stray-marks.js';
import { tidy, type SpokenForm } from '../../wording/wording.js';

const MAX_TURN_WORDS = 120;
/** Items that are searched for a title when their scene has no place. */
const TITLE_ITEMS = 8;

/**
 * Stages passages as a drama: speakers speak their dialogue, and each scene of the analysis is a scene. A first-person narrator who is a person of the story
 * narrates as that person; other narration is action, spoken or only printed according to the narration policy. The narrator speaks another person's words
 * only when reading them with their tag.
 */
export function writeDrama(stage: Stage): void {
  const turns = stagedItemsOf(stage);
  const titles = new Set<string>();
  let beforeStory: string | null = null;
  turns.forEach((turn, at) => {
    const previous = turns[at - 1];
    const isNewText = previous === undefined || previous.material !== turn.material;
    if (isNewText || previous.scene !== turn.scene) {
      const current = isNewText ? null : stage.script.currentHeading();
      const isBack = !isNewText && isTold(previous);
      if (isTold(turn) && !isBack) beforeStory = current;
      const isThere = isBack && placeOf(sceneOf(turn)?.heading) === placeOf(beforeStory);
      const same = isBack && (isThere || !hasPlace(turn)) ? beforeStory : isTold(turn) && !hasPlace(turn) ? current : null;
      const heading = same ?? headingOf(stage, turn, sceneFrom(turns, at), isNewText);
      if (stage.script.currentHeading() !== heading) {
        stage.script.scene(heading, titleOf(turns.slice(at), heading, titles));
      } else if (turn.gap) stage.script.cut();
    } else if (turn.gap) stage.script.cut();
    if (at === 0) openPart(stage, turns);
    const joins = previous !== undefined && !turn.gap
      && (isTagOf(turn, previous) || (isMerging(previous) && isMerging(turn) && previous.item.kind === turn.item.kind));
    const goesOn = goesOnAfterTag(turns, at) || (previous !== undefined && (isTagOf(turn, previous) || isTellersTagOf(turn, previous)));
    writeTurn(stage, turn, joins || goesOn, goesOn);
  });
}

/** Opens a short read with a sentence of the source that places its scene, in the voice of the narration. */
function openPart(stage: Stage, turns: readonly StagedItem[]): void {
  const [first] = turns;
  if (!first || stage.policy === 'suppress') return;
  const item = placingItem(stage, first.material, first.passage.items);
  if (item) narrate(stage, { ...first, item }, item, 0);
}

const sceneOf = ({ material, scene }: StagedItem): TextScene | undefined => material.analysis.scenes[scene];
/** True inside a told story. A told story without a place is set where its teller sits, and the talk continues there afterwards. */
const isTold = (turn: StagedItem): boolean => (sceneOf(turn)?.toldBy ?? null) !== null;
const placeOf = (heading: string | null | undefined): string | null => heading?.replace(/ - [A-Z]+$/u, '') ?? null;
const hasPlace = (turn: StagedItem): boolean => sceneOf(turn)?.heading.includes(NEUTRAL_PLACE) === false;

/** The heading of a scene of which the text tells no place: its number, as radio plays count their scenes. */
const NUMBERED = /^SCENE \d+/u;

/**
 * The heading of the scene of a turn. When the analysis has no place, the narration of the scene may name one; else people among furniture are in a room, and
 * any other scene has its number, that of the scene before if that has none either.
 */
function headingOf({ script }: Stage, turn: StagedItem, scene: readonly StagedItem[], isNewText: boolean): string {
  const heading = (sceneOf(turn)?.heading ?? `INT./EXT. ${NEUTRAL_PLACE}`).replace(isNewText ? / - LATER$/u : /(?!)/u, '');
  if (!heading.includes(NEUTRAL_PLACE)) return heading;
  const told = scene.filter(({ item }) => item.kind === 'narration').map(({ item }) => item.text);
  const found = told.map((text) => settingIn([text])).find((setting) => setting !== null);
  if (found) return heading.replace(/^INT\.(?:\/EXT\.)? PLACE NOT GIVEN/u, `${found.prefix} ${found.place.toUpperCase()}`);
  const number = NUMBERED.exec(script.currentHeading() ?? '')?.[0] ?? `SCENE ${script.sceneCount() + 1}`;
  return heading.replace(`INT. ${NEUTRAL_PLACE}`, 'INT. ROOM').replace(`INT./EXT. ${NEUTRAL_PLACE}`, number);
}

/** The turns of the scene that begins at `at`. */
function sceneFrom(turns: readonly StagedItem[], at: number): StagedItem[] {
  const { scene, material } = turns[at]!;
  const end = turns.findIndex((turn, index) => index > at && (turn.scene !== scene || turn.material !== material));
  return turns.slice(at, end < 0 ? turns.length : end);
}

/** The place of a scene, else a phrase of its first sentences. */
function titleOf(turns: readonly StagedItem[], heading: string, taken: Set<string>): string {
  const { material, scene } = turns[0]!;
  const place = headingTitle(heading);
  if (!/^Scene\b/u.test(place)) return place;
  const end = turns.findIndex((turn) => turn.scene !== scene || turn.material !== material);
  const texts = turns.slice(0, end < 0 ? TITLE_ITEMS : Math.min(end, TITLE_ITEMS)).map(({ item }) => item.text.replace(/[“”"]/gu, ''));
  const people = new NamedPeople(material.analysis.cast);
  const used = (title: string): boolean => taken.has(title) || people.namedIn(title).length > 0;
  const title = (material.analysis.language === 'en' ? titlePhrase(texts, material.salience, used) : null) ?? quotedTitle(texts, used) ?? place;
  taken.add(title);
  return title;
}

/** True for an item whose words may be joined with those of its neighbours in one entry. */
const isMerging = ({ told, named }: StagedItem): boolean => !told && !named;

/** True for the tag of a line that the narrator has just read, so that both form one sentence in one voice. */
const isTagOf = ({ item, gap }: StagedItem, { told, item: line }: StagedItem): boolean =>
  item.isTag && !gap && told && line.tag === null && !/[.…—–-]$/u.test(withoutMarks(line.narrated?.text ?? ''));

/** True for words with which tellers continue after a line that they have just quoted: `said he, and let me go`. */
const isTellersTagOf = ({ item, gap, material }: StagedItem, { told, item: line }: StagedItem): boolean =>
  item.kind === 'line' && !gap && told && line.toldBy !== null && line.toldBy === item.speaker && /,$/u.test(withoutMarks(line.narrated?.text ?? ''))
  && /\p{Ll}/u.test(material.analysis.text[item.start] ?? '');

/** True for the second half of a line that the narrator reads, after a tag that interrupted its sentence. */
function goesOnAfterTag(turns: readonly StagedItem[], at: number): boolean {
  const [line, tag, turn] = [turns[at - 2], turns[at - 1], turns[at]!];
  return turn.told && !turn.gap && tag !== undefined && !tag.gap && tag.item.isTag && /,$/u.test(tag.item.text) && line?.told === true
    && line.item.utterance === turn.item.utterance && /\p{Ll}/u.test(turn.material.analysis.text[turn.item.start] ?? '');
}

/** Writes one turn. With `joins`, its words may extend the previous entry; with `goesOn`, they continue its sentence. */
function writeTurn(stage: Stage, turn: StagedItem, joins: boolean, goesOn: boolean): void {
  const { passage, material, item, told, named } = turn;
  const joinUpTo = joins ? MAX_TURN_WORDS : 0;
  if (item.kind === 'narration') {
    narrate(stage, turn, narrationOf(turn, goesOn), joinUpTo);
    return;
  }
  if (told && item.narrated) return narrate(stage, turn, goesOn ? loweredHead(item.narrated) : item.narrated, joinUpTo);
  if (goesOn) return narrate(stage, { ...turn, item: { ...item, toldBy: item.speaker } }, loweredHead(item), joinUpTo);
  if (named && item.tag) narrate(stage, turn, introductionOf(material.analysis.text, item.tag), MAX_TURN_WORDS);
  const cue = stage.casting.cueOf(passage.material, item.speaker);
  stage.script.say(cue, wordsOf(material, item),
    { parenthetical: (named ? null : item.parenthetical) ?? (tellsStory(turn) ? 'telling it' : null), joinUpTo });
}

/** The form with its first letter, after opening marks, in lower case. */
const loweredHead = (form: SpokenForm): SpokenForm =>
  ({ ...form, text: form.text.replace(/^[“‘"'\s]*\p{Lu}/u, (head) => head.toLowerCase()), edited: true });

/** The words of narration. In a tag that stands alone, the subject comes first. */
function narrationOf({ material, item }: StagedItem, goesOn: boolean): SpokenForm {
  const first = material.analysis.text[item.start] ?? '';
  if (goesOn) return { ...item, text: first + item.text.slice(first.length), edited: true };
  return item.isTag ? inPlainOrder(material.analysis.text, item) : item;
}

/** Writes narration in the voice of its teller, without quotation marks, which nobody hears. */
function narrate(stage: Stage, { passage, material, item }: StagedItem, form: SpokenForm, joinUpTo: number): void {
  const text = withoutMarks(form.text);
  const words: Words = { text, origin: form.edited || text !== form.text ? 'edited' : 'source', spans: material.toSpans(form.pieces) };
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

/** A straight single quotation mark, as opposed to an apostrophe. */
const STRAIGHT_MARK = /(?<=^|[\s—(])'(?=\p{L})(?!(?:tis|twas|em|cause|till|bout|un|round)\b)|(?<=[.,!?…])'(?=[\s—)]|$)/giu;

/** The text without quotation marks; apostrophes stay. */
function withoutMarks(text: string): string {
  const straight = /[.,!?…]'(?=\s|$)/u.test(text) ? text.replace(STRAIGHT_MARK, '') : text;
  const bare = straight.replace(/[“”"„«»]/gu, '');
  return withoutStrayClosers(tidy(/‘/u.test(bare) ? bare.replace(/(?<!\p{L})‘|(?<=[.,;:!?…—-])’(?=\s|$)/gu, '') : bare));
}

/** True for a teller's own line inside the scene of the told story. */
function tellsStory({ material, item }: StagedItem): boolean {
  const scene = material.analysis.scenes[item.scene];
  return scene?.toldBy !== null && scene?.toldBy !== undefined && scene.toldBy === item.speaker
    && item.toldBy === null;
}
