import { placeOfWords } from '../../canon/looks/scene-places.js';
import { MAX_CLIP_MS, MIN_CLIP_MS } from '../../../craft/video/clip-format.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { ErrorCode } from '../../../kernel/errors/catalogue.js';
import { PRICES } from '../../../kernel/credits/prices.js';
import { requestCandidates } from '../../../kernel/families/candidates/candidates.js';
import type { Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { Services } from '../../../kernel/services.js';
import type { ArtifactRow } from '../artifact-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import { clipPromptAt } from '../overlays/theater-motion.js';
import { requireScene } from '../overlays/theater-scene.js';
import { findPerformance, listPerformedLines } from '../performance/performance-store.js';
import type { DrawnRead } from '../pictures/drawn-read.js';
import { requireDrawing, requirePerson } from '../pictures/picture-orders.js';
import { clipsOf, hasClip, sceneClipKey, type ShownClip } from './chosen-clips.js';
import type { ClipBrief, ClipRequest } from './clip-brief.js';
import { clipUnderWay, readClips } from './clip-kind.js';
import { portraitClipMark, sceneClipMark } from './clip-mark.js';
import { lineWith, linesOf, MAX_LINE_MS, type SpokenLine } from './spoken-line.js';

/** The clip that a call would make, and its price. `line` is the line that a portrait would speak; null for a scene. */
export interface ClipOrder { brief: ClipBrief; credits: number; label: string; line: Pick<SpokenLine, 'entryIndex' | 'text'> | null }

const refuse = (field: string, message: string, details: object = {}): never => {
  throw new ApiError('validation_failed', message, { field, ...details });
};

async function requireIdle(services: Services, artifactId: string, key: string): Promise<void> {
  const failure = await clipUnderWay(services.db, artifactId, key);
  if (failure) throw new ApiError(failure.code as ErrorCode, failure.message, failure.details);
}

/** True when the clip that is there is the one that would be drawn. A service may make another clip of the same words. */
const isThere = async (services: Services, known: { clip: ShownClip } | undefined, mark: string): Promise<boolean> =>
  known?.clip.madeFrom === mark && (await services.videos()).embedded;

/** Raises `validation_failed` for a scene without a clip. */
export function requireClip(overlays: Chosen, sceneIndex: number): void {
  if (!hasClip(overlays, sceneIndex)) refuse('media', 'media: this scene has no clip; POST theater-motion-clip makes one');
}

const trimmed = (words: string | undefined): string | null => words?.trim().replace(/\s+/g, ' ') || null;

/** The spoken lines of a person in a performed read. Raises `artifact_not_ready` before the read is performed. */
async function performedLines({ db }: Services, { read: { artifactId, revision }, screenplay }: DrawnRead, person: string): Promise<SpokenLine[]> {
  const [performance, lines] = await Promise.all([findPerformance(db, artifactId, revision), listPerformedLines(db, artifactId, revision)]);
  if (performance?.status !== 'complete') {
    throw new ApiError('artifact_not_ready', 'the read is not performed yet; listen to it, or finalize it with waitForRecording', { status: 'not_performed' });
  }
  return linesOf(screenplay, lines, person);
}

export interface PortraitClipWish { character: string; description?: string | undefined }

/**
 * An order for a portrait that speaks one line. Raises `validation_failed` for a person who is not seen or has no line short enough for a clip, and, where
 * clips are drawn, when no line has the words of the description or the same clip is there. Raises `artifact_not_ready` before the read is performed.
 */
export async function orderPortraitClip(services: Services, artifact: ArtifactRow, wish: PortraitClipWish): Promise<ClipOrder> {
  const drawn = await requireDrawing(services, artifact);
  const { person, character } = requirePerson(drawn, wish.character);
  const description = trimmed(wish.description);
  const lines = await performedLines(services, drawn, person);
  if (lines.length === 0) refuse('character', `character: ${character} says no line of at most ${Math.floor(MAX_LINE_MS / 1_000)} seconds`);
  const named = lineWith(lines, description);
  if (!named && (await services.videos()).embedded) {
    refuse('description', `description: no line of ${character} has all of these words; a drawn portrait speaks the line whose words are sent`);
  }
  const line = named ?? lineWith(lines, null)!;
  if (await isThere(services, clipsOf(drawn.read).portraits[person], await portraitClipMark(services, drawn, { person, character, line }))) {
    refuse('description', 'description: the portrait says this line like that already; send words of another line');
  }
  const key = `portrait:${person}`;
  await requireIdle(services, artifact.id, key);
  return {
    brief: { key, purpose: 'portrait', person, character, entryIndex: line.entryIndex, description }, credits: PRICES.CLIP, label: `A portrait that speaks: ${character}`,
    line: { entryIndex: line.entryIndex, text: line.text },
  };
}

export interface SceneClipWish { sceneIndex: number; entryIndex: number; prompt?: string | undefined; durationMs: number }

interface ClipWords { sceneIndex: number; prompt: string; field: string }

async function requireDrawable(services: Services, { places }: DrawnRead['art'], { sceneIndex, prompt, field }: ClipWords): Promise<void> {
  if (!(await services.videos()).embedded) return;
  const { category, things = [] } = placeOfWords(prompt, places[sceneIndex]!.era);
  if (category === 'abstract' && things.length === 0) refuse(field, `${field}: these words name no place and nothing in it that can be drawn`);
}

/** Checks the words for the clip of a motion. Where clips are drawn, it raises `validation_failed` for words that name nothing that can be drawn. */
export async function requireClipPrompt(services: Services, artifact: ArtifactRow, sceneIndex: number, prompt: string): Promise<void> {
  await requireDrawable(services, (await requireDrawing(services, artifact)).art, { sceneIndex, prompt, field: 'clipPrompt' });
}

/**
 * An order for a clip of a scene. Without a prompt, it uses the clip prompt of the motion at its entry. Raises `validation_failed` for an entry outside the
 * scene, for a length that no clip has and, where clips are drawn, for words that name nothing that can be drawn and when the same clip is there.
 */
export async function orderSceneClip(
  services: Services, artifact: ArtifactRow, { sceneIndex, entryIndex, durationMs, ...wish }: SceneClipWish,
): Promise<ClipOrder> {
  const drawn = await requireDrawing(services, artifact);
  const { screenplay: { scenes }, art } = drawn;
  requireScene(sceneIndex, scenes.length);
  const { firstEntry, lastEntry } = scenes[sceneIndex]!;
  if (entryIndex < firstEntry || entryIndex > lastEntry) refuse('entryIndex', `entryIndex: scene ${sceneIndex} has entries ${firstEntry} to ${lastEntry}`);
  if (durationMs < MIN_CLIP_MS || durationMs > MAX_CLIP_MS) refuse('durationMs', `durationMs: a clip lasts ${MIN_CLIP_MS} to ${MAX_CLIP_MS} milliseconds`);
  const prompt = trimmed(wish.prompt) ?? clipPromptAt(artifact.overlays, { sceneIndex, entryIndex });
  if (prompt !== null) await requireDrawable(services, art, { sceneIndex, prompt, field: 'prompt' });
  const place = sceneClipKey({ sceneIndex, entryIndex });
  const key = `scene:${place}`;
  if (await isThere(services, clipsOf(drawn.read).scenes[place], sceneClipMark(drawn, { key, sceneIndex, prompt, durationMs }))) {
    refuse('prompt', 'prompt: the clip that is there shows the same; send other words or another durationMs');
  }
  await requireIdle(services, artifact.id, key);
  return {
    brief: { key, purpose: 'scene', sceneIndex, entryIndex, prompt, durationMs }, credits: PRICES.CLIP,
    label: `A clip of a scene: ${scenes[sceneIndex]!.title}`, line: null,
  };
}

export interface ClipCall { id: string; accountId: string; requestId: string; credits: number }

/**
 * Starts an order and reserves its credits. A repeated call with the same id returns the existing request. Raises `insufficient_credits`, and
 * `artifact_not_ready` while the same clip is being made.
 */
export const requestClip = (
  services: Services, { id: artifactId, projectId }: ArtifactRow, { brief, label }: ClipOrder, call: ClipCall,
): Promise<ClipRequest> => requestCandidates(services, readClips, {
  ...call, subject: { type: ARTIFACT_SUBJECT, id: artifactId, projectId }, brief, wanted: 1, label,
});
