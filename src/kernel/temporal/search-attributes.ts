import type { RunLabels } from '../contract/runs.js';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';

/** Search attributes, by which operators find runs. They are registered on the namespace before the first start. */
export const SEARCH_ATTRIBUTES = {
  accountId: defineSearchAttributeKey('StoryAccountId', SearchAttributeType.KEYWORD),
  projectId: defineSearchAttributeKey('StoryProjectId', SearchAttributeType.KEYWORD),
  jobId: defineSearchAttributeKey('StoryJobId', SearchAttributeType.KEYWORD),
  stage: defineSearchAttributeKey('StoryStage', SearchAttributeType.KEYWORD),
  requestId: defineSearchAttributeKey('StoryRequestId', SearchAttributeType.KEYWORD),
  retrying: defineSearchAttributeKey('StoryRetrying', SearchAttributeType.BOOL),
};

/** A search attribute that the server itself maintains (1.30 and later): it is set while workflow tasks of a run keep failing. */
export const REPORTED_PROBLEMS = 'TemporalReportedProblems';

export function searchAttributesOf(labels: RunLabels): TypedSearchAttributes {
  return new TypedSearchAttributes([
    { key: SEARCH_ATTRIBUTES.accountId, value: labels.accountId },
    ...(labels.projectId ? [{ key: SEARCH_ATTRIBUTES.projectId, value: labels.projectId }] : []),
    ...(labels.jobId ? [{ key: SEARCH_ATTRIBUTES.jobId, value: labels.jobId }] : []),
    ...(labels.requestId ? [{ key: SEARCH_ATTRIBUTES.requestId, value: labels.requestId }] : []),
    { key: SEARCH_ATTRIBUTES.stage, value: labels.stage ?? 'queued' },
    { key: SEARCH_ATTRIBUTES.retrying, value: false },
  ]);
}
