import Type from 'typebox';
import type { PictureRequest } from '../../src/domain/artifacts/pictures/picture-brief.js';
import { findPictureRequest, listPictureRequests } from '../../src/domain/artifacts/pictures/picture-kind.js';
import { NOUN_KINDS } from '../../src/domain/artifacts/pictures/chosen-pictures.js';
import {
  orderAvatar, orderFigure, orderNouns, orderPlate, requestPicture, requireDrawing, type PictureOrder,
} from '../../src/domain/artifacts/pictures/picture-orders.js';
import { pictureStatusOf, PICTURE_STATUSES, viewNouns, viewPlates } from '../../src/domain/artifacts/pictures/picture-views.js';
import type { ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { Next, type NextStep } from '../../src/kernel/contract/next-step.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { accepted } from '../../src/kernel/http/operations/answers.js';
import type { Services } from '../../src/kernel/services.js';
import { defineOperation } from '../operation.js';

const POLL_MS = 2_000;
const Status = oneOf(PICTURE_STATUSES, { description: 'How far it is; `none` while there is no picture and none was asked for' });
const Asked = oneOf(PICTURE_STATUSES.filter((status) => status !== 'none'), { description: 'How far it is' });
const Address = nullable(Type.String({ description: 'Takes no key' }));
const JobId = Type.String({ description: 'Names the making of the picture, the same in every answer about it' });
const Words = (description: string) => Type.String({ minLength: 1, maxLength: 400, pattern: VISIBLE, description });
const Character = Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Who is seen, as the cast of the read names the person' });
const FOLLOWED = 'age (older, younger, in her sixties), hair and its colour, beard, glasses, hat, clothes and their colour, eyes, skin, build, scarf, scar or jewellery';

const LocationPlate = model('LocationPlate', 'A place of a read with its picture and the scenes that show it, each in its light.', closed({
  plateKey: Type.String(), name: Type.String({ description: 'As the script calls the place' }), description: Type.String({ description: 'What the picture shows, in words' }),
  imageUrl: Address, provider: Type.String({ description: 'Who made the picture; `embedded` is drawn' }), status: Status,
  scenes: Type.Array(closed({ sceneIndex: Type.Integer({ minimum: 0 }), title: Type.String(), description: Type.String(), imageUrl: Address })),
}));
const LocationPlates = model('LocationPlates', 'The places of a read: one for each different place, in the order in which they are shown first.', closed({
  artifactId: Id, plates: Type.Array(LocationPlate),
}));
const PlateRemade = model('LocationPlateRemade', 'The place whose picture is being made.', closed({
  artifactId: Id, plateKey: Type.String(), status: Asked, chatToolJobId: JobId, next: Next,
}));

const AvatarRequest = model('ArtifactAvatarRequest', 'Whose portrait is drawn again, and what shall be different.', closed({
  character: Character,
  refinement: Type.Optional(Words(`What is different now: ${FOLLOWED}. Without it and \`style\` the same person is drawn again, with other features of the face`)),
  style: Type.Optional(Words('How the person looks in this read alone, before every refinement. The Series Bible and the script keep theirs')),
}), { character: 'MARA', refinement: 'red hair, older, glasses' });
const FigureRequest = model('ArtifactFigureRequest', 'Whose full figure is made, and what of it differs from the portrait.', closed({
  character: Character, refinement: Type.Optional(Words(`What differs from the portrait: ${FOLLOWED}`)),
}), { character: 'MARA', refinement: 'in a green coat' });
const PersonPictured = (name: string, words: string) => model(name, words, closed({
  artifactId: Id, character: Type.String(), status: Asked, chatToolJobId: JobId,
  understood: Type.Array(Type.String(), { description: 'What of the words is followed, such as `colour of hair`' }), next: Next,
}));
const AvatarQueued = PersonPictured('ArtifactAvatarQueued', 'Whose portrait is being made.');
const FigureQueued = PersonPictured('ArtifactFigureQueued', 'Whose figure is being made.');

const NounKey = Type.String({ minLength: 1, maxLength: 120, pattern: '^(?:object|location|entity)-[a-z0-9-]+$', description: 'Of GET noun-imagery' });
const Noun = model('ReadNoun', 'Something that a read names, and its picture.', closed({
  nounKey: Type.String(), label: Type.String(), kind: oneOf(NOUN_KINDS, { description: 'A thing, a place, or a person or animal' }),
  entries: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Indexes of the entries that name it, show it or are said by it' }),
  imageUrl: Address, description: nullable(Type.String()), provider: nullable(Type.String()), status: Status,
}));
const NounImagery = model('NounImagery', 'What a read names, with the pictures that were made.', closed({ artifactId: Id, nouns: Type.Array(Noun) }));
const NounImageryRequest = model('NounImageryRequest', 'Of what pictures are made: of one noun, else of all that have none.', closed({
  force: Type.Optional(Type.Boolean({ default: false, description: 'Pictures that are there are made again' })),
  nounKey: Type.Optional(NounKey),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE, description: 'Something by its name, instead of `nounKey`: `a brass key`' })),
  kind: Type.Optional(oneOf(NOUN_KINDS, { description: 'Only nouns of this kind' })),
}), { kind: 'object' });
const NounImageryQueued = model('NounImageryQueued', 'Of what pictures are being made.', closed({
  artifactId: Id, nounKeys: Type.Array(Type.String()), status: Asked, chatToolJobId: JobId, next: Next,
}));

interface PictureCall { artifact: ArtifactRow; actor: { accountId: string }; requestId: string; resourceId: string; credits: number }

/** Requests the picture that `order` works out. A repeat of the call gets its first request, even if `order` would work out another picture by now. */
async function started(
  services: Services, { artifact, actor: { accountId }, requestId, resourceId: id, credits }: PictureCall, order: () => Promise<PictureOrder>,
): Promise<{ request: PictureRequest; answer: { status: ReturnType<typeof pictureStatusOf>; chatToolJobId: string }; understood: string[] }> {
  const known = await findPictureRequest(services.db, id);
  const asked = known ? null : await order();
  const request = known ?? await requestPicture(services, artifact, asked!, { id, accountId, requestId, credits });
  return { request, answer: { status: pictureStatusOf(request), chatToolJobId: request.workId }, understood: [...asked?.understood ?? []] };
}

const seen = (artifactId: string, path: string, why: string): NextStep => ({ method: 'GET', path: `/artifacts/${artifactId}/${path}`, afterMs: POLL_MS, why });

const READ = { scopes: ['artifact:read'], idempotency: 'accepted', area: 'artifacts' } as const;
const MADE = 'Costs CAST_IMAGE credits, charged when the picture is there; the first call quotes them. Of this read alone, in all its revisions; no new revision.';

const plates = [
  defineOperation({
    ...READ, id: 'getLocationPlates', method: 'GET', path: '/artifacts/{artifactId}/location-plates', summary: 'Read the places of a table read with their pictures',
    description: 'One for each different place, with the scenes that show it: the same room by day and by night is one place. Every place has a picture, because the '
      + 'embedded renderer draws it.',
    response: { 200: LocationPlates }, errors: ['artifact_not_ready'],
    async handle({ artifact }, services) {
      const [drawn, requests] = await Promise.all([requireDrawing(services, artifact), listPictureRequests(services.db, artifact.id)]);
      return { artifactId: artifact.id, plates: viewPlates(services, artifact, drawn, requests) };
    },
  }),
  defineOperation({
    id: 'remakeLocationPlate', method: 'POST', path: '/artifacts/{artifactId}/location-plates/{plateKey}/remake', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'accepted', mints: 'readPicture', price: ({ artifact, params }, services) => orderPlate(services, artifact, params.plateKey).then(({ credits }) => credits),
    summary: 'Make another picture of a place of a table read',
    description: `The same place with the same things in it, otherwise arranged; a picture service paints one for each light in which the read shows the place. ${MADE}`,
    request: { params: closed({ plateKey: Type.String({ minLength: 1, maxLength: 80, pattern: '^[a-z0-9_-]+$', description: 'Of GET location-plates' }) }) },
    response: { 202: PlateRemade }, errors: ['artifact_not_ready'],
    async handle(call, services) {
      const { artifact, params: { plateKey } } = call;
      const { answer } = await started(services, call, () => orderPlate(services, artifact, plateKey));
      return accepted({ artifactId: artifact.id, plateKey, ...answer, next: seen(artifact.id, 'location-plates', 'Shows the place once its picture is made.') });
    },
  }),
];

const people = [
  defineOperation({
    id: 'makeAvatar', method: 'POST', path: '/artifacts/{artifactId}/avatar', area: 'artifacts', scopes: ['artifact:publish'], idempotency: 'required',
    mints: 'readPicture', price: ({ artifact, body }, services) => orderAvatar(services, artifact, body).then(({ credits }) => credits),
    summary: 'Make another portrait of a person of a table read',
    description: 'Refinements add up, and only what they say changes: the same person, older, in another coat. The embedded renderer refuses words that no drawing '
      + `follows; a picture service reads them all. Page, player, cover and stage show the new portrait. ${MADE}`,
    effects: { character: 'whose portrait', refinement: 'what is different', style: 'how the person looks in this read' },
    request: { body: AvatarRequest }, response: { 202: AvatarQueued }, errors: ['artifact_not_ready'],
    async handle(call, services) {
      const { artifact, body } = call;
      const { answer, understood, request } = await started(services, call, () => orderAvatar(services, artifact, body));
      return accepted({ artifactId: artifact.id, character: characterOf(request, body.character), ...answer, understood, next: seen(artifact.id, 'cast', 'Shows the portrait once it is made.') });
    },
  }),
  defineOperation({
    id: 'makeFigure', method: 'POST', path: '/artifacts/{artifactId}/figure', area: 'artifacts', scopes: ['artifact:publish'], idempotency: 'required',
    mints: 'readPicture', price: ({ artifact, body }, services) => orderFigure(services, artifact, body).then(({ credits }) => credits),
    summary: 'Make the full figure of a person of a table read',
    description: `From head to foot, with the face and the clothes of the portrait; a refinement changes the figure alone. \`figureUrl\` of the cast is its address. ${MADE}`,
    effects: { character: 'whose figure', refinement: 'what differs from the portrait' },
    request: { body: FigureRequest }, response: { 202: FigureQueued }, errors: ['artifact_not_ready'],
    async handle(call, services) {
      const { artifact, body } = call;
      const { answer, understood, request } = await started(services, call, () => orderFigure(services, artifact, body));
      return accepted({ artifactId: artifact.id, character: characterOf(request, body.character), ...answer, understood, next: seen(artifact.id, 'cast', 'Shows the figure once it is made.') });
    },
  }),
];

/** The person of a request by the name in the cast, else the name that was sent. */
const characterOf = ({ brief }: PictureRequest, sent: string): string => ('character' in brief ? brief.character : sent);

const nouns = [
  defineOperation({
    ...READ, id: 'getNounImagery', method: 'GET', path: '/artifacts/{artifactId}/noun-imagery', summary: 'Read what a table read names, with pictures',
    description: 'Things, animals, places and people that a picture can show, in the order in which they are named; `imageUrl` is null until POST makes the picture.',
    response: { 200: NounImagery }, errors: ['artifact_not_ready'],
    async handle({ artifact }, services) {
      const [drawn, requests] = await Promise.all([requireDrawing(services, artifact), listPictureRequests(services.db, artifact.id)]);
      return { artifactId: artifact.id, nouns: viewNouns(services, drawn, requests) };
    },
  }),
  defineOperation({
    id: 'makeNounImagery', method: 'POST', path: '/artifacts/{artifactId}/noun-imagery', area: 'artifacts', scopes: ['artifact:publish'], idempotency: 'accepted',
    mints: 'readPicture', price: ({ artifact, body }, services) => orderNouns(services, artifact, body).then(({ credits }) => credits),
    summary: 'Make pictures of what a table read names',
    description: 'Of one noun, else of all that have no picture yet, up to 60 in a call. Free where they are drawn; of a picture service each costs CAST_IMAGE credits, '
      + 'charged as it is there. The first call quotes the price.',
    effects: { force: 'makes pictures again', nounKey: 'only this one', label: 'only this one, which the read need not name', kind: 'only these' },
    request: { body: NounImageryRequest }, response: { 202: NounImageryQueued }, errors: ['artifact_not_ready'],
    async handle(call, services) {
      const { artifact, body } = call;
      const { answer, request: { brief } } = await started(services, call, () => orderNouns(services, artifact, body));
      const nounKeys = brief.purpose === 'nouns' ? brief.nouns.map(({ nounKey }) => nounKey) : [];
      return accepted({ artifactId: artifact.id, nounKeys, ...answer, next: seen(artifact.id, 'noun-imagery', 'Shows the pictures as they are made.') });
    },
  }),
];

/** The pictures of a read that can be changed. */
export const pictureOperations = [...plates, ...people, ...nouns];
