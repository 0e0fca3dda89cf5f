const segment = encodeURIComponent;

/** Paths of the workplace. */
export const workplacePaths = {
  signIn: () => '/workplace/sign-in',
  signOut: () => '/workplace/sign-out',
  productions: () => '/workplace/productions',
  production: (projectId: string) => `/workplace/productions/${segment(projectId)}`,
  plan: (planId: string) => `/workplace/plans/${segment(planId)}`,
  job: (jobId: string) => `/workplace/jobs/${segment(jobId)}`,
  read: (artifactId: string) => `/workplace/reads/${segment(artifactId)}`,
  scripts: () => '/workplace/scripts',
  script: (scriptUploadId: string) => `/workplace/scripts/${segment(scriptUploadId)}`,
  lines: (scriptUploadId: string) => `/workplace/scripts/${segment(scriptUploadId)}/lines`,
  shares: () => '/workplace/shares',
  credits: () => '/workplace/credits',
  keys: () => '/workplace/keys',
} as const;
