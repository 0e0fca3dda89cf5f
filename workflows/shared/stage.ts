import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';

/** Shows the stage to operators: in words on the run, and as the search attribute StoryStage. */
export function showStage(stage: string, words: string): void {
  upsertSearchAttributes({ StoryStage: [stage] });
  setCurrentDetails(words);
}
