import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';

const STAGE = defineSearchAttributeKey('StoryStage', SearchAttributeType.KEYWORD);

/** Shows the stage to operators: in words on the run, and as the search attribute StoryStage. */
export function showStage(stage: string, words: string): void {
  upsertSearchAttributes([{ key: STAGE, value: stage }]);
  setCurrentDetails(words);
}
