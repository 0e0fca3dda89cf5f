/** One run for each time that drafting begins or resumes. */
export const draftWorkflowId = (versionId: string, number: number): string => `draft:${versionId}:${number}`;

export interface DraftInput { versionId: string; number: number }

/** How far a run is; `over` when it is not the one that writes (any more). */
export interface DraftState { over: boolean; completed: number; total: number }

declare module '../../../contract/runs.js' {
  interface RunInputs { draftWorkflow: DraftInput }
}
