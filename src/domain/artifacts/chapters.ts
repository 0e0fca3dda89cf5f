import { placeWords, SMALL_WORDS } from '../../kernel/contract/listener-words.js';
import type { Timeline } from '../../craft/audio/timeline.js';
import type { Screenplay } from '../../craft/screenplay/model.js';

/** A part of a recording with its own title; `sceneIndex` is its first scene. */
export interface Chapter { sceneIndex: number; title: string; startMs: number }

const titleOf = ({ title, heading }: Screenplay['scenes'][number]): string =>
  (/\p{Ll}/u.test(title) ? placeWords(title) : placeWords(heading || title));

/** The heading of a scene without a place: only its number, which tells a listener nothing. */
const NUMBERED = /^scene \d+\b/i;
const MAX_OPENING_WORDS = 6;
const MIN_OPENING_WORDS = 3;

/** The first words of a line, six at most: up to the first pause that follows at least three of them, if there is one. */
function openingWords(text: string): string {
  const words = text.replace(/[“”"]/gu, '').trim().split(/\s+/u);
  const all = words.slice(0, MAX_OPENING_WORDS);
  const pause = all.findIndex((word, index) => index >= MIN_OPENING_WORDS - 1 && /[,;:.!?—–]$/u.test(word));
  const shown = pause < 0 ? all : all.slice(0, pause + 1);
  while (shown.length > 1 && SMALL_WORDS.has(shown.at(-1)!.toLowerCase())) shown.pop();
  const isWhole = shown.length === words.length || /[.!?]$/u.test(shown.at(-1)!);
  return shown.join(' ').replace(/[,;:.—–]+$/u, '') + (isWhole ? '' : '…');
}

/**
 * The chapters of a recording, with titles for listeners, from its spoken lines in order. The first chapter begins at 0. Consecutive scenes of the same name
 * form one chapter. A scene whose heading names no place is titled with its first words.
 */
export function chaptersOf(
  { scenes, entries }: Pick<Screenplay, 'scenes' | 'entries'>, lines: readonly { sceneIndex: number; entryIndex: number; startMs: number }[],
): Chapter[] {
  const chapters: Chapter[] = [];
  let name: string | null = null;
  for (const { sceneIndex, entryIndex, startMs } of lines) {
    const scene = scenes[sceneIndex];
    const heading = (scene && titleOf(scene)) || `Scene ${sceneIndex + 1}`;
    if (name === heading.toLowerCase()) continue;
    name = heading.toLowerCase();
    const opening = NUMBERED.test(heading) ? openingWords(entries[entryIndex]?.text ?? '') : '';
    chapters.push({ sceneIndex, title: opening || heading, startMs: chapters.length === 0 ? 0 : startMs });
  }
  return chapters;
}

/** The chapters of a recording with their ends; the last one lasts until the recording ends. */
export function timedChapters(screenplay: Pick<Screenplay, 'scenes' | 'entries'>, { entries, durationMs }: Timeline): { title: string; startMs: number; endMs: number }[] {
  const chapters = chaptersOf(screenplay, entries);
  return chapters.map(({ title, startMs }, index) => ({ title, startMs, endMs: chapters[index + 1]?.startMs ?? durationMs }));
}
