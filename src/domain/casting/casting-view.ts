import type { NextStep } from '../../kernel/contract/next-step.js';
import { NARRATOR } from '../../craft/screenplay/model.js';
import { ENDED } from '../../kernel/works/model.js';
import { castKey, isCast, missingOf } from '../canon/cast-canon.js';
import { CHARACTER_IMAGE_KINDS, type CharacterImageKind } from '../canon/images/character-images.js';
import type { EpisodeDirections } from '../scripts/cast-directions.js';
import type { CastMember, ProjectCast } from './cast-members.js';
import { PICTURE_FIELD } from './casting-plan.js';
import type { CastingWithWork } from './casting-store.js';

const POLL_MS = 2_000;
export const AVATAR_STATUSES = ['none', 'queued', 'rendering', 'ready', 'failed'] as const;
export type AvatarStatus = (typeof AVATAR_STATUSES)[number];

const isOpen = ({ workStatus }: CastingWithWork): boolean => !ENDED.includes(workStatus);

/** Status of a character's picture. The newest order for the picture decides; an existing picture is ready unless an order is making it anew. */
function avatarOf(castings: readonly CastingWithWork[], name: string, kind: CharacterImageKind, url: string | null): AvatarStatus {
  for (const casting of castings) {
    const line = casting.pictures.findIndex((picture) => picture.kind === kind && castKey(picture.character) === castKey(name));
    const picture = casting.pictures[line];
    if (!picture) continue;
    if (picture.status === 'queued' && isOpen(casting)) {
      const current = casting.pictures.findIndex(({ status }) => status === 'queued');
      return line === current && casting.workStatus !== 'PENDING' && casting.workStatus !== 'RESERVED' ? 'rendering' : 'queued';
    }
    if (url === null && (picture.status === 'failed' || (picture.status === 'queued' && casting.workStatus === 'FAILED'))) return 'failed';
    break;
  }
  return url === null ? 'none' : 'ready';
}

export interface CastView {
  projectId: string;
  cast: ProjectCast;
  castings: readonly CastingWithWork[];
  /** The directions of the requested script or episode. */
  directions: EpisodeDirections | null;
  scriptUploadId: string | null;
}

type Pictures = Record<CharacterImageKind, { url: string | null; avatarStatus: AvatarStatus }>;

function mending({ projectId, scriptUploadId }: CastView, character: string, item: string): NextStep {
  const script = scriptUploadId === null ? {} : { scriptUploadId };
  const path = `/story-projects/${projectId}/cast`;
  if (item === 'voice') {
    return {
      method: 'POST', path, body: { ...script, character, pictures: false },
      why: `Quotes a suggested voice for ${character}, free of charge; PATCH cast-voice sets a chosen one.`,
    };
  }
  const kind = CHARACTER_IMAGE_KINDS.find((each) => PICTURE_FIELD[each] === item)!;
  return { method: 'POST', path, body: { ...script, character, imageKind: kind }, why: `Quotes the ${kind} of ${character}.` };
}

function viewMember(view: CastView, member: CastMember) {
  const { castings, cast, directions } = view;
  const { name, aliases, role, gender, voice, from, finalized } = member;
  const missing = missingOf(member, cast.audioOnly);
  const pictures = CHARACTER_IMAGE_KINDS.map((kind) => {
    const url = member[PICTURE_FIELD[kind]];
    return [kind, { url, avatarStatus: avatarOf(castings, name, kind, url) }] as const;
  });
  const names = [name, ...aliases].map(castKey);
  return {
    name, aliases, role, gender, from, voice, finalized, images: Object.fromEntries(pictures) as Pictures,
    direction: directions?.characters.find(({ character }) => names.includes(castKey(character)))?.direction ?? null,
    missing: missing.map(({ item, optional }) => ({ item, optional, nextCall: mending(view, name, item) })),
  };
}

/** What has to be supplied before the pictures of a cast can be made; null when nothing is missing or the project is audio-only. */
export function picturesWaitFor(projectId: string, { audioOnly, missingVisuals }: Pick<ProjectCast, 'audioOnly' | 'missingVisuals'>) {
  if (audioOnly || missingVisuals.length === 0) return null;
  const nextCall: NextStep = {
    method: 'PATCH', path: `/story-projects/${projectId}/series-bible`, body: { content: {} },
    asks: missingVisuals.map((field) => ({ field: `content.${field}`, what: `The ${field} of the series` })),
    why: `Write ${missingVisuals.join(', ')} into \`content\`; then pictures can be made. With productionMedium \`audio\` nobody needs any.`,
  };
  return { missingFields: [...missingVisuals], nextCall };
}

/** The `Casting` of the API: an order and what it has made. */
export function viewCasting({ id, pictures, workStatus, progress, failureCode, failureMessage, createdAt }: CastingWithWork) {
  return {
    castingId: id, status: workStatus, stage: progress.stage, pictures, failureCode, failureMessage, createdAt: createdAt.toISOString(),
    completed: pictures.filter(({ status }) => status === 'ready').length, total: pictures.length,
  };
}

/** How far the cast of a project is: everybody with what they lack and the call that supplies it. A narrator counts as a member. */
export function viewCast(view: CastView) {
  const { projectId, cast, castings, directions } = view;
  const characters = cast.members.map((member) => viewMember(view, member));
  const narrator = { voice: cast.narrator, missing: cast.narrator ? [] : [{ item: 'voice' as const, optional: false, nextCall: mending(view, NARRATOR, 'voice') }] };
  const all = [...characters, narrator];
  const completed = all.filter(({ missing }) => isCast(missing)).length;
  const path = `/story-projects/${projectId}/cast`;
  const script = view.scriptUploadId === null ? {} : { scriptUploadId: view.scriptUploadId };
  const picturesWait = picturesWaitFor(projectId, cast);
  const query = view.scriptUploadId === null ? '' : `?scriptUploadId=${view.scriptUploadId}`;
  const open = castings.find(isOpen);
  let next: NextStep | null = null;
  if (open) next = { method: 'GET', path: path + query, afterMs: POLL_MS, why: 'The cast is being completed.' };
  else if (completed < all.length) next = { method: 'POST', path, body: { ...script, pictures: false }, why: 'Quotes a suggested voice for everybody who has none, free of charge.' };
  return {
    projectId, version: cast.canon?.version ?? 0, audioOnly: cast.audioOnly, picturesWait, narrator, characters,
    totals: { completed, total: all.length }, complete: completed === all.length,
    directionVersion: directions?.version ?? null, casting: open ? viewCasting(open) : null, ...(next ? { next } : {}),
  };
}
