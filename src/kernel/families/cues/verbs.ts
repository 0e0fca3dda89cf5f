import type { TProperties } from 'typebox';
import { ApiError } from '../../errors/api-error.js';
import { CUE_SCOPES, MAX_CUES, type Cue, type CueAddress, type CueCall, type CueFold, type CueGround } from './lane.js';

export const cueIdOf = ({ scope, sceneIndex, entryIndex }: CueAddress): string =>
  (scope === 'screenplay' ? scope : `${scope}-${scope === 'scene' ? sceneIndex : entryIndex}`);

const sceneOf = ({ scenes }: CueGround, entryIndex: number): number | null =>
  scenes.find(({ firstEntry, lastEntry }) => entryIndex >= firstEntry && entryIndex <= lastEntry)?.index ?? null;

/** True when the range of `outer` contains the range of `inner`. */
export function covers(outer: CueAddress, inner: CueAddress, ground: CueGround): boolean {
  if (outer.scope === 'screenplay') return true;
  if (outer.scope === 'entry') return inner.scope === 'entry' && inner.entryIndex === outer.entryIndex;
  if (inner.scope === 'scene') return inner.sceneIndex === outer.sceneIndex;
  return inner.scope === 'entry' && sceneOf(ground, inner.entryIndex!) === outer.sceneIndex;
}

/** The cue that applies at an address: the innermost one that covers the address. Null when none does. */
export function holdingCue<C extends CueAddress>(cues: readonly C[], address: CueAddress, ground: CueGround): C | null {
  return cues.filter((cue) => covers(cue, address, ground))
    .sort((one, other) => CUE_SCOPES.indexOf(other.scope) - CUE_SCOPES.indexOf(one.scope))[0] ?? null;
}

const placeOf = ({ scope, sceneIndex, entryIndex }: CueAddress): number => CUE_SCOPES.indexOf(scope) * 1e9 + (sceneIndex ?? entryIndex ?? 0);

/** Adds cues, replacing those with the same id, and sorts them by address. Raises `validation_failed` for more than `MAX_CUES` cues. */
export function putCues<P extends TProperties>(cues: readonly Cue<P>[], added: readonly Cue<P>[]): Cue<P>[] {
  const all = [...new Map([...cues, ...added].map((cue) => [cue.cueId, cue])).values()].sort((one, other) =>
    placeOf(one) - placeOf(other) || one.cueId.localeCompare(other.cueId, 'en', { numeric: true }));
  if (all.length > MAX_CUES) throw new ApiError('validation_failed', `there can be ${MAX_CUES} cues`, { field: 'body', maximum: MAX_CUES });
  return all;
}

/** The cues that a call is about: the named one, or those at its address and inside it. Raises `validation_failed` for an unknown name. */
function meant<P extends TProperties>(cues: readonly Cue<P>[], { address, cueId, ground }: CueCall): Cue<P>[] {
  const inside = cues.filter((cue) => (cueId === null ? covers(address, cue, ground) : cue.cueId === cueId));
  if (cueId !== null && inside.length === 0) throw new ApiError('validation_failed', `there is no cue ${cueId}`, { field: 'cueId' });
  return inside;
}

const without = <P extends TProperties>(cues: readonly Cue<P>[], gone: readonly Cue<P>[]): Cue<P>[] => cues.filter((cue) => !gone.includes(cue));

/** The cues that stay when a call adds others: all of them, or with `replace` only those outside its address. */
export const kept = <P extends TProperties>(cues: readonly Cue<P>[], call: CueCall): readonly Cue<P>[] =>
  (call.mode === 'replace' ? without(cues, meant(cues, { ...call, cueId: null })) : cues);

/** A verb that adds the cues that `make` returns. With `replace`, the cues inside the address are removed first. */
export const putting = <P extends TProperties, G extends CueGround>(make: (cues: readonly Cue<P>[], call: CueCall<G>) => Cue<P>[]): CueFold<P, G> =>
  (cues, call) => putCues(kept(cues, call), make(cues, call));

/** A verb that adds one more cue at the address, beside the existing ones. With `replace`, the cues at the address and inside it are removed first. */
export const adding = <P extends TProperties, G extends CueGround>(make: (call: CueCall<G>) => Omit<Cue<P>, keyof CueAddress | 'cueId' | 'muted'>): CueFold<P, G> =>
  (cues, call) => {
    const left = kept(cues, call);
    const first = cueIdOf(call.address);
    let cueId = first;
    for (let number = 2; left.some((cue) => cue.cueId === cueId); number++) cueId = `${first}-${number}`;
    return putCues(left, [{ cueId, ...call.address, muted: false, ...make(call) } as unknown as Cue<P>]);
  };

/**
 * A verb that changes the cues that the call concerns. When there is none at the address or inside it, the cue that applies there is copied to the address
 * and changed. Raises `validation_failed` when no cue applies, or when the call names an unknown cue.
 */
export function changing<P extends TProperties, G extends CueGround>(change: (cue: Cue<P>, call: CueCall<G>) => Cue<P>): CueFold<P, G> {
  return (cues, call) => {
    const { address, ground } = call;
    const inside = meant(cues, call);
    if (inside.length > 0) return putCues(cues, inside.map((cue) => change(cue, call)));
    const holding = holdingCue(cues, address, ground);
    if (!holding) throw new ApiError('validation_failed', `there is no cue at this ${address.scope}`, { field: 'scope' });
    return putCues(cues, [change({ ...holding, ...address, cueId: cueIdOf(address) }, call)]);
  };
}

/**
 * A verb that mutes the cues that the call concerns, or unmutes them with `muted: false`. When there is none at the address or inside it, the cue that
 * applies there is copied to the address and muted or unmuted.
 */
export const muting = <P extends TProperties, G extends CueGround>(): CueFold<P, G> =>
  changing((cue, { fields }) => ({ ...cue, muted: fields['muted'] !== false }));

/** A verb that removes the cues that the call concerns. */
export const removing = <P extends TProperties, G extends CueGround>(): CueFold<P, G> => (cues, call) => without(cues, meant(cues, call));
