import { coverageKind } from '../kernel/families/coverage/coverage-kind.js';
import type { WorkKind } from '../kernel/works/kind.js';
import { moodFrames } from './canon/mood-board/mood-kind.js';
import { portraitDesigns } from './canon/portraits/portrait-kind.js';
import { finalizeKind } from './artifacts/finalize/finalize-kind.js';
import { filmKind } from './artifacts/film/film-kind.js';
import { liveMixKind } from './artifacts/live-mix/live-mix-kind.js';
import { remixKind } from './artifacts/mix/remix-kind.js';
import { stemsKind } from './artifacts/mix/stems-kind.js';
import { readClips } from './artifacts/clips/clip-kind.js';
import { readPictures } from './artifacts/pictures/picture-kind.js';
import { performanceKind } from './artifacts/performance/performance-kind.js';
import { bibleKind } from './canon/bible/generation-kind.js';
import { outlineKind } from './canon/outlines/outline-kind.js';
import { castingKind } from './casting/casting-kind.js';
import { voiceDesigns } from './canon/voices/design-kind.js';
import { planKind } from './plans/plan-kind.js';
import { jobKind } from './jobs/job-kind.js';
import { refineKind } from './jobs/refinements/refine-kind.js';
import { episodePicturesKind } from './publishing/releases/pictures-kind.js';
import { deckFileKind } from './pitch-decks/files/deck-file-kind.js';
import { deckFilmKind } from './pitch-decks/film/deck-film-kind.js';
import { deckAdditions } from './pitch-decks/additions/addition-kind.js';
import { chapterTakes } from './pitch-decks/takes/take-kind.js';
import { trailerFilmKind } from './trailers/film/trailer-film-kind.js';
import { trailerTakes } from './trailers/takes/take-kind.js';
import { coverArtKind } from './publishing/series/cover-kind.js';
import { draftKind } from './scripts/drafts/draft-kind.js';
import { scriptKind } from './scripts/parsing/script-kind.js';
import { digestKind } from './sources/digest-kind.js';
import { captureKind } from './sources/captures/capture-kind.js';
import { sourceKind } from './sources/source-kind.js';

/** Every kind of work, by name. */
export const WORK_KINDS: ReadonlyMap<string, WorkKind> = new Map(
  ([sourceKind, captureKind, digestKind, scriptKind, draftKind, planKind, jobKind, refineKind, finalizeKind, remixKind, stemsKind, filmKind,
    performanceKind, liveMixKind, readPictures.work, readClips.work, trailerTakes.work,
    trailerFilmKind, chapterTakes.work, deckFilmKind, deckAdditions.work, deckFileKind, coverageKind, outlineKind, voiceDesigns.work, coverArtKind,
    episodePicturesKind, portraitDesigns.work, moodFrames.work, bibleKind, castingKind] as readonly WorkKind[])
    .map((kind) => [kind.kind, kind]));

const FORMER_NAMES = new Map([...WORK_KINDS.values()].flatMap((kind) => (kind.formerly ? [[kind.formerly, kind] as const] : [])));

/** The kind with this name, or with this former name, which an open run may still use. Throws when there is none. */
export function getWorkKind(name: string): WorkKind {
  const kind = WORK_KINDS.get(name) ?? FORMER_NAMES.get(name);
  if (!kind) throw new Error(`there is no kind of work called ${name}`);
  return kind;
}
