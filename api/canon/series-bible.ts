import type { Static } from 'typebox';
import { pageOf, PageQuery } from '../../src/kernel/contract/paging.js';
import { requestBible } from '../../src/domain/canon/bible/generation-kind.js';
import { findLatestGeneration } from '../../src/domain/canon/bible/generation-store.js';
import { viewSeriesBible } from '../../src/domain/canon/canon-view.js';
import { loadStageFacts, stageOf } from '../../src/domain/canon/project-stage.js';
import {
  findBibleVersion, getBibleCharacter, getSeriesBible, listBibleVersions, saveBibleCharacter, saveSeriesBible, type BibleProject,
} from '../../src/domain/canon/series-bible-store.js';
import { withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { ENDED } from '../../src/kernel/works/model.js';
import type { Db } from '../../src/kernel/db/database.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import { NEEDS_MODEL, recorded } from '../../src/kernel/contract/field-effects.js';
import { defineOperation } from '../operation.js';
import { BIBLE_EFFECTS } from './bible-effects.js';
import {
  BibleVersionQuery, CharacterQuery, SeriesBibleCharacterEnvelope, SeriesBibleCharacterRequest, SeriesBibleEnvelope, SeriesBibleGenerated,
  SeriesBibleGenerateRequest,
  SeriesBibleUpdateRequest, SeriesBibleVersions,
} from './bible-schemas.js';
import { refuseRepeatedIds, refuseRepeats } from './repeats.js';

const POLL_MS = 1_000;
const PATH = '/story-projects/{projectId}/series-bible';

/** The document with the stage that the project has reached, and the next call. */
async function envelopeOf(db: Db, project: BibleProject, version?: number) {
  const [current, generation, facts] = await Promise.all([getSeriesBible(db, project), findLatestGeneration(db, project.id), loadStageFacts(db, project.id)]);
  const { next: toPass, ...stage } = stageOf(facts);
  const isDrafted = generation === null || ENDED.includes(generation.status);
  const next: NextStep | null = !isDrafted ? { method: 'GET', path: `/story-projects/${project.id}/series-bible`, afterMs: POLL_MS, why: 'The Series Bible is being drafted.' }
    : toPass ?? await nextOfProject(db, { projectId: project.id, accountId: project.accountId });
  const row = version === undefined || version === current.currentVersion ? current : await oldVersion(db, project, version);
  return { document: viewSeriesBible({ ...current, ...row }, generation), stage: { ...stage, missingFields: [...stage.missingFields] }, ...withNext(next) };
}

async function oldVersion(db: Db, project: BibleProject, version: number) {
  const row = await findBibleVersion(db, project.id, version);
  if (!row) throw new ApiError('validation_failed', `the Series Bible has no version ${version}`, { field: 'version' });
  const { content, provenance, title, generatedFrom, createdAt } = row;
  const named = { ...(title === null ? {} : { title }), ...(generatedFrom === null ? {} : { generatedFrom }) };
  return { content, provenance, currentVersion: version, updatedAt: createdAt, ...named };
}

function requireInstructions({ instructions, replace }: Static<typeof SeriesBibleGenerateRequest>): void {
  if (replace === undefined || instructions !== undefined) return;
  throw new ApiError('validation_failed', 'replace overwrites what you wrote, so say in instructions what for', { field: 'instructions' });
}

export const seriesBibleOperations = [
  defineOperation({
    id: 'getSeriesBible', method: 'GET', path: PATH, area: 'canon',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read the Series Bible of a project',
    description: 'A project without one answers an empty document with `currentVersion` 0. `stage` says how far the project is and `next` the '
      + 'call that takes it further.',
    request: { query: BibleVersionQuery }, response: { 200: SeriesBibleEnvelope },
    handle: ({ project, query }, { db }) => envelopeOf(db, project, query.version),
  }),
  defineOperation({
    id: 'updateSeriesBible', method: 'PATCH', path: PATH, area: 'canon',
    scopes: ['story:write'], idempotency: 'none', summary: 'Save Series Bible content as a new version',
    description: 'Content keys that are omitted stay, null clears; `episodes` and `characters` are replaced as whole lists. '
      + 'With `expectedVersion`, another version answers 409 `version_conflict` with `details.expected` and `details.actual`.',
    effects: BIBLE_EFFECTS,
    request: { body: SeriesBibleUpdateRequest }, response: { 200: SeriesBibleEnvelope },
    errors: ['version_conflict'],
    check({ body }) {
      refuseRepeats(body.content?.characters ?? [], 'content.characters');
      refuseRepeatedIds(body.content?.characters ?? [], 'content.characters');
      refuseRepeatedIds(body.content?.episodes ?? [], 'content.episodes');
    },
    async handle({ project, body }, { db }) {
      await saveSeriesBible(db, project, { ...body, mode: body.mode ?? 'merge' });
      return envelopeOf(db, project);
    },
  }),
  defineOperation({
    id: 'generateSeriesBible', method: 'POST', path: PATH, area: 'canon', mints: 'bibleGeneration',
    scopes: ['story:write'], idempotency: 'required', summary: 'Generate or refresh the Series Bible from the sources and scripts of the project',
    description: 'Free. Says what the READY sources say, else the parsed scripts: names, places, times, relations and quotations, with their places in the '
      + 'sources in `provenance`; what they do not say is asked in `openQuestions`. Keys that you wrote stay; with `instructions`, those in '
      + '`replace` are overwritten. The embedded writer follows no instructions beyond that. Answers 200 when it is done within five seconds, else '
      + '202 with the document as it is now: read it until `generation.status` is no longer `generating`. A project with neither a READY source '
      + 'nor a parsed script is refused with `project_precondition_failed` and the call that attaches one.',
    effects: { instructions: `${NEEDS_MODEL}allows replace`, replace: 'keys of the caller that are overwritten' },
    request: { body: SeriesBibleGenerateRequest }, response: { 200: SeriesBibleGenerated, 202: SeriesBibleGenerated },
    errors: ['project_precondition_failed'],
    check: ({ body }) => requireInstructions(body),
    async handle({ project, body, actor, resourceId, requestId }, services) {
      const isDone = await requestBible(services, {
        accountId: actor.accountId, project, generationId: resourceId, instructions: body.instructions?.trim() ?? null, replace: body.replace ?? [], requestId,
      });
      const { instructions } = body;
      const unread = instructions !== undefined && services.config.text.baseUrl === null;
      const warnings = unread ? [{
        field: 'instructions', message: 'The embedded writer says what the sources say; the instructions only allow `replace`. Set TEXT_BASE_URL for a writing model that follows them.',
      }] : [];
      const answer = { ...await envelopeOf(services.db, project), warnings };
      return isDone ? ok(answer) : accepted(answer);
    },
  }),
  defineOperation({
    id: 'listSeriesBibleVersions', method: 'GET', path: `${PATH}/versions`, area: 'canon',
    scopes: ['story:read'], idempotency: 'none', summary: 'List the saved versions of the Series Bible, newest first',
    description: 'Read one with `GET .../series-bible?version=`.',
    request: { query: PageQuery }, response: { 200: SeriesBibleVersions },
    async handle({ project, query }, { db }) {
      const { items, nextCursor } = pageOf(await listBibleVersions(db, project.id), query, ({ version }) => String(version));
      const versions = items.map(({ version, title, generatedFrom, createdAt }) => ({ version, title, generatedFrom, createdAt: createdAt.toISOString() }));
      return { versions, nextCursor };
    },
  }),
  defineOperation({
    id: 'getSeriesBibleCharacter', method: 'GET', path: `${PATH}/characters`, area: 'canon',
    scopes: ['story:read'], idempotency: 'accepted', summary: 'Read one character of the Series Bible by name',
    description: 'Names are the same apart from case and spacing; an alias in the cast canon is a name too.',
    request: { query: CharacterQuery }, response: { 200: SeriesBibleCharacterEnvelope }, errors: ['character_not_found'],
    async handle({ project, query }, { db }) {
      const { content, currentVersion } = await getSeriesBible(db, project);
      return { character: await getBibleCharacter(db, project.id, content, query.name), currentVersion };
    },
  }),
  defineOperation({
    id: 'updateSeriesBibleCharacter', method: 'PATCH', path: `${PATH}/characters`, area: 'canon',
    scopes: ['story:write'], idempotency: 'accepted', summary: 'Save one character of the Series Bible by name',
    description: 'Omitted fields stay. A name that nobody has answers 404 `character_not_found`, or with `create: true` adds the character. With '
      + '`expectedVersion`, another version of the Series Bible answers 409 `version_conflict` with `details.expected`, `details.actual` and the '
      + '`character` that holds; nothing is overwritten.',
    effects: {
      want: recorded('given to a model with the Bible'), wound: recorded('given to a model with the Bible'), arc: recorded('given to a model with the Bible'),
      relationships: recorded('given to a model with the Bible'), role: 'sex, age and description in casts',
      voice: 'sex, age, accent and description in casts', expectedVersion: 'refuses', create: 'adds the character', name: 'the cue',
    },
    request: { body: SeriesBibleCharacterRequest }, response: { 200: SeriesBibleCharacterEnvelope }, errors: ['character_not_found', 'version_conflict'],
    async handle({ project, body }, { db }) {
      const { name, expectedVersion, create = false, ...fields } = body;
      const { content, currentVersion } = await saveBibleCharacter(db, project, {
        name, fields, create, ...(expectedVersion === undefined ? {} : { expectedVersion }),
      });
      const character = await getBibleCharacter(db, project.id, content, name);
      return { character, currentVersion, ...withNext(await nextOfProject(db, { projectId: project.id, accountId: project.accountId })) };
    },
  }),
];
