/** One run per source, from its creation to the end of its digest. */
export const sourceWorkflowId = (sourceId: string): string => `source:${sourceId}`;

export interface SourceInput {
  sourceId: string;
  /** The address was given as that of a screenplay file, of which servers have many names. */
  screenplay?: true;
}

/** How far a source is; `GONE` when it was deleted or its creation never came to be. */
export interface SourceState { status: string; digestStatus: string }

export const GONE: SourceState = { status: 'GONE', digestStatus: 'GONE' };

declare module '../../contract/runs.js' {
  interface RunInputs { sourceWorkflow: SourceInput }
}
