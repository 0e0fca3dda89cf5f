import { createHash } from 'node:crypto';
import Type from 'typebox';
import { findSound } from '../../../craft/audio/sounds/catalogue.js';
import type { SoundKind } from '../../../craft/audio/sounds/sound.js';
import type { ScreenplayEntry } from '../../../craft/screenplay/model.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { CueAddress } from '../../../kernel/families/cues/lane.js';

export const refused = (field: string, message: string, details: object = {}): ApiError => new ApiError('validation_failed', message, { field, ...details });

/** The id of a sound of a kind. */
export const soundOf = (kind: SoundKind) => Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: `A sound of kind \`${kind}\`, of \`GET /story-projects/{projectId}/sounds\`` });

/** Raises `validation_failed` for an unknown sound and for one of another kind. */
export function requireSound(assetId: string | undefined, kinds: readonly SoundKind[]): void {
  const kind = assetId === undefined ? null : findSound(assetId)?.kind;
  if (kind === undefined || (kind !== null && !kinds.includes(kind))) throw refused('assetId', `there is no sound of kind ${kinds.join(' or ')} called ${assetId!}`, { allowed: [...kinds] });
}

export const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** A key for audible settings: equal values give equal keys. Null for an empty list. */
export const keyOfHeard = (heard: readonly unknown[]): string | null =>
  (heard.length === 0 ? null : createHash('sha256').update(canonicalJson(heard)).digest('hex').slice(0, 32));

export const isAt = ({ scope, sceneIndex, entryIndex }: CueAddress, entry: Pick<ScreenplayEntry, 'index' | 'sceneIndex'>): boolean =>
  scope === 'screenplay' || (scope === 'scene' ? entry.sceneIndex === sceneIndex : entry.index === entryIndex);
