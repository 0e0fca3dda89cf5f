// Written by the build from the files of this folder; do not edit.
import { CreateTables1795200000000 } from './1795200000000-create-tables.js';
import { GuardMoneyAndStates1795200000001 } from './1795200000001-guard-money-and-states.js';
import { AddScripts1795300000000 } from './1795300000000-add-scripts.js';
import { AddScriptReads1795400000000 } from './1795400000000-add-script-reads.js';
import { AddScriptShares1795400000001 } from './1795400000001-add-script-shares.js';
import { AddScriptDrafts1795400000002 } from './1795400000002-add-script-drafts.js';
import { GatherWork1795500000000 } from './1795500000000-gather-work.js';
import { PerformAsWork1795500000001 } from './1795500000001-perform-as-work.js';
import { DraftPlansAsWork1795500000002 } from './1795500000002-draft-plans-as-work.js';
import { DraftAsWork1795500000003 } from './1795500000003-draft-as-work.js';
import { AddSettings1795600000000 } from './1795600000000-add-settings.js';
import { OpenRevisions1795600000001 } from './1795600000001-open-revisions.js';
import { AddGateDecisions1795600000003 } from './1795600000003-add-gate-decisions.js';
import { AddStoryboards1795600000004 } from './1795600000004-add-storyboards.js';
import { AddCoverageReports1795600000005 } from './1795600000005-add-coverage-reports.js';
import { AddQuotes1795700000000 } from './1795700000000-add-quotes.js';
import { OwnClaims1795700000001 } from './1795700000001-own-claims.js';
import { SourceAsWork1795700000002 } from './1795700000002-source-as-work.js';
import { IndexFinishedWork1795800000000 } from './1795800000000-index-finished-work.js';
import { KeepProgressCheap1795800000001 } from './1795800000001-keep-progress-cheap.js';
import { KeepRemedies1795900000000 } from './1795900000000-keep-remedies.js';
import { AnnounceScenes1795900000001 } from './1795900000001-announce-scenes.js';
import { AttendPerformances1796000000000 } from './1796000000000-attend-performances.js';
import { AddSessions1796100000000 } from './1796100000000-add-sessions.js';
import { JudgeParts1796200000000 } from './1796200000000-judge-parts.js';
import { GenerateBibles1796200000001 } from './1796200000001-generate-bibles.js';
import { AddEpisodeOutlines1796300000000 } from './1796300000000-add-episode-outlines.js';
import { AddCaptures1796300000001 } from './1796300000001-add-captures.js';
import { AddVoiceDesigns1796400000000 } from './1796400000000-add-voice-designs.js';
import { AddCastings1796400000001 } from './1796400000001-add-castings.js';
import { AddImages1796500000000 } from './1796500000000-add-images.js';
import { AddImageRenders1796500000001 } from './1796500000001-add-image-renders.js';
import { AddPublishing1796600000000 } from './1796600000000-add-publishing.js';
import { AddSeasonRuns1796700000000 } from './1796700000000-add-season-runs.js';
import { GuardSeasonRuns1796700000001 } from './1796700000001-guard-season-runs.js';
import { PictureEpisodes1796800000000 } from './1796800000000-picture-episodes.js';
import { NoteOrderedWork1796810000000 } from './1796810000000-note-ordered-work.js';
import { NoteBegunActions1796810000001 } from './1796810000001-note-begun-actions.js';
import { HoldJudgedTexts1796820000000 } from './1796820000000-hold-judged-texts.js';
import { TimeListens1796830000000 } from './1796830000000-time-listens.js';
import { PurgeProjects1796830000001 } from './1796830000001-purge-projects.js';
import { HyphenateKinds1796840000000 } from './1796840000000-hyphenate-kinds.js';
import { GatherDecisions1796850000000 } from './1796850000000-gather-decisions.js';
import { AddWorkWaiters1796850000001 } from './1796850000001-add-work-waiters.js';
import { ScoreRecordings1796850000002 } from './1796850000002-score-recordings.js';
import { GatherCandidates1796850000011 } from './1796850000011-gather-candidates.js';
import { AddSourceLanguage1796860000045 } from './1796860000045-add-source-language.js';
import { AddRefinements1796870000000 } from './1796870000000-add-refinements.js';
import { TieCastings1796880000000 } from './1796880000000-tie-castings.js';
import { AddEditions1796890000000 } from './1796890000000-add-editions.js';
import { MixRecordings1796900000000 } from './1796900000000-mix-recordings.js';
import { AddFilms1796935000000 } from './1796935000000-add-films.js';
import { AddLiveMixes1796940000000 } from './1796940000000-add-live-mixes.js';
import { KeepFilmCuts1796970000000 } from './1796970000000-keep-film-cuts.js';
import { AddTrailers1796991000000 } from './1796991000000-add-trailers.js';
import { AddPitchDecks1796992000000 } from './1796992000000-add-pitch-decks.js';
import { SharePitchDecks1796993000000 } from './1796993000000-share-pitch-decks.js';
import { SayCredits1796994000000 } from './1796994000000-say-credits.js';
import { KeepServedPieces1796995000000 } from './1796995000000-keep-served-pieces.js';
import { OrderListsByTime1797100000000 } from './1797100000000-order-lists-by-time.js';

/** The migrations in the order in which they run. */
export const MIGRATIONS = [
  CreateTables1795200000000,
  GuardMoneyAndStates1795200000001,
  AddScripts1795300000000,
  AddScriptReads1795400000000,
  AddScriptShares1795400000001,
  AddScriptDrafts1795400000002,
  GatherWork1795500000000,
  PerformAsWork1795500000001,
  DraftPlansAsWork1795500000002,
  DraftAsWork1795500000003,
  AddSettings1795600000000,
  OpenRevisions1795600000001,
  AddGateDecisions1795600000003,
  AddStoryboards1795600000004,
  AddCoverageReports1795600000005,
  AddQuotes1795700000000,
  OwnClaims1795700000001,
  SourceAsWork1795700000002,
  IndexFinishedWork1795800000000,
  KeepProgressCheap1795800000001,
  KeepRemedies1795900000000,
  AnnounceScenes1795900000001,
  AttendPerformances1796000000000,
  AddSessions1796100000000,
  JudgeParts1796200000000,
  GenerateBibles1796200000001,
  AddEpisodeOutlines1796300000000,
  AddCaptures1796300000001,
  AddVoiceDesigns1796400000000,
  AddCastings1796400000001,
  AddImages1796500000000,
  AddImageRenders1796500000001,
  AddPublishing1796600000000,
  AddSeasonRuns1796700000000,
  GuardSeasonRuns1796700000001,
  PictureEpisodes1796800000000,
  NoteOrderedWork1796810000000,
  NoteBegunActions1796810000001,
  HoldJudgedTexts1796820000000,
  TimeListens1796830000000,
  PurgeProjects1796830000001,
  HyphenateKinds1796840000000,
  GatherDecisions1796850000000,
  AddWorkWaiters1796850000001,
  ScoreRecordings1796850000002,
  GatherCandidates1796850000011,
  AddSourceLanguage1796860000045,
  AddRefinements1796870000000,
  TieCastings1796880000000,
  AddEditions1796890000000,
  MixRecordings1796900000000,
  AddFilms1796935000000,
  AddLiveMixes1796940000000,
  KeepFilmCuts1796970000000,
  AddTrailers1796991000000,
  AddPitchDecks1796992000000,
  SharePitchDecks1796993000000,
  SayCredits1796994000000,
  KeepServedPieces1796995000000,
  OrderListsByTime1797100000000,
];
