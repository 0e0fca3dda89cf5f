import type { BeatPicture, BeatSize } from '../../trailer/cut.js';
import type { ArcStage, Chapter } from '../deck.js';
import { linesFor, Taken, type LineWanted } from './material/lines.js';
import type { RetoldScene } from './texts/retold.js';
import { personPicture, scenePicture } from './pictures.js';
import { placesOf } from './material/places.js';
import type { Proposal } from './material/proposals.js';
import { sceneTitle } from './titles.js';
import { add, before, bestText, subject, type Writing } from './writing.js';

/** The arc stage of a scene by its position among all scenes of a deck. */
export const stageOf = (at: number, count: number): ArcStage => (at === 0 ? 'setup' : at / Math.max(1, count - 1) >= 0.75 ? 'turn' : 'escalation');

/** The weight that the heat of a line has in each stage. */
const HEAT: Readonly<Record<ArcStage, number>> = { setup: 0.1, escalation: 0.4, turn: 0.7, closing_question: 0.2 };

/** Prefers recorded lines near a moment of the read, and excludes those that are far from it. */
export function lineAt(writing: Pick<Writing, 'source' | 'chapters'>, moment: { at: number; sceneIndex: number; stage: ArcStage }): LineWanted['suits'] {
  const last = writing.chapters.findLast(({ lines }) => lines.length > 0)?.lines.at(-1)?.speaker;
  const place = placesOf(writing.source);
  return ({ unit, heat, isErrand }) => {
    const from = place(unit.entryIndex);
    const off = Math.abs(from - moment.at);
    if (off > 0.12 && (unit.sceneIndex !== moment.sceneIndex || off > 0.2)) return null;
    return HEAT[moment.stage] * heat - 5 * off - (unit.speaker === last ? 0.6 : 0) - (isErrand ? 0.8 : 0) + (from >= moment.at ? 0.2 : 0);
  };
}

/** Where in the story to look for a scene, and its position and stage among the other scenes. */
export interface SceneWanted { around: number; within: number; at: number; stage: ArcStage; next: ArcStage }

/** The title, line, picture and focus of a scene that tells these sentences. */
export function sceneAround(
  writing: Pick<Writing, 'source' | 'chapters' | 'titles'>, text: Proposal, { at, stage, mostMs, taken, before: seen }: { at: number; stage: ArcStage; mostMs: number; taken: Taken; before: BeatPicture | null },
): Pick<Chapter, 'title' | 'lines' | 'picture' | 'focus'> {
  const { source, titles } = writing;
  const first = text.statements[0]!;
  const moment = { at: first.at, sceneIndex: first.sceneIndex, stage };
  const line = linesFor(source, taken, { suits: lineAt(writing, moment), mostMs })[0]?.line ?? null;
  const sizes: BeatSize[] = at % 2 === 0 ? ['two', 'medium', 'close'] : ['medium', 'close', 'two'];
  return {
    title: sceneTitle(source, text.statements, { entryIndex: first.entryIndex, stage, taken: titles }), lines: line ? [line] : [], focus: line ? 'cast' : 'world',
    picture: line?.speaker ? personPicture(source, line.entryIndex, line.speaker, { before: seen, sizes }) : scenePicture(source, first.entryIndex, seen),
  };
}

/** Adds a scene with its text, a recorded line and its picture, or nothing when nothing more can be told. `told` is a scene whose text is already decided. */
export function addScene(writing: Writing, { around, within, at, stage, next }: SceneWanted, told: RetoldScene | null = null): void {
  const { brevity } = writing;
  const text = told?.text ?? bestText(writing, subject('scene', { around, within }), brevity.scene, 2);
  if (!text?.statements[0]) return;
  writing.reached = text.statements[0].at;
  const taken = new Taken([...writing.chapters, { sentences: text.sentences, lines: [] }]);
  const title = told?.title && !writing.titles.has(told.title) ? { title: told.title } : {};
  const rest = sceneAround(writing, text, { at, stage, mostMs: brevity.lineMs, taken, before: before(writing) });
  add(writing, { kind: 'scene', arcStage: stage, composition: at % 3 === 2 ? 'both' : 'image', sentences: text.sentences, cutIntoNext: next === stage ? 'cut' : 'dip', ...rest, ...title });
}
