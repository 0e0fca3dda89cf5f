/** One run for each text of a version. */
export const scriptWorkflowId = (versionId: string, revision: number): string => `script:${versionId}:r${revision}`;

export interface ScriptInput { versionId: string; revision: number }

/** How far the reading of a text is; `GONE` when it was replaced, deleted, or its upload never came to be. */
export interface ScriptState { status: string }

export const GONE: ScriptState = { status: 'GONE' };

declare module '../../contract/runs.js' {
  interface RunInputs { scriptWorkflow: ScriptInput }
}
