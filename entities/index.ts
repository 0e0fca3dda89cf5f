import { Account } from './account.js';
import { ApiKey } from './api-key.js';
import { Session } from './session.js';
import { IdempotencyKey } from './idempotency-key.js';
import { Quote } from './quote.js';
import { RateWindow } from './rate-window.js';
import { SigningKey } from './signing-key.js';
import { Project } from './project.js';
import { Capture } from './capture.js';
import { Source } from './source.js';
import { SeriesBible } from './series-bible.js';
import { SeriesBibleVersion } from './series-bible-version.js';
import { CastCanon } from './cast-canon.js';
import { Plan } from './plan.js';
import { Work } from './work.js';
import { WorkWaiter } from './work-waiter.js';
import { Job } from './job.js';
import { Artifact } from './artifact.js';
import { Refinement } from './refinement.js';
import { ArtifactRevision } from './artifact-revision.js';
import { Performance } from './performance.js';
import { PerformanceLine } from './performance-line.js';
import { LiveMix } from './live-mix.js';
import { ServedPiece } from './served-piece.js';
import { Recording } from './recording.js';
import { Film } from './film.js';
import { PitchDeck } from './pitch-deck.js';
import { PitchDeckVersion } from './pitch-deck-version.js';
import { PitchDeckView } from './pitch-deck-view.js';
import { Trailer } from './trailer.js';
import { FilmObject } from './film-object.js';
import { SystemCheck } from './system-check.js';
import { Script } from './script.js';
import { ScriptVersion } from './script-version.js';
import { ScriptLineEdit } from './script-line-edit.js';
import { ScriptShare } from './script-share.js';
import { ScriptDraft } from './script-draft.js';
import { BibleGeneration } from './bible-generation.js';
import { EpisodeOutline } from './episode-outline.js';
import { ProjectSeason } from './project-season.js';
import { Setting } from './setting.js';
import { StoredDecision } from './decision.js';
import { Storyboard } from './storyboard.js';
import { CoverageReport } from './coverage-report.js';
import { Image } from './image.js';
import { Casting } from './casting.js';
import { CandidateRequest } from './candidate-request.js';
import { PublishingSeries } from './publishing-series.js';
import { PublishingDestination } from './publishing-destination.js';
import { PublishingProviderConfig } from './publishing-provider-config.js';
import { PublishingRelease } from './publishing-release.js';
import { PublishingAsset } from './publishing-asset.js';
import { PublishingTarget } from './publishing-target.js';
import { PublishingListen } from './publishing-listen.js';
import { PublishingRetiredSlug } from './publishing-retired-slug.js';
import { PublishingSalt } from './publishing-salt.js';
import { Candidate } from './candidate.js';
import { MoodBoard } from './mood-board.js';
import { MoodFrame } from './mood-frame.js';
import { SeasonRun } from './season-run.js';
import { SeasonRunEpisode } from './season-run-episode.js';
import { CreditBucket } from './credit-bucket.js';
import { CreditHold } from './credit-hold.js';
import { LedgerEntry } from './ledger-entry.js';

/** Every table. Listed explicitly, because globs do not work in a bundle. */
export const ENTITIES = [
  Account,
  ApiKey,
  Session,
  IdempotencyKey,
  RateWindow,
  SigningKey,
  Project,
  Source,
  Capture,
  SeriesBible,
  SeriesBibleVersion,
  CastCanon,
  Plan,
  Work,
  WorkWaiter,
  Job,
  Artifact,
  ArtifactRevision,
  Refinement,
  Performance,
  PerformanceLine,
  LiveMix,
  ServedPiece,
  Recording,
  Film,
  FilmObject,
  Trailer,
  PitchDeck,
  PitchDeckVersion,
  PitchDeckView,
  SystemCheck,
  Script,
  ScriptVersion,
  ScriptLineEdit,
  ScriptShare,
  ScriptDraft,
  EpisodeOutline,
  BibleGeneration,
  ProjectSeason,
  Setting,
  StoredDecision,
  Storyboard,
  Quote,
  CoverageReport,
  Image,
  CandidateRequest,
  PublishingSeries,
  PublishingDestination,
  PublishingProviderConfig,
  PublishingRelease,
  PublishingAsset,
  PublishingTarget,
  PublishingListen,
  PublishingRetiredSlug,
  PublishingSalt,
  Candidate,
  MoodBoard,
  MoodFrame,
  SeasonRun,
  SeasonRunEpisode,
  Casting,
  CreditBucket,
  CreditHold,
  LedgerEntry,
];
