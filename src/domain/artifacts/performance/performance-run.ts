/**
 * One shared performance per revision; every room plays it. `attempt` is the fence the row had when the run was asked for, so
 * that equal requests meet in one run and a failed or lost performance can be given again.
 */
export const performanceWorkflowId = (artifactId: string, revision: number, attempt: number): string =>
  `perform:${artifactId}:r${revision}:a${attempt}`;

export interface PerformanceInput { artifactId: string; revision: number }

declare module '../../../contract/runs.js' {
  interface RunInputs { performanceWorkflow: PerformanceInput }
}
