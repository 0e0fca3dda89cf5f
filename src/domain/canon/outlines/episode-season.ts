import { MAX_SEASON } from '../../projects/season-store.js';
import type { BibleEpisode } from '../series-bible.js';

/** The season that the label of an episode names, such as `S2E1`; null when it names none. */
export function seasonInLabel({ label }: Pick<BibleEpisode, 'label'>): number | null {
  const told = Number(/\bS(?:eason\s*)?0*(\d{1,2})\s*[.:-]?\s*E(?:p|pisode)?\s*\d/i.exec(label)?.[1]);
  return told >= 1 && told <= MAX_SEASON ? told : null;
}

/** The season of an episode: the one that its label names, else the only season of the project, else null. */
export function seasonOf(episode: Pick<BibleEpisode, 'label'>, seasons: readonly { number: number }[]): number | null {
  return seasonInLabel(episode) ?? (seasons.length === 1 ? seasons[0]!.number : null);
}
