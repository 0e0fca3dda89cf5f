import { readRefinement, withoutEffect } from '../../../craft/images/person/refinements.js';
import type { Look } from '../../../craft/images/person/look.js';
import { thingsIn } from '../../../craft/images/places/said-things.js';
import { parsePlace } from '../../../craft/images/places/place.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { ErrorCode } from '../../../kernel/errors/catalogue.js';
import { PRICES } from '../../../kernel/credits/prices.js';
import { requestCandidates } from '../../../kernel/families/candidates/candidates.js';
import type { Services } from '../../../kernel/services.js';
import { castKey } from '../../canon/cast-canon.js';
import { requireTableRead, type ArtifactRow } from '../artifact-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import { personKey, portraitLook, type NounKind } from './chosen-pictures.js';
import { figureLook, openDrawing, type DrawnRead } from './drawn-read.js';
import { beingKey, nounsOf, placeKey, thingKey, type Noun } from './nouns.js';
import type { PictureBrief, PictureRequest, WantedNoun } from './picture-brief.js';
import { pictureUnderWay, readPictures } from './picture-kind.js';
import { platesOf } from './plates.js';

/** The pictures that a call would make, and their price. */
export interface PictureOrder {
  brief: PictureBrief;
  wanted: number;
  credits: number;
  label: string;
  /** The parts of the words that are followed. */
  understood: readonly string[];
}

/** The pictures of a read. Raises `artifact_not_ready`. */
export async function requireDrawing(services: Services, artifact: ArtifactRow): Promise<DrawnRead> {
  const drawn = await openDrawing(services, requireTableRead(artifact).id);
  if (!drawn) throw new ApiError('artifact_not_ready', 'the read is being changed; ask again', { status: artifact.status });
  return drawn;
}

async function requireIdle(services: Services, artifactId: string, key: string): Promise<void> {
  const failure = await pictureUnderWay(services.db, artifactId, key);
  if (failure) throw new ApiError(failure.code as ErrorCode, failure.message, failure.details);
}

const refuse = (field: string, message: string, details: object = {}): never => {
  throw new ApiError('validation_failed', message, { field, ...details });
};

/** Another drawing of a place. Raises `artifact_not_found` for a place that the read does not show. */
export async function orderPlate(services: Services, artifact: ArtifactRow, plateKey: string): Promise<PictureOrder> {
  const { art, screenplay } = await requireDrawing(services, artifact);
  const plates = platesOf(art.places, screenplay);
  const plate = plates.find((one) => one.plateKey === plateKey);
  if (!plate) throw new ApiError('artifact_not_found', 'the read shows no place of this key', { field: 'plateKey', plateKeys: plates.map((one) => one.plateKey) });
  const key = `plate:${plateKey}`;
  await requireIdle(services, artifact.id, key);
  return { brief: { key, purpose: 'plate', plateKey }, wanted: 1, credits: PRICES.CAST_IMAGE, label: `Another picture of a place: ${plate.name}`, understood: [] };
}

/** The person of a picture request. Raises `validation_failed` for somebody who is not seen in the read. */
export function requirePerson({ screenplay: { cast }, art, decided }: Pick<DrawnRead, 'screenplay' | 'art' | 'decided'>, named: string) {
  const seat = cast.findIndex(({ character }, at) => castKey(character) === castKey(named) && art.looks[at]);
  const member = cast[seat];
  if (!member) {
    return refuse('character', 'nobody of this name is seen in the read', { characters: cast.filter((_, at) => art.looks[at]).map(({ character }) => character) });
  }
  return { seat, person: personKey(member), character: member.character, look: decided.looks[seat]! };
}

/**
 * The words about a person that are followed. A drawing follows only words that it knows, so others are refused; a picture service reads all of them. Raises
 * `validation_failed`.
 */
async function requireUnderstood(services: Services, field: 'refinement' | 'style', words: string | null, look: Look): Promise<string[]> {
  if (words === null) return [];
  const refinement = readRefinement(words);
  const understood = [...new Set(refinement.traits.map(({ name }) => name))];
  if (!(await services.images()).embedded) return understood;
  if (refinement.unknown.length > 0 || understood.length === 0) {
    const notUnderstood = refinement.unknown.length > 0 ? refinement.unknown : [words];
    return refuse(field, `${field}: no drawing follows "${notUnderstood.join('", "')}"; say age, hair, beard, glasses, hat, clothes and their colour, eyes, skin, build, scarf, scar or jewellery`,
      { understood, notUnderstood });
  }
  const idle = withoutEffect(look, refinement);
  if (idle.length > 0) return refuse(field, `${field}: the person looks like that already, or cannot: ${idle.join(', ')}`, { understood, withoutEffect: idle });
  return understood;
}

const trimmed = (words: string | undefined): string | null => words?.trim().replace(/\s+/g, ' ') || null;

export interface AvatarWish { character: string; refinement?: string | undefined; style?: string | undefined }

/** An order for another portrait. Raises `validation_failed` for a person who is not seen, and for words that cannot be followed. */
export async function orderAvatar(services: Services, artifact: ArtifactRow, wish: AvatarWish): Promise<PictureOrder> {
  const drawn = await requireDrawing(services, artifact);
  const { person, character, look } = requirePerson(drawn, wish.character);
  const [refinement, style] = [trimmed(wish.refinement), trimmed(wish.style)];
  const now = drawn.chosen.portraits[person] ?? { refinements: [], style: null, redrawn: [], image: null };
  const styled = await requireUnderstood(services, 'style', style, portraitLook(look, { ...now, style: null, refinements: [] }));
  const refined = await requireUnderstood(services, 'refinement', refinement, portraitLook(look, { ...now, style: style ?? now.style }));
  const key = `avatar:${person}`;
  await requireIdle(services, artifact.id, key);
  return {
    brief: { key, purpose: 'avatar', person, character, refinement, style }, wanted: 1, credits: PRICES.CAST_IMAGE, label: `Another portrait: ${character}`,
    understood: [...new Set([...styled, ...refined])],
  };
}

/** The full figure. Raises the errors of `orderAvatar`, and `validation_failed` when a drawing of the same look is there. */
export async function orderFigure(services: Services, artifact: ArtifactRow, wish: Omit<AvatarWish, 'style'>): Promise<PictureOrder> {
  const drawn = await requireDrawing(services, artifact);
  const { seat, person, character } = requirePerson(drawn, wish.character);
  const refinement = trimmed(wish.refinement);
  const understood = await requireUnderstood(services, 'refinement', refinement, drawn.art.looks[seat]!);
  const known = drawn.chosen.figures[person];
  const wanted = figureLook(drawn, seat, refinement);
  if (known && (await services.images()).embedded && canonicalJson(known.look) === canonicalJson(wanted)) {
    return refuse('refinement', 'refinement: the figure looks like that already; say what shall be different');
  }
  const key = `figure:${person}`;
  await requireIdle(services, artifact.id, key);
  return { brief: { key, purpose: 'figure', person, character, refinement }, wanted: 1, credits: PRICES.CAST_IMAGE, label: `Full figure: ${character}`, understood };
}

export interface NounWish { force?: boolean | undefined; nounKey?: string | undefined; label?: string | undefined; kind?: NounKind | undefined }

/** The most pictures that one call makes. */
const MAX_NOUNS = 60;

/** The noun that a caller means: one that the read names, else a thing, an animal or a place. Raises `validation_failed` when no picture of it can be made. */
function named(nouns: readonly Noun[], { label = '', kind }: NounWish, embedded: boolean): WantedNoun {
  const own = nouns.find((noun) => castKey(noun.label) === castKey(label) && (kind === undefined || noun.kind === kind));
  if (own) return own;
  const [said] = thingsIn(label);
  const key = said && thingKey(said.thing);
  if (key && (kind === undefined || key.startsWith(kind))) return { nounKey: key, label, kind: key.startsWith('entity') ? 'entity' : 'object' };
  const place = parsePlace(label);
  if (place.category !== 'abstract' && (kind === undefined || kind === 'location')) return { nounKey: placeKey(beingKey(label).slice('entity-'.length)), label, kind: 'location' };
  if (!embedded && kind !== undefined) return { nounKey: `${kind}-${beingKey(label).slice('entity-'.length)}`, label, kind };
  return refuse('label', embedded ? 'label: there is no drawing of this; see GET noun-imagery for what the read names' : 'label: send kind with a label that the read does not name');
}

function chosenNouns(drawn: DrawnRead, wish: NounWish, embedded: boolean): WantedNoun[] {
  const nouns = nounsOf(drawn.screenplay, drawn.art);
  const { nounKey, label, kind, force = false } = wish;
  if (nounKey !== undefined && label !== undefined) refuse('label', 'send nounKey or label, not both');
  if (label !== undefined) return [named(nouns, wish, embedded)];
  if (nounKey !== undefined) {
    const known = drawn.chosen.nouns[nounKey];
    const noun = nouns.find((one) => one.nounKey === nounKey) ?? (known && { nounKey, label: known.label, kind: known.kind });
    return noun ? [noun] : refuse('nounKey', 'nounKey: the read names nothing of this key; see GET noun-imagery');
  }
  return nouns.filter((noun) => (kind === undefined || noun.kind === kind) && (force || !drawn.chosen.nouns[noun.nounKey])).slice(0, MAX_NOUNS);
}

/** An order for pictures of nouns that a read names: of one noun, or of all without a picture. Free when they are drawn here. Raises `validation_failed`. */
export async function orderNouns(services: Services, artifact: ArtifactRow, wish: NounWish): Promise<PictureOrder> {
  const drawn = await requireDrawing(services, artifact);
  const { embedded: free } = await services.images();
  const asked = chosenNouns(drawn, wish, free).map(({ nounKey, label, kind }) => ({ nounKey, label, kind }));
  const isNamed = wish.nounKey !== undefined || wish.label !== undefined;
  const nouns = isNamed && !wish.force ? asked.filter(({ nounKey }) => !drawn.chosen.nouns[nounKey]) : asked;
  if (nouns.length === 0) refuse('force', 'force: every picture that was asked for is there; send force to have it made again');
  await requireIdle(services, artifact.id, 'nouns');
  return {
    brief: { key: 'nouns', purpose: 'nouns', nouns, free }, wanted: nouns.length, credits: free ? 0 : nouns.length * PRICES.CAST_IMAGE,
    label: 'Pictures of what a read names', understood: [],
  };
}

export interface PictureCall { id: string; accountId: string; requestId: string; credits: number }

/**
 * Starts an order and reserves its credits. A repeated call with the same id returns the existing request. Raises `insufficient_credits`,
 * `artifact_not_ready` while the same picture is being made, and `quote_invalid` when the price has changed; then nothing was created.
 */
export async function requestPicture(
  services: Services, { id: artifactId, projectId }: ArtifactRow, { credits: now, brief, wanted, label }: PictureOrder, { credits, ...call }: PictureCall,
): Promise<PictureRequest> {
  if (credits !== now) {
    throw new ApiError('quote_invalid', 'what is missing changed since the price was confirmed; ask for another quote', { reason: 'price_changed' });
  }
  return requestCandidates(services, readPictures, { ...call, credits, subject: { type: ARTIFACT_SUBJECT, id: artifactId, projectId }, brief, wanted, label });
}
