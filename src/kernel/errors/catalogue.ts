/** One entry of the error catalogue. */
export interface CatalogueEntry {
  status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 429 | 500;
  title: string;
  /** What the caller should do next. */
  remedy: string;
  /** True when the identical call may succeed later without anything else changing. */
  retryable: boolean;
}

const entry = (status: CatalogueEntry['status'], title: string, remedy: string, retryable = false): CatalogueEntry =>
  ({ status, title, remedy, retryable });

/** Every code the API, `failureCode` fields and the docs can show. Codes are permanent. */
export const CATALOGUE = {
  authentication_required: entry(401, 'No API key was sent', 'Send `Authorization: Bearer <API_KEY>`.'),
  invalid_api_key: entry(401, 'The API key is malformed or unknown', 'Check the key; the secret is shown only once.'),
  api_key_revoked: entry(401, 'The API key was revoked', 'Create a new key.'),
  api_key_expired: entry(401, 'The API key has expired', 'Create a new key.'),
  account_disabled: entry(403, 'The owning account is disabled', 'Ask the operator to enable the account.'),
  ip_not_allowed: entry(403, 'This address may not use the key', 'Call from an address of the key\'s allowlist.'),
  insufficient_scope: entry(403, 'The key lacks a scope', 'Mint a key with the scopes in `details.missingScopes`.'),
  rate_limited: entry(429, 'Too many requests', 'Wait for `Retry-After` seconds.', true),
  idempotency_key_required: entry(400, 'The Idempotency-Key header is missing', 'Send a unique `Idempotency-Key`.'),
  idempotency_conflict: entry(409, 'The idempotency key is in use',
    'If `details.reason` is `in_flight`, wait and retry; if `mismatch`, use a new key.', true),
  validation_failed: entry(400, 'The request is invalid', 'Mend the field that the message names.'),
  not_found: entry(404, 'No such route', 'See the OpenAPI document for the routes that exist.'),
  method_not_allowed: entry(405, 'The route has no such method', 'Use one of the methods in the `Allow` header.'),
  project_not_found: entry(404, 'No such project', 'Check the id; deleted projects are listed by /story-projects/deleted.'),
  character_not_found: entry(404, 'No such character in the Series Bible', 'Use one of `details.characters`, or send `create: true`.'),
  source_not_found: entry(404, 'No such source', 'Check the source id and its project.'),
  capture_not_found: entry(404, 'No such capture', 'Check the capture id and its project; an upload address expires.'),
  story_plan_not_found: entry(404, 'No such plan', 'Check the plan id.'),
  story_job_not_found: entry(404, 'No such job', 'Check the job id.'),
  artifact_not_found: entry(404, 'No such artifact', 'Check the artifact id; a share link may have closed.'),
  script_not_found: entry(404, 'No such script', 'Check the script id.'),
  season_run_not_found: entry(404, 'No such season run', 'Check the run id.'),
  publishing_series_not_found: entry(404, 'No such series', 'Check the series id.'),
  publishing_destination_not_found: entry(404, 'No such destination', 'Check the destination id.'),
  publishing_release_not_found: entry(404, 'No such release', 'Check the release id.'),
  voice_design_not_found: entry(404, 'No such voice design', 'Check the design id; GET cast-voice/designs of the project lists them.'),
  coverage_not_found: entry(404, 'No such coverage report', 'Check the report id; the newest report is at the path without it.'),
  image_design_not_found: entry(404, 'No such design or frame', 'Check the id in the list of designs, or in the mood board.'),
  source_type_unsupported: entry(400, 'This source type is not supported', 'Use one of the types in /capabilities.'),
  source_too_large: entry(400, 'The source is too large', 'Stay within `details.maxBytes`.'),
  source_fetch_failed: entry(400, 'The address could not be fetched', 'See the reason; use a public address that answers.'),
  source_incomplete: entry(400, 'The source could not be read in full', 'Send a complete text or another file.'),
  capture_state_invalid: entry(409, 'The capture is not in a state for this', 'Look at `details.status`, `details.allowed` and `details.uses`.'),
  story_plan_state_invalid: entry(409, 'The plan is not in a state for this', 'Look at `details.status` and `details.allowed`.'),
  story_plan_failed: entry(409, 'The plan could not be made', 'Resume the plan, or create a new one.', true),
  story_job_state_invalid: entry(409, 'The job is not in a state for this', 'Look at `details.status` and `details.allowed`.'),
  season_run_state_invalid: entry(409, 'The season run is not in a state for this', 'Read the run and act on its state.'),
  script_state_invalid: entry(409, 'The script is not in a state for this', 'Read the script and act on its state.'),
  script_in_use: entry(409, 'Something live depends on the script', 'Finish or cancel what `details.uses` names.'),
  artifact_not_ready: entry(409, 'The artifact is not ready for this', 'Poll the artifact; see `details.status`.'),
  artifact_generation_failed: entry(409, 'The artifact could not be made', 'Resume the job; finished parts are kept.', true),
  work_cancelled: entry(409, 'It was cancelled', 'Ask for it again when it is wanted.'),
  table_read_not_failed: entry(409, 'The read has not failed', 'Nothing to retry.'),
  publishing_release_state_invalid: entry(409, 'The release is not in a state for this', 'Read the release.'),
  publishing_asset_not_ready: entry(409, 'The asset is not finalized', 'Finalize the table-read MP3 first.'),
  publishing_asset_stale: entry(409, 'The asset is out of date', 'Call what `details.next` names: refresh-media for a release, update-recording for a read.'),
  quote_invalid: entry(409, 'The quote does not hold', 'Show the user `details.quote`, and confirm that one.'),
  insufficient_credits: entry(402, 'Not enough credits', 'Add `details.required` minus `details.available` credits.'),
  plan_limit_reached: entry(403, 'The account plan does not allow more', 'Move to a larger plan.'),
  cast_precondition_failed: entry(409, 'The cast is incomplete', 'Do the calls named in `details.missing`.'),
  project_precondition_failed: entry(409, 'The project has not reached this stage', 'Finish the stage in `details.stage`.'),
  version_conflict: entry(409, 'Another change came first', 'Read it again; `details.actual` is the version that holds now.'),
  voice_retired: entry(409, 'A voice was retired', 'Recast the character with another voice.'),
  internal_error: entry(500, 'Something went wrong on our side', 'Retry with the same Idempotency-Key.', true),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof CATALOGUE;

export const ERROR_CODES = Object.keys(CATALOGUE) as ErrorCode[];
