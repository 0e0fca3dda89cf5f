// Written by the build from the files of this folder; do not edit.
import { Account } from './account.js';
import { ApiKey } from './api-key.js';
import { ArtifactRevision } from './artifact-revision.js';
import { Artifact } from './artifact.js';
import { BibleGeneration } from './bible-generation.js';
import { CandidateRequest } from './candidate-request.js';
import { Candidate } from './candidate.js';
import { Capture } from './capture.js';
import { CastCanon } from './cast-canon.js';
import { Casting } from './casting.js';
import { CoverageReport } from './coverage-report.js';
import { CreditBucket } from './credit-bucket.js';
import { CreditHold } from './credit-hold.js';
import { StoredDecision } from './decision.js';
import { EpisodeOutline } from './episode-outline.js';
import { FilmObject } from './film-object.js';
import { Film } from './film.js';
import { IdempotencyKey } from './idempotency-key.js';
import { Image } from './image.js';
import { Job } from './job.js';
import { LedgerEntry } from './ledger-entry.js';
import { LiveMix } from './live-mix.js';
import { MoodBoard } from './mood-board.js';
import { MoodFrame } from './mood-frame.js';
import { PerformanceLine } from './performance-line.js';
import { Performance } from './performance.js';
import { PitchDeckVersion } from './pitch-deck-version.js';
import { PitchDeckView } from './pitch-deck-view.js';
import { PitchDeck } from './pitch-deck.js';
import { Plan } from './plan.js';
import { ProjectSeason } from './project-season.js';
import { Project } from './project.js';
import { PublishingAsset } from './publishing-asset.js';
import { PublishingDestination } from './publishing-destination.js';
import { PublishingListen } from './publishing-listen.js';
import { PublishingProviderConfig } from './publishing-provider-config.js';
import { PublishingRelease } from './publishing-release.js';
import { PublishingRetiredSlug } from './publishing-retired-slug.js';
import { PublishingSalt } from './publishing-salt.js';
import { PublishingSeries } from './publishing-series.js';
import { PublishingTarget } from './publishing-target.js';
import { Quote } from './quote.js';
import { RateWindow } from './rate-window.js';
import { Recording } from './recording.js';
import { Refinement } from './refinement.js';
import { ScriptDraft } from './script-draft.js';
import { ScriptLineEdit } from './script-line-edit.js';
import { ScriptShare } from './script-share.js';
import { ScriptVersion } from './script-version.js';
import { Script } from './script.js';
import { SeasonRunEpisode } from './season-run-episode.js';
import { SeasonRun } from './season-run.js';
import { SeriesBibleVersion } from './series-bible-version.js';
import { SeriesBible } from './series-bible.js';
import { ServedPiece } from './served-piece.js';
import { Session } from './session.js';
import { Setting } from './setting.js';
import { SigningKey } from './signing-key.js';
import { Source } from './source.js';
import { Storyboard } from './storyboard.js';
import { SystemCheck } from './system-check.js';
import { Trailer } from './trailer.js';
import { WorkWaiter } from './work-waiter.js';
import { Work } from './work.js';

/** Every table. */
export const ENTITIES = [
  Account,
  ApiKey,
  ArtifactRevision,
  Artifact,
  BibleGeneration,
  CandidateRequest,
  Candidate,
  Capture,
  CastCanon,
  Casting,
  CoverageReport,
  CreditBucket,
  CreditHold,
  StoredDecision,
  EpisodeOutline,
  FilmObject,
  Film,
  IdempotencyKey,
  Image,
  Job,
  LedgerEntry,
  LiveMix,
  MoodBoard,
  MoodFrame,
  PerformanceLine,
  Performance,
  PitchDeckVersion,
  PitchDeckView,
  PitchDeck,
  Plan,
  ProjectSeason,
  Project,
  PublishingAsset,
  PublishingDestination,
  PublishingListen,
  PublishingProviderConfig,
  PublishingRelease,
  PublishingRetiredSlug,
  PublishingSalt,
  PublishingSeries,
  PublishingTarget,
  Quote,
  RateWindow,
  Recording,
  Refinement,
  ScriptDraft,
  ScriptLineEdit,
  ScriptShare,
  ScriptVersion,
  Script,
  SeasonRunEpisode,
  SeasonRun,
  SeriesBibleVersion,
  SeriesBible,
  ServedPiece,
  Session,
  Setting,
  SigningKey,
  Source,
  Storyboard,
  SystemCheck,
  Trailer,
  WorkWaiter,
  Work,
];
