import { findVoice } from '../../craft/speech/designed/designed-voice.js';
import type { Voice } from '../../craft/speech/port.js';
import type { BlueprintRole } from '../../craft/narrative/model.js';
import type { TextOrigin } from '../../craft/people/origins.js';
import { NARRATOR } from '../../craft/screenplay/model.js';
import type { VoiceMap } from '../library/voice-map.js';
import { choiceFor, fitOf, isNarrating, takenBy } from './voice-fit.js';

/** The order of choosing: narrators and hosts first, then people of known sex, then the others; within each, people with more lines first. */
function inOrder(roles: readonly BlueprintRole[]): BlueprintRole[] {
  const rank = (role: BlueprintRole): number => 2 * Number(isNarrating(role)) + Number(role.gender !== 'neutral');
  return [...roles].sort((a, b) => rank(b) - rank(a) || b.lineCount - a.lineCount || (a.character < b.character ? -1 : 1));
}

/**
 * A voice for every role. Those in `decided` stay. The others are chosen by sex, age, accent and role, all different as long as the catalogue has enough
 * voices of the sex and age; two cues of one person (`sameAs`) share a voice. `origin` is the variety of English of the text. `production` is the id of the
 * project: among voices that fit about equally, each project gets other leads. A grown woman or man gets a voice of the other sex only when the catalogue has
 * nothing else, and a child never a grown voice unless the catalogue has no young one. Deterministic. With an empty catalogue, only `decided`.
 */
export function suggestVoices(
  cast: readonly BlueprintRole[], catalogue: readonly Voice[], decided: VoiceMap, origin: TextOrigin | null = null, production = '',
): VoiceMap {
  const usable = catalogue.filter(({ status }) => status === 'ready');
  const taken = Object.entries(decided).flatMap(([character, { voiceId }]) => {
    const voice = findVoice(catalogue, voiceId);
    const role = cast.find((each) => each.character === character);
    return voice ? [role ? takenBy(role, voice) : { voice, tells: character === NARRATOR }] : [];
  });
  const chosen: VoiceMap = { ...decided };
  const personOf = ({ character, sameAs }: BlueprintRole): string => sameAs ?? character;
  const byPerson = new Map(cast.flatMap((role) => (decided[role.character] ? [[personOf(role), decided[role.character]!]] : [])));
  for (const role of inOrder(cast.filter(({ character }) => !decided[character]))) {
    const known = byPerson.get(personOf(role));
    if (known) {
      chosen[role.character] = known;
      continue;
    }
    let best: { voice: Voice; fit: number } | null = null;
    for (const voice of choiceFor(role, usable)) {
      const fit = fitOf(role, voice, taken, { origin, production });
      if (!best || fit > best.fit) best = { voice, fit };
    }
    if (!best) break;
    taken.push(takenBy(role, best.voice));
    const { voiceId, name, provider } = best.voice;
    chosen[role.character] = { voiceId, voiceName: name, provider };
    byPerson.set(personOf(role), chosen[role.character]!);
  }
  return Object.fromEntries(cast.flatMap(({ character }) => (chosen[character] ? [[character, chosen[character]]] : [])));
}
