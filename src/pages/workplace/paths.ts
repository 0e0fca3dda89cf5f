const segment = encodeURIComponent;

export const workplacePaths = {
  signIn: () => '/workplace/sign-in',
  signOut: () => '/workplace/sign-out',
  productions: () => '/workplace/productions',
  /** Where the form for new material is sent. */
  newProduction: () => '/workplace/productions/new',
  production: (projectId: string) => `/workplace/productions/${segment(projectId)}`,
  bible: (projectId: string) => `/workplace/productions/${segment(projectId)}/bible`,
  coverage: (projectId: string, phase: string) => `/workplace/productions/${segment(projectId)}/bible/coverage?phase=${segment(phase)}`,
  outline: (projectId: string) => `/workplace/productions/${segment(projectId)}/outline`,
  castWall: (projectId: string) => `/workplace/productions/${segment(projectId)}/cast`,
  moodBoard: (projectId: string) => `/workplace/productions/${segment(projectId)}/mood-board`,
  publishing: (projectId: string) => `/workplace/productions/${segment(projectId)}/publishing`,
  series: (seriesId: string) => `/workplace/series/${segment(seriesId)}`,
  release: (releaseId: string) => `/workplace/releases/${segment(releaseId)}`,
  seasonRuns: (projectId: string) => `/workplace/productions/${segment(projectId)}/season-runs`,
  seasonRun: (runId: string) => `/workplace/season-runs/${segment(runId)}`,
  plan: (planId: string) => `/workplace/plans/${segment(planId)}`,
  job: (jobId: string) => `/workplace/jobs/${segment(jobId)}`,
  read: (artifactId: string) => `/workplace/reads/${segment(artifactId)}`,
  readLines: (artifactId: string) => `/workplace/reads/${segment(artifactId)}/lines`,
  readTimeline: (artifactId: string) => `/workplace/reads/${segment(artifactId)}/timeline`,
  readStage: (artifactId: string) => `/workplace/reads/${segment(artifactId)}/stage`,
  /** The stage of a read with one of its scenes open. `index` counts from 0. */
  readStageScene: (artifactId: string, index: number) => `/workplace/reads/${segment(artifactId)}/stage?scene=${index + 1}#scene-${index + 1}`,
  deck: (jobId: string) => `/workplace/pitch-decks/${segment(jobId)}`,
  /** A deck with one of its chapters open. `index` counts from 0. */
  deckChapter: (jobId: string, index: number) => `/workplace/pitch-decks/${segment(jobId)}?chapter=${index + 1}#chapter-${index + 1}`,
  trailer: (jobId: string) => `/workplace/trailers/${segment(jobId)}`,
  /** A trailer with one of its beats open. `index` counts from 0. */
  trailerBeat: (jobId: string, index: number) => `/workplace/trailers/${segment(jobId)}?beat=${index + 1}#beat-${index + 1}`,
  scripts: () => '/workplace/scripts',
  script: (scriptUploadId: string) => `/workplace/scripts/${segment(scriptUploadId)}`,
  lines: (scriptUploadId: string) => `/workplace/scripts/${segment(scriptUploadId)}/lines`,
  shares: () => '/workplace/shares',
  credits: () => '/workplace/credits',
  keys: () => '/workplace/keys',
} as const;

/** Path and query of an address of this server, without the host: the workplace may be open under another host name than the one in shared links. */
export const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;
