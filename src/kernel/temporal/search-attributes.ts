import type { RunLabels } from '../contract/runs.js';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';

/** Registered on the namespace before the first start; operators find runs by them. */
export const SEARCH_ATTRIBUTES = {
  accountId: defineSearchAttributeKey('StoryAccountId', SearchAttributeType.KEYWORD),
  projectId: defineSearchAttributeKey('StoryProjectId', SearchAttributeType.KEYWORD),
  jobId: defineSearchAttributeKey('StoryJobId', SearchAttributeType.KEYWORD),
  stage: defineSearchAttributeKey('StoryStage', SearchAttributeType.KEYWORD),
  requestId: defineSearchAttributeKey('StoryRequestId', SearchAttributeType.KEYWORD),
  retrying: defineSearchAttributeKey('StoryRetrying', SearchAttributeType.BOOL),
};

/** Kept by the server itself (1.30 and later): set while workflow tasks of a run fail one after the other. */
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
