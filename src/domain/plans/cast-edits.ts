import { checkEditFields, Correction, EditRefused, People, type ScreenplayEdit } from '../../craft/screenplay/index.js';
import { NARRATOR, type Screenplay } from '../../craft/screenplay/model.js';
import type { CastVoice, VoiceMap } from '../library/voice-map.js';
import { makeEdits } from '../scripts/edit-refusal.js';
import { decidedVoices, type CastBlueprint, type DecidedCast, type PlanEnvelope } from './envelope.js';

export const CAST_EDIT_OPS = ['rename', 'merge', 'voice'] as const;

/** One correction of a plan's cast: those operations on a screenplay that concern people. */
export type CastEdit = Pick<ScreenplayEdit, 'character' | 'name' | 'characters' | 'into' | 'voiceId'> & { op: (typeof CAST_EDIT_OPS)[number] };

/** `character` is the cue that the script uses for a person of the draft. */
export interface CastCorrection { drafted: string; character: string }

/** The cast of a plan with its corrections, and the voices that the plan's request chooses. */
export interface PlanCast { blueprint: CastBlueprint; chosen: VoiceMap }

/** The cues of the draft, by which the writer knows the people. */
export const draftedCues = ({ cast, corrections }: CastBlueprint): string[] =>
  corrections?.map(({ drafted }) => drafted) ?? cast.map(({ character }) => character);

/** Moves the value of the cue `old` to `cue`. If `cue` has a value, that one stays and the value of `old` is dropped. */
function withCue<V>(byCue: Record<string, V>, old: string, cue: string): Record<string, V> {
  const { [old]: moved, ...rest } = byCue;
  return moved === undefined || rest[cue] !== undefined ? rest : { ...rest, [cue]: moved };
}

/** The narrator reads what nobody says, so its name stays. */
function refuseNarrator(names: readonly string[], field: string): void {
  if (names.some((name) => name.trim().toUpperCase() === NARRATOR)) {
    throw new EditRefused(field, `${NARRATOR} cannot be renamed or merged with a person of the story; op voice gives it another voice`);
  }
}

/**
 * Corrects the cast of a drafted plan; makes all edits or none. Raises `validation_failed` with the field of the edit that cannot be made, and the errors of
 * `resolveVoice`.
 */
export function correctCast(
  { blueprint, chosen }: PlanCast, edits: readonly CastEdit[], canon: DecidedCast | null, resolveVoice: (voiceId: string, field: string) => CastVoice,
): PlanCast {
  const people = new People(blueprint.cast);
  let corrections: CastCorrection[] = draftedCues(blueprint).map((drafted) =>
    blueprint.corrections?.find((known) => known.drafted === drafted) ?? { drafted, character: drafted });
  let [voices, choices] = [blueprint.voiceMap, chosen];
  const give = (old: string, cue: string): void => {
    corrections = corrections.map((one) => (one.character === old ? { ...one, character: cue } : one));
    [voices, choices] = [withCue(voices, old, cue), withCue(choices, old, cue)];
  };
  makeEdits(edits, (edit, field) => {
    checkEditFields(edit);
    if (edit.op === 'rename') {
      refuseNarrator([edit.character!], 'character');
      const { old, cue } = people.rename(edit.character!, edit.name!);
      give(old, cue);
    } else if (edit.op === 'merge') {
      refuseNarrator(edit.characters!, 'characters');
      const lines = people.members.filter(({ character }) => edit.characters!.some((name) => people.find(name) === character));
      const { others, kept } = people.merge([...new Set(edit.characters!.map((name) => people.get(name, 'characters')))], edit.into!);
      const more = lines.reduce((sum, { lineCount }) => sum + lineCount, 0);
      people.members = people.members.map((role) => (role.character === kept ? { ...role, lineCount: role.lineCount + more } : role));
      others.forEach((old) => give(old, kept));
    } else {
      choices = { ...choices, [people.get(edit.character!, 'character')]: resolveVoice(edit.voiceId!, `${field}.voiceId`) };
    }
  });
  const voiceMap = { ...voices, ...decidedVoices(people.members, choices, canon) };
  const cast = people.members.map((role) => ({ ...role, suggestedVoice: voiceMap[role.character] ?? null }));
  return { blueprint: { ...blueprint, cast, voiceMap, corrections }, chosen: choices };
}

/** The envelope with a corrected cast. Its parts name people by their cues in the script. */
export function withCast(envelope: PlanEnvelope, blueprint: CastBlueprint): PlanEnvelope {
  const cues = new Map(blueprint.corrections?.map(({ drafted, character }) => [drafted, character]));
  const renamed = (people: readonly string[]): string[] => [...new Set(people.map((name) => cues.get(name) ?? name))];
  const { parts } = envelope;
  return {
    ...envelope, scriptBlueprint: blueprint,
    ...(parts ? { parts: { ...parts, items: parts.items.map((part) => ({ ...part, people: renamed(part.people) })) } } : {}),
  };
}

/** Applies the corrections of the cast to a script that was written from the draft. */
export function withCorrections(screenplay: Screenplay, corrections: readonly CastCorrection[] = []): Screenplay {
  const changed = corrections.filter(({ drafted, character }) => drafted !== character);
  if (changed.length === 0) return screenplay;
  const correction = new Correction<CastVoice>(screenplay, {}, () => { throw new Error('a correction of names has no voice'); });
  const present = new Set(screenplay.cast.map(({ character }) => character));
  for (const { drafted, character } of changed) {
    // A person of the plan may have no lines in the script.
    if (!present.delete(drafted)) continue;
    correction.make(present.has(character) ? { op: 'merge', characters: [drafted], into: character } : { op: 'rename', character: drafted, name: character });
    present.add(character);
  }
  return correction.result().screenplay;
}
