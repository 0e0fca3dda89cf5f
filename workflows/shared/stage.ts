import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';

const STAGE = defineSearchAttributeKey('StoryStage', SearchAttributeType.KEYWORD);

/**
 * Shows the stage to operators: in words on the run, and as the search attribute StoryStage. Each change is an event and a write
 * of the engine, so moments that pass at once are shown in words only (`showDetails`).
 */
export function showStage(stage: string, words: string): void {
  upsertSearchAttributes([{ key: STAGE, value: stage }]);
  setCurrentDetails(words);
}

/** Says in words what the run does now. */
export const showDetails = (words: string): void => setCurrentDetails(words);
