import Type from 'typebox';
import { IMAGE_ASPECTS } from '../../src/craft/images/port.js';
import { castKey } from '../../src/domain/canon/cast-canon.js';
import { CHARACTER } from '../../src/domain/canon/character-subject.js';
import { candidateIdOf } from '../../src/domain/canon/images/candidate.js';
import { viewDesign } from '../../src/domain/canon/images/image-view.js';
import { choosePortrait } from '../../src/domain/canon/portraits/choose-portrait.js';
import { portraitCoverage } from '../../src/domain/canon/portraits/portrait-coverage.js';
import { portraitDesigns } from '../../src/domain/canon/portraits/portrait-kind.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { exampleId } from '../../src/kernel/http/openapi/examples.js';
import { candidates } from '../families/candidates.js';
import { needs } from '../needs.js';
import { CandidateId, ImageCandidate, ImageFormatChoice, RENDER_STATE } from './image-schemas.js';
import { projectPath } from './project-path.js';

const POLL_MS = 2_000;
const DEFAULT_COUNT = 4;
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE });
const Direction = Type.String({ minLength: 1, maxLength: 1_000, pattern: VISIBLE, description: 'How the person shall look, in words' });

const PortraitDesign = model('PortraitDesign', 'Candidates for the portrait of one character, and how far their making is.', closed({
  id: Id, projectId: Id, character: Type.String(), direction: nullable(Type.String()), aspect: oneOf(IMAGE_ASPECTS), format: ImageFormatChoice,
  ...RENDER_STATE, chosenId: nullable(Type.String({ description: 'The candidate that was chosen' })), candidates: Type.Array(ImageCandidate),
  createdAt: Timestamp, updatedAt: Timestamp,
}));
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


export const portraitOperations = candidates(projectPath, portraitDesigns, {
  name: 'PortraitDesign', key: 'design', schema: PortraitDesign, one: 'One portrait design.',
  view: async (services) => (row) => viewDesign(services, row),
  next: ({ projectId }) => ({
    method: 'GET', path: `/story-projects/${projectId}/cast-portraits/designs`, afterMs: POLL_MS, why: 'Shows the candidates as they are drawn; then choose one.',
  }),
  list: {
    id: 'listPortraitDesigns', path: '/cast-portraits/designs', summary: 'List the portrait designs of a project, newest first',
    page: 'One page of portrait designs.',
    description: 'With their candidates and the state of their work; of one character where it is named.',
    by: { field: 'character', schema: Type.Unsafe<string>({ ...Name, description: 'Only the designs of this person' }), idOf: castKey },
  },
  make: {
    id: 'designPortrait', path: '/cast-portraits/design', summary: 'Generate a portrait design: candidates for a character', mints: 'portraitDesign',
    description: 'Costs PORTRAIT_DESIGN credits, whatever the number of candidates; they are charged when the candidates are there. The candidates '
      + 'look as directed here and in the cast look, and differ from the rest of the cast and from each other. Poll the list of designs until the '
      + 'status is `ready` or `failed`, then choose one.',
    effects: {
      direction: 'the look of the candidates', count: 'how many candidates', aspect: 'shape of the pictures', format: 'type of the files',
      character: 'whose look is drawn',
    },
    body: PortraitDesignRequest, needs: [needs.plan, needs.pictures], wanted: ({ count = DEFAULT_COUNT }) => count,
    async ask(_services, _projectId, { direction, aspect = '1:1', format = 'webp', ...body }) {
      const character = body.character.trim().replace(/\s+/g, ' ');
      return {
        subject: { type: CHARACTER, id: castKey(character) }, label: `Portraits of ${character}`,
        brief: { character, words: direction?.trim() ?? null, aspect, format },
      };
    },
  },
  choose: {
    id: 'choosePortrait', path: '/cast-portraits/choose', summary: 'Choose a candidate as the portrait of its character',
    description: 'Every picture that is made afterwards shows this person: reads, episodes, covers and images. The cast canon gets the headshot; a body '
      + 'and a sheet that show the former person are cleared and count as missing until they are made again. The look stays until the words '
      + 'about the person change. A read that exists keeps its pictures until it is made again.',
    effects: { expectedVersion: 'refuses' },
    body: PortraitChoice, answer: ChosenPortrait, errors: ['artifact_not_ready', 'version_conflict'], field: 'candidateId',
    idOf: (id, { ordinal }) => candidateIdOf(id, ordinal),
    async choose(services, { owner, brief, facts, expectedVersion, body: { designId, candidateId } }) {
      const { character, headshotUrl, canon } = await choosePortrait(services, owner, brief.character!, facts, expectedVersion);
      return async () => ({
        ...withNext(await nextOfProject(services.db, owner)), character, designId, candidateId, headshotUrl, castCanonVersion: canon.version,
      });
    },
  },
  request: { path: '/cast-portraits/designs/{designId}' },
  reports: { coverage: portraitCoverage, words: 'a portrait design', options: { next: ({ db }, asked) => nextOfProject(db, asked) } },
});
