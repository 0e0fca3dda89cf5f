import { salienceOf, type Salience } from '../../narrative/writing/wording/salience.js';
import { titlePhrase } from '../../narrative/writing/wording/title-phrases.js';
import { namesOf } from '../../trailer/names.js';
import type { ArcStage, ChapterKind } from '../deck.js';
import { peopleOf, type DeckSource } from './deck-source.js';
import { placeTitle, shownName } from './material/naming.js';
import { momentOf } from './pictures.js';
import { statementsOf, type Statement } from './material/statements.js';

export const TITLES: Readonly<Record<Exclude<ChapterKind, 'people' | 'scene' | 'intent' | 'own'>, string>> = {
  logline: 'The story in one sentence', world: 'The world', synopsis: 'The whole story', look: 'The look', closing: 'The question',
};
/** Title of an opening with a sentence from the story, used when no sentence sums the story up. */
export const FROM_THE_STORY = 'From the story';
/** Title of a synopsis that is too short to tell the whole story. */
export const HOW_IT_ENDS = 'How it ends';
/** Title of a closing with a line of the read, used when nobody asks a question. */
export const OWN_WORDS = 'In their own words';
/** Title of a closing when the read has no line that is understood alone. */
export const NO_QUESTION = 'In short';
const MOST_LETTERS = 36;
/** Fallback titles for scenes whose words give none. */
const STAGE_TITLES: Readonly<Record<ArcStage, string>> = { setup: 'How it begins', escalation: 'How it goes on', turn: 'How it turns', closing_question: 'What is left' };

const saliences = new WeakMap<DeckSource, Salience>();

function salienceIn(source: DeckSource): Salience {
  const before = saliences.get(source);
  if (before) return before;
  const salience = salienceOf(statementsOf(source).map(({ text }) => text));
  saliences.set(source, salience);
  return salience;
}

/** Titles from the screenplay for a scene, without those that say nothing. */
function sceneTitles({ screenplay }: DeckSource, sceneIndex: number): string[] {
  const scene = screenplay.scenes.find(({ index }) => index === sceneIndex);
  return scene ? [placeTitle(scene.heading), /\p{Ll}/u.test(scene.title) ? scene.title : placeTitle(scene.title)].flatMap((title) => title ?? []) : [];
}

export interface TitleWanted { entryIndex: number; stage: ArcStage; taken: ReadonlySet<string> }

/**
 * A short title for a scene that tells these sentences, different from those in `taken` and without names of people: its topic, its place, or the title of
 * its scene, else the title of its stage.
 */
export function sceneTitle(source: DeckSource, statements: readonly Statement[], { entryIndex, stage, taken }: TitleWanted): string {
  const texts = statements.map(({ text }) => text);
  const names = new Set(peopleOf(source).map((person) => shownName(source, person)));
  const patterns = [...namesOf(peopleOf(source)).values()];
  const isFree = (title: string): boolean => title.length <= MOST_LETTERS && !taken.has(title)
    && !names.has(title) && !patterns.some((pattern) => pattern.test(title));
  const phrase = texts.length === 0 ? null : titlePhrase(texts, salienceIn(source), (words) => !isFree(words), statementsOf(source).map(({ text }) => text));
  const { sceneIndex } = momentOf(source, entryIndex);
  const found = [...phrase === null ? [] : [phrase], ...sceneTitles(source, sceneIndex)].find(isFree);
  if (found !== undefined) return found;
  const again = Array.from({ length: taken.size + 1 }, (_, at) => `${STAGE_TITLES[stage]}, ${at + 2}`);
  return [STAGE_TITLES[stage], ...again].find((title) => !taken.has(title))!;
}
