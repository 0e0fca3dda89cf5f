import type { TProperties } from 'typebox';
import { ApiError } from '../../errors/api-error.js';
import { CUE_SCOPES, MAX_CUES, type Cue, type CueAddress, type CueCall, type CueFold, type CueGround } from './lane.js';

export const cueIdOf = ({ scope, sceneIndex, entryIndex }: CueAddress): string =>
  (scope === 'screenplay' ? scope : `${scope}-${scope === 'scene' ? sceneIndex : entryIndex}`);

const sceneOf = ({ scenes }: CueGround, entryIndex: number): number | null =>
  scenes.find(({ firstEntry, lastEntry }) => entryIndex >= firstEntry && entryIndex <= lastEntry)?.index ?? null;

/** True when everything at `inner` is also at `outer`. */
export function covers(outer: CueAddress, inner: CueAddress, ground: CueGround): boolean {
  if (outer.scope === 'screenplay') return true;
  if (outer.scope === 'entry') return inner.scope === 'entry' && inner.entryIndex === outer.entryIndex;
  if (inner.scope === 'scene') return inner.sceneIndex === outer.sceneIndex;
  return inner.scope === 'entry' && sceneOf(ground, inner.entryIndex!) === outer.sceneIndex;
}

/** The cue that holds at an address: the innermost one that covers it. Null where none does. */
export function holdingCue<C extends CueAddress>(cues: readonly C[], address: CueAddress, ground: CueGround): C | null {
  return cues.filter((cue) => covers(cue, address, ground))
    .sort((one, other) => CUE_SCOPES.indexOf(other.scope) - CUE_SCOPES.indexOf(one.scope))[0] ?? null;
}

const placeOf = ({ scope, sceneIndex, entryIndex }: CueAddress): number => CUE_SCOPES.indexOf(scope) * 1e9 + (sceneIndex ?? entryIndex ?? 0);

/** The cues in the order of their addresses, the new ones in the place of those at the same address. Raises `validation_failed`. */
export function putCues<P extends TProperties>(cues: readonly Cue<P>[], added: readonly Cue<P>[]): Cue<P>[] {
  const all = [...new Map([...cues, ...added].map((cue) => [cue.cueId, cue])).values()].sort((one, other) => placeOf(one) - placeOf(other));
  if (all.length > MAX_CUES) throw new ApiError('validation_failed', `there can be ${MAX_CUES} cues`, { field: 'body', maximum: MAX_CUES });
  return all;
}

/** The cues without those inside the address. */
const outside = <P extends TProperties>(cues: readonly Cue<P>[], { address, ground }: CueCall): Cue<P>[] => cues.filter((cue) => !covers(address, cue, ground));

/** Without the inner cues when the call replaces. */
export const kept = <P extends TProperties>(cues: readonly Cue<P>[], call: CueCall): readonly Cue<P>[] =>
  (call.mode === 'replace' ? outside(cues, call) : cues);

/** A verb that puts the cues that `make` returns; those inside the address go when the call replaces. */
export const putting = <P extends TProperties, G extends CueGround>(make: (cues: readonly Cue<P>[], call: CueCall<G>) => Cue<P>[]): CueFold<P, G> =>
  (cues, call) => putCues(kept(cues, call), make(cues, call));

/**
 * A verb that changes every cue at the address and inside it. Where there is none, the one that holds there is copied to the address.
 * Raises `validation_failed` where there is nothing to change.
 */
export function changing<P extends TProperties, G extends CueGround>(change: (cue: Cue<P>, call: CueCall<G>) => Cue<P>): CueFold<P, G> {
  return (cues, call) => {
    const { address, ground } = call;
    const inside = cues.filter((cue) => covers(address, cue, ground));
    if (inside.length > 0) return putCues(cues, inside.map((cue) => change(cue, call)));
    const holding = holdingCue(cues, address, ground);
    if (!holding) throw new ApiError('validation_failed', `there is no cue at this ${address.scope}`, { field: 'scope' });
    return putCues(cues, [change({ ...holding, ...address, cueId: cueIdOf(address) }, call)]);
  };
}

/** A verb that silences what holds at the address, or lets it be heard again with `muted: false`. */
export const muting = <P extends TProperties, G extends CueGround>(): CueFold<P, G> =>
  changing((cue, { fields }) => ({ ...cue, muted: fields['muted'] !== false }));

/** A verb that takes the cues at the address and inside it away. */
export const removing = <P extends TProperties, G extends CueGround>(): CueFold<P, G> => (cues, call) => outside(cues, call);
