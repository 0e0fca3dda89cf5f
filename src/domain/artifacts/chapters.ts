import { placeWords } from '../../contract/listener-words.js';
import type { Screenplay } from '../../screenplay/model.js';

/** A part of a recording under one name; `sceneIndex` is its first scene. */
export interface Chapter { sceneIndex: number; title: string; startMs: number }

const titleOf = ({ title, heading }: Screenplay['scenes'][number]): string =>
  (/\p{Ll}/u.test(title) ? placeWords(title) : placeWords(heading || title));

/**
 * The chapters of a recording, in words for listeners, from its spoken lines in their order. The first chapter begins at 0. Scenes
 * with one name that follow each other are one chapter.
 */
export function chaptersOf({ scenes }: Pick<Screenplay, 'scenes'>, lines: readonly { sceneIndex: number; startMs: number }[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { sceneIndex, startMs } of lines) {
    const scene = scenes[sceneIndex];
    const title = (scene && titleOf(scene)) || `Scene ${sceneIndex + 1}`;
    if (chapters.at(-1)?.title !== title) chapters.push({ sceneIndex, title, startMs: chapters.length === 0 ? 0 : startMs });
  }
  return chapters;
}
