import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import {
  EntryRefused, inPlaceOf, screenplayOfEntries, toTableRead, type PlainEntry, type Replacement, type Script,
} from '../../../craft/screenplay/index.js';
import type { NarrationPolicy, Screenplay } from '../../../craft/screenplay/model.js';
import { pagesOfEntries } from '../../artifacts/script-excerpt.js';
import { allowanceOf, requirePagesAllowed, type ScriptAllowance } from '../../scripts/allowance.js';
import type { TextFormat } from '../../scripts/script-model.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { contentBytes, parseAcceptable } from '../../scripts/upload.js';
import { baseOfRevision, reviseRead, type Revised, type RevisionRequest } from './revise-read.js';

/** The screenplay that replaces that of a read: a text, or entries as the read shows them. */
export type NewScript = { content: string; format: TextFormat } | { entries: readonly PlainEntry[] };

export interface ReplaceRequest extends Omit<RevisionRequest, 'cause'> {
  accountId: string; artifactId: string; expectedRevision?: number | undefined; narrationPolicy?: NarrationPolicy | undefined;
}

function ofEntries(entries: readonly PlainEntry[], was: Screenplay, narrationPolicy: NarrationPolicy, allowance: ScriptAllowance): Replacement {
  try {
    const replacement = screenplayOfEntries(entries, was, narrationPolicy);
    requirePagesAllowed(allowance, pagesOfEntries(replacement.entries).at(-1) ?? 0);
    return replacement;
  } catch (error) {
    if (!(error instanceof EntryRefused)) throw error;
    const field = `entries.${error.index}.${error.field}`;
    throw new ApiError('validation_failed', `${field}: ${error.message}`, { field });
  }
}

async function replacementOf(
  services: Services, accountId: string, script: NewScript, was: Screenplay, narrationPolicy: NarrationPolicy,
): Promise<Replacement> {
  const allowance = await allowanceOf(services.db, services.config, accountId);
  if ('entries' in script) return ofEntries(script.entries, was, narrationPolicy, allowance);
  const { model } = await parseAcceptable(allowance, contentBytes(script.content), script.format);
  return toTableRead(JSON.parse(model) as Script, { mode: was.mode, narrationPolicy, title: was.title });
}

/** True when every index has a line of the same kind, speaker and scene in both screenplays. */
const keepsPlaces = (was: Screenplay, now: Screenplay): boolean => now.entries.length === was.entries.length
  && now.entries.every(({ kind, character, sceneIndex }, at) =>
    kind === was.entries[at]!.kind && character === was.entries[at]!.character && sceneIndex === was.entries[at]!.sceneIndex);

/**
 * Replaces the script of a read by exactly this one and begins to speak what changed (see `reviseRead`). Raises `source_too_large`, `source_incomplete` for a
 * text that is no screenplay, `plan_limit_reached`, and `validation_failed` for an invalid entry and for a screenplay without a speaker.
 */
export async function replaceScript(
  services: Services, { accountId, artifactId, expectedRevision, narrationPolicy, ...request }: ReplaceRequest, script: NewScript,
): Promise<Revised> {
  const base = await baseOfRevision(services, artifactId, expectedRevision);
  const was = await getScreenplay(services.store, base.content.scriptKey);
  const replacement = await replacementOf(services, accountId, script, was, narrationPolicy ?? was.narrationPolicy);
  const now = inPlaceOf(was, replacement, (at) => {
    if (!('entries' in script)) return { how: false, cue: true };
    const { ttsText, extensions, dual } = script.entries[at]!;
    return { how: ttsText !== undefined, cue: extensions !== undefined || dual !== undefined };
  });
  if (now.cast.length === 0) {
    throw new ApiError('validation_failed', 'nobody would speak in this screenplay', { field: 'entries' in script ? 'entries' : 'content' });
  }
  return reviseRead(services, base, was, { screenplay: now, voices: base.content.voiceMap, keepsPlaces: keepsPlaces(was, now) }, { ...request, cause: 'script' });
}
