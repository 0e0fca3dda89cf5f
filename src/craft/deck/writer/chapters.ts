import type { BeatSize } from '../../trailer/cut.js';
import type { Chapter } from '../deck.js';
import { closingLine, nameOfThing, stirs } from './texts/closings.js';
import { leadsOf, type DeckSource } from './deck-source.js';
import { Taken, type LineWanted } from './material/lines.js';
import { shownName } from './material/naming.js';
import { saysTheStory } from './texts/openings.js';
import { retoldScenes } from './texts/retold.js';
import { personPicture, placePicture, scenePicture } from './pictures.js';
import { addScene, stageOf } from './scenes.js';
import { FROM_THE_STORY, HOW_IT_ENDS, NO_QUESTION, OWN_WORDS, TITLES } from './titles.js';
import { add, before, bestLine, bestText, entryOf, subject, type Brevity, type Writing } from './writing.js';

/** Scenes cover the story up to this share; the rest is the ending. */
const STORY = 0.9;
/** With fewer retold scenes from the model, the scenes are made from the sources instead. */
const LEAST_RETOLD = 3;

function addLogline(writing: Writing): void {
  const text = bestText(writing, subject('logline'), writing.brevity.opening, 1);
  if (!text) return;
  add(writing, { kind: 'logline', title: saysTheStory(writing.source, text) ? TITLES.logline : FROM_THE_STORY, composition: 'text', picture: null, cutIntoNext: 'dip', sentences: text.sentences });
}

/** A text worth less does not show the world, so that the chapter is left out. */
const LEAST_OF_A_WORLD = 0.3;

function addWorld(writing: Writing): void {
  const text = bestText(writing, subject('world'), writing.brevity.world, 2);
  if (!text || (text.statements.length > 0 && text.worth < LEAST_OF_A_WORLD)) return;
  add(writing, { kind: 'world', title: TITLES.world, focus: 'world', sentences: text.sentences, picture: placePicture(writing.source, entryOf(writing, text), before(writing)) });
}

function addPerson(writing: Writing, person: string, at: number): void {
  const { source, brevity, taken } = writing;
  const text = bestText(writing, subject('people', { person }), brevity.people, 2);
  if (!text) return;
  const spoken = new Taken([...writing.chapters, { sentences: text.sentences, lines: [] }]);
  const suits: LineWanted['suits'] = ({ unit, from, isErrand }) => (unit.speaker === person ? -0.6 * from - (isErrand ? 0.6 : 0) : null);
  const line = bestLine({ ...writing, taken: spoken }, { suits });
  const sizes: BeatSize[] = at === 0 ? ['close', 'medium'] : ['medium', 'close'];
  add({ ...writing, taken }, {
    kind: 'people', title: shownName(source, person), composition: at === 0 ? 'both' : 'image', sentences: text.sentences, lines: line ? [line] : [],
    picture: personPicture(source, line?.entryIndex ?? entryOf(writing, text), person, { before: before(writing), sizes }), cutIntoNext: at > 0 ? 'dip' : 'cut',
  });
}

/** A synopsis of no more sentences than this does not tell the whole story, and gets another title. */
const LEAST_OF_A_WHOLE = 2;

function addSynopsis(writing: Writing): void {
  const text = bestText(writing, subject('synopsis'), writing.brevity.synopsis, writing.brevity.steps);
  if (!text) return;
  add(writing, {
    kind: 'synopsis', title: text.sentences.length > LEAST_OF_A_WHOLE ? TITLES.synopsis : HOW_IT_ENDS, arcStage: 'turn', focus: 'world', sentences: text.sentences,
    picture: scenePicture(writing.source, text.statements.at(-1)?.entryIndex ?? entryOf(writing, text), before(writing)),
  });
}

function addLook(writing: Writing): void {
  const text = bestText(writing, subject('look'), writing.brevity.look, 2);
  if (!text) return;
  add(writing, {
    kind: 'look', title: TITLES.look, arcStage: 'turn', focus: 'world', textMode: 'caption', composition: 'both', sentences: text.sentences, cutIntoNext: 'dip',
    picture: placePicture(writing.source, entryOf(writing, text), before(writing)),
  });
}

function addClosing(writing: Writing): void {
  const { source } = writing;
  const asked = closingLine({ source, taken: writing.taken, mostMs: writing.brevity.lineMs });
  const text = asked ? null : bestText(writing, subject('closing'), 11_000, 1);
  const line = asked ?? (text ? null : bestLine(writing, { suits: stirs(source) }));
  const entryIndex = line?.entryIndex ?? (text ? entryOf(writing, text) : 0);
  const seen = { before: before(writing), sizes: ['close', 'medium', 'two'] as const };
  add(writing, {
    kind: 'closing', title: asked || text ? TITLES.closing : line ? OWN_WORDS : NO_QUESTION, arcStage: 'closing_question', composition: 'both',
    sentences: text ? text.sentences : [nameOfThing(source)], lines: line ? [line] : [],
    textMode: line ? 'caption' : 'voiceover', focus: line ? 'cast' : 'world',
    picture: line?.speaker ? personPicture(source, entryIndex, line.speaker, seen) : scenePicture(source, entryIndex, seen.before),
  });
}

/** The chapters of a deck, written from the source at this length (`brevity`). */
export function chaptersBy(source: DeckSource, brevity: Brevity, seed: string): Chapter[] {
  const writing: Writing = { source, brevity, taken: new Taken(), titles: new Set(), chapters: [], reached: 0, seed };
  addLogline(writing);
  addWorld(writing);
  leadsOf(source).forEach((lead, at) => addPerson(writing, lead, at));
  const told = retoldScenes(source, brevity.scenes, STORY, { mostMs: brevity.scene, mostSentences: 2 });
  const scenes = told.length >= LEAST_RETOLD ? told.length : brevity.scenes;
  for (let at = 0; at < scenes; at += 1) {
    const wanted = { around: (STORY * (at + 0.5)) / scenes, within: STORY / scenes / 2, at, stage: stageOf(at, scenes), next: stageOf(at + 1, scenes) };
    addScene(writing, wanted, told.length >= LEAST_RETOLD ? told[at] : null);
  }
  addSynopsis(writing);
  addLook(writing);
  addClosing(writing);
  return writing.chapters;
}
