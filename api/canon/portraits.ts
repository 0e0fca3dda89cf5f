import Type from 'typebox';
import { IMAGE_ASPECTS } from '../../src/craft/images/port.js';
import { castKey } from '../../src/domain/canon/cast-canon.js';
import { requestRender } from '../../src/domain/canon/images/render-kind.js';
import { getOwnRender, listRenders, PORTRAIT_DESIGN } from '../../src/domain/canon/images/render-store.js';
import { portraitKind } from '../../src/domain/canon/portraits/portrait-kind.js';
import { viewDesign } from '../../src/domain/canon/images/render-view.js';
import { choosePortrait } from '../../src/domain/canon/portraits/choose-portrait.js';
import { portraitCoverage, PORTRAIT_SUBJECT } from '../../src/domain/canon/portraits/portrait-coverage.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { cutPage, NextCursor, PageQuery } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { exampleId } from '../../src/kernel/http/openapi/examples.js';
import { coverage, type CoverageOptions } from '../families/coverage.js';
import type { SubjectPath } from '../families/subject.js';
import { needs } from '../needs.js';
import { defineOperation } from '../operation.js';
import { CandidateId, ImageCandidate, ImageFormatChoice, RENDER_STATE } from './image-schemas.js';

const POLL_MS = 2_000;
const BASE = '/story-projects/{projectId}/cast-portraits';
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE });
const Direction = Type.String({ minLength: 1, maxLength: 1_000, pattern: VISIBLE, description: 'How the person shall look, in words' });

const PortraitDesign = model('PortraitDesign', 'Candidates for the portrait of one character, and how far their making is.', closed({
  id: Id, projectId: Id, character: Type.String(), direction: nullable(Type.String()), aspect: oneOf(IMAGE_ASPECTS), format: ImageFormatChoice,
  ...RENDER_STATE, chosenId: nullable(Type.String({ description: 'The candidate that was chosen' })), candidates: Type.Array(ImageCandidate),
  createdAt: Timestamp, updatedAt: Timestamp,
}));
const PortraitDesignEnvelope = model('PortraitDesignEnvelope', 'One portrait design.', closed({ design: PortraitDesign, next: Next }));
const PortraitDesignList = model('PortraitDesignList', 'One page of portrait designs.',
  closed({ designs: Type.Array(PortraitDesign), nextCursor: NextCursor }));
const PortraitDesignRequest = model('PortraitDesignRequest', 'Whose portraits to make, and how the person shall look.', closed({
  character: Name, direction: Type.Optional(Direction),
  count: Type.Optional(Type.Integer({ minimum: 2, maximum: 6, default: 4, description: 'Number of candidates' })),
  aspect: Type.Optional(oneOf(IMAGE_ASPECTS, { default: '1:1' })), format: Type.Optional(ImageFormatChoice),
}), { character: 'Ada', direction: 'grey hair in a bun, oilskins, no hat', count: 4 });
const PortraitChoice = model('PortraitChooseRequest', 'The candidate that becomes the portrait of its character.', closed({
  designId: Id, candidateId: CandidateId,
  expectedVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'Choose only if the cast canon is at this version' })),
}), { designId: exampleId('portraitDesign'), candidateId: `${exampleId('portraitDesign')}.2` });
const ChosenPortrait = model('ChosenPortrait', 'Who has which portrait now.', closed({
  character: Type.String(), designId: Id, candidateId: Type.String(), headshotUrl: Type.String(),
  castCanonVersion: Type.Integer({ minimum: 1 }), next: Next,
}));

const designPath: SubjectPath = {
  type: PORTRAIT_SUBJECT, name: 'PortraitDesign', words: 'a portrait design', area: 'canon', base: `${BASE}/designs/{designId}`, notFound: 'image_design_not_found',
  async load({ db }, { accountId }, { projectId, designId }) {
    const design = await getOwnRender(db, accountId, projectId!, PORTRAIT_DESIGN, designId!);
    return { id: design.id, projectId: design.projectId };
  },
};

/** A report exists only once the candidates are there, so that reading it never finds a design that is not ready. */
const JUDGING: CoverageOptions = { read: { scopes: ['story:read'], idempotency: 'accepted' }, write: { scopes: ['story:write'], idempotency: 'accepted' }, next: ({ db }, asked) => nextOfProject(db, asked) };

export const portraitOperations = [
  defineOperation({
    id: 'listPortraitDesigns', method: 'GET', path: `${BASE}/designs`, area: 'canon', scopes: ['story:read'], idempotency: 'accepted',
    summary: 'List the portrait designs of a project, newest first',
    description: 'With their candidates and the state of their work; of one character where it is named.',
    request: { query: closed({ ...PageQuery.properties, character: Type.Optional(Type.Unsafe<string>({ ...Name, description: 'Only the designs of this person' })) }) }, response: { 200: PortraitDesignList },
    async handle({ project, query }, services) {
      const rows = await listRenders(services.db, project.id, PORTRAIT_DESIGN, query, query.character ? castKey(query.character) : null);
      const { items, nextCursor } = cutPage(rows, query);
      return { designs: items.map((row) => viewDesign(services, row)), nextCursor };
    },
  }),
  defineOperation({
    id: 'designPortrait', method: 'POST', path: `${BASE}/design`, area: 'canon', scopes: ['artifact:publish'], idempotency: 'accepted', mints: 'portraitDesign',
    summary: 'Generate a portrait design: candidates for a character',
    description: 'Costs PORTRAIT_DESIGN credits, whatever the number of candidates; they are charged when the candidates are there. The candidates '
      + 'look as directed here and in the cast look, and differ from the rest of the cast and from each other. Poll the list of designs until the '
      + 'status is `ready` or `failed`, then choose one.',
    effects: {
      direction: 'the look of the candidates', count: 'how many candidates', aspect: 'shape of the pictures', format: 'type of the files',
      character: 'whose look is drawn',
    },
    request: { body: PortraitDesignRequest }, response: { 202: PortraitDesignEnvelope }, errors: ['insufficient_credits'],
    needs: [needs.plan, needs.pictures], price: 'PORTRAIT_DESIGN',
    async handle({ project, body, actor, requestId, resourceId, credits }, services) {
      const character = body.character.trim().replace(/\s+/g, ' ');
      const row = await requestRender(services, portraitKind, {
        id: resourceId, projectId: project.id, accountId: actor.accountId, requestId, character,
        words: body.direction?.trim() ?? null, wanted: body.count ?? 4, aspect: body.aspect ?? '1:1', format: body.format ?? 'webp',
        label: `Portraits of ${character}`, lines: [{ line: 0, credits }],
      });
      return { design: viewDesign(services, row), next: { method: 'GET' as const, path: `/story-projects/${project.id}/cast-portraits/designs`, afterMs: POLL_MS, why: 'Shows the candidates as they are drawn; then choose one.' } };
    },
  }),
  defineOperation({
    id: 'choosePortrait', method: 'POST', path: `${BASE}/choose`, area: 'canon', scopes: ['story:write'], idempotency: 'accepted',
    summary: 'Make a candidate the portrait of its character',
    description: 'Every picture that is made afterwards shows this person: reads, episodes, covers and images. The cast canon gets the headshot; a body '
      + 'and a sheet that show the former person are cleared and count as missing until they are made again. The look stays until the words '
      + 'about the person change. A read that exists keeps its pictures until it is made again.',
    effects: { expectedVersion: 'refuses' },
    request: { body: PortraitChoice }, response: { 200: ChosenPortrait }, errors: ['image_design_not_found', 'artifact_not_ready', 'version_conflict'],
    async handle({ project, body, actor }, services) {
      const { character, headshotUrl, canon } = await choosePortrait(services, { id: project.id, accountId: actor.accountId }, body);
      const next = await nextOfProject(services.db, { projectId: project.id, accountId: actor.accountId });
      return { ...withNext(next), character, designId: body.designId, candidateId: body.candidateId, headshotUrl, castCanonVersion: canon.version };
    },
  }),
  ...coverage(designPath, portraitCoverage, { ...JUDGING, errors: ['artifact_not_ready'] }).filter(({ method }) => method === 'POST'),
  ...coverage(designPath, portraitCoverage, JUDGING).filter(({ method }) => method === 'GET'),
];
