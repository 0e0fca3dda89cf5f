/** Ids of runs. They are computed from the input, because a replayed history does not tell a run its own id. */
export const seasonRunIdOf = (runId: string): string => `season-run:${runId}`;
export const episodeRunIdOf = (runId: string, episodeId: string): string => `${seasonRunIdOf(runId)}:${episodeId}`;
