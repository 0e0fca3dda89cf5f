import type { RunStage } from '../../src/kernel/contract/run-stages.js';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';

const STAGE = defineSearchAttributeKey('StoryStage', SearchAttributeType.KEYWORD);

/**
 * Shows the stage to operators: as a sentence on the run, and as the search attribute StoryStage. Each change of the attribute costs an
 * event and a write, so very short stages are shown only as a sentence (`showDetails`).
 */
export function showStage(stage: RunStage, words: string): void {
  upsertSearchAttributes([{ key: STAGE, value: stage }]);
  setCurrentDetails(words);
}

/** Shows a sentence about what the run does now. */
export const showDetails = (words: string): void => setCurrentDetails(words);
