import type { Operation } from '../src/kernel/http/operations/operation.js';
import { artifactOperations } from './artifacts/artifacts.js';
import { finalizeOperations } from './artifacts/finalize.js';
import { editionOperations } from './artifacts/editions.js';
import { refineOperations } from './artifacts/refine.js';
import { scriptChangeOperations } from './artifacts/script-changes.js';
import { updateRecordingOperations } from './artifacts/update-recording.js';
import { overlayOperations } from './artifacts/overlays.js';
import { reviewOperations } from './artifacts/review.js';
import { mixedLaneOperations } from './artifacts/mixed-lanes.js';
import { clipOperations } from './artifacts/clips.js';
import { pictureOperations } from './artifacts/pictures.js';
import { stageWordsOperations } from './artifacts/stage-words.js';
import { stemsOperations } from './artifacts/stems.js';
import { renderVideoOperations } from './artifacts/render-video.js';
import { creditOperations } from './account/credits.js';
import { discoveryOperations } from './account/discovery.js';
import { bibleCoverageOperations } from './canon/bible-coverage.js';
import { canonOperations } from './canon/canon.js';
import { outlineOperations } from './canon/outline-map.js';
import { castOperations } from './canon/cast.js';
import { castVoiceOperations } from './canon/cast-voice.js';
import { continuityOperations } from './canon/continuity.js';
import { seriesBibleOperations } from './canon/series-bible.js';
import { pronunciationOperations } from './canon/pronunciations.js';
import { castLookOperations } from './canon/cast-look.js';
import { moodBoardOperations } from './canon/mood-board.js';
import { portraitOperations } from './canon/portraits.js';
import { outlineCoverageOperations } from './canon/outline-coverage.js';
import { soundOperations } from './canon/sounds.js';
import { jobOperations } from './jobs/jobs.js';
import { voiceOperations } from './library/voices.js';
import { planOperations } from './plans/plans.js';
import { projectOperations } from './projects/projects.js';
import { publishingReleaseOperations } from './publishing/releases.js';
import { publishingSeriesOperations } from './publishing/series.js';
import { lineOperations } from './scripts/lines.js';
import { draftOperations } from './jobs/drafts.js';
import { episodeOperations } from './projects/episodes.js';
import { seasonOperations } from './projects/seasons.js';
import { scriptOperations } from './scripts/scripts.js';
import { scriptShareOperations } from './scripts/share.js';
import { scriptTableReadOperations } from './scripts/table-read.js';
import { scriptTextOperations } from './scripts/texts.js';
import { versionOperations } from './scripts/versions.js';
import { seasonRunOperations } from './season-runs/season-runs.js';
import { deckCoverageOperations } from './pitch-decks/coverage.js';
import { deckDecisionOperations } from './pitch-decks/decisions.js';
import { deckSoundOperations } from './pitch-decks/sound-views.js';
import { deckOperations } from './pitch-decks/decks.js';
import { deckFileOperations } from './pitch-decks/files.js';
import { deckLifeOperations } from './pitch-decks/lifecycle.js';
import { deckSharingOperations } from './pitch-decks/sharing.js';
import { deckVersionOperations } from './pitch-decks/versions.js';
import { trailerDecisionOperations } from './trailers/decisions.js';
import { trailerEditOperations } from './trailers/edits.js';
import { trailerOperations } from './trailers/trailers.js';
import { captureOperations } from './sources/captures.js';
import { sourceOperations } from './sources/sources.js';

/** Every implemented operation; any other route is a 404. */
export const OPERATIONS: readonly Operation[] = [
  ...discoveryOperations(() => OPERATIONS),
  ...creditOperations,
  ...projectOperations,
  ...canonOperations,
  ...seriesBibleOperations,
  ...continuityOperations,
  ...bibleCoverageOperations,
  ...castOperations,
  ...castVoiceOperations,
  ...pronunciationOperations,
  ...castLookOperations,
  ...portraitOperations,
  ...moodBoardOperations,
  ...outlineOperations,
  ...outlineCoverageOperations,
  ...soundOperations,
  ...planOperations,
  ...jobOperations,
  ...sourceOperations,
  ...captureOperations,
  ...scriptOperations,
  ...versionOperations,
  ...scriptTextOperations,
  ...lineOperations,
  ...scriptShareOperations,
  ...scriptTableReadOperations,
  ...episodeOperations,
  ...seasonOperations,
  ...draftOperations,
  ...artifactOperations,
  ...overlayOperations,
  ...mixedLaneOperations,
  ...renderVideoOperations,
  ...stageWordsOperations,
  ...stemsOperations,
  ...pictureOperations, ...clipOperations,
  ...reviewOperations,
  ...voiceOperations,
  ...finalizeOperations,
  ...updateRecordingOperations,
  ...scriptChangeOperations,
  ...refineOperations, ...editionOperations,
  ...deckOperations, ...deckDecisionOperations, ...deckCoverageOperations, ...deckSoundOperations,
  ...deckLifeOperations, ...deckSharingOperations, ...deckFileOperations, ...deckVersionOperations,
  ...trailerOperations, ...trailerEditOperations, ...trailerDecisionOperations,
  ...publishingSeriesOperations,
  ...publishingReleaseOperations,
  ...seasonRunOperations,
];
