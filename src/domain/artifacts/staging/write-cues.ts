import type { Place } from '../../../craft/images/places/place.js';
import { soundsHeardIn } from '../../../craft/audio/heard/find-sounds.js';
import { MOMENTARY, type StageEffect } from '../../../craft/images/weather/effects.js';
import { effectsOfHeading, effectsToldIn, endsToldIn, type ToldEffect } from '../../../craft/images/weather/told-effects.js';
import type { Scene, Screenplay, ScreenplayEntry } from '../../../craft/screenplay/model.js';
import { passagesOf } from '../../canon/looks/scene-places.js';
import { inOrder, MAX_BECAUSE_CHARS, MAX_CUES_OF_SCENE, type FxCue } from '../overlays/fx-cues.js';

/** More effects than this at one entry would be a muddle. */
const MOST_AT_AN_ENTRY = 2;

/** True for exterior places, where weather is seen without a roof above it; outer space does not count. */
const isInTheOpen = ({ side, category }: Place): boolean => side === 'out' && category !== 'space';

const quoted = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_BECAUSE_CHARS).trim();

/** An explosion that is heard nearby also shakes the stage. */
function felt(text: string, found: readonly ToldEffect[]): ToldEffect[] {
  const blast = found.some(({ effect }) => effect === 'shake') ? undefined : soundsHeardIn(text).find(({ soundId }) => soundId === 'explosion');
  const isNear = blast && !/\b(?:distant|far|miles)\b/iu.test(text);
  return isNear ? [{ effect: 'shake', intensity: 'strong', lasts: 'line', start: blast.start, end: blast.end }] : [];
}

interface Open { cue: FxCue; isOver: boolean }

/** The cues of one scene, from its heading and its narrated words, which also end them. */
class SceneCues {
  private readonly cues: Open[] = [];

  constructor(private readonly scene: Scene, private readonly inTheOpen: boolean) {}

  heading(entry: ScreenplayEntry | undefined): void {
    const { heading, firstEntry } = this.scene;
    const entryIndex = entry?.kind === 'scene_heading' && entry.text === heading ? entry.index : null;
    for (const found of this.inTheOpen ? effectsOfHeading(heading) : []) {
      this.add({ ...found, entryIndex: firstEntry, untilEntryIndex: null, durationMs: null, because: { entryIndex, text: quoted(heading) } });
    }
  }

  told({ index, text }: ScreenplayEntry): void {
    for (const effect of endsToldIn(text)) this.end(effect, index);
    const found = effectsToldIn(text, this.inTheOpen);
    for (const { effect, intensity, lasts, start, end } of [...found, ...felt(text, found)].slice(0, MOST_AT_AN_ENTRY)) {
      const untilEntryIndex = MOMENTARY.has(effect) || lasts === 'scene' ? null : index;
      const because = { entryIndex: index, text: quoted(text.slice(start, end)) };
      this.add({ entryIndex: index, effect, intensity, untilEntryIndex, durationMs: null, because });
    }
  }

  all(): FxCue[] {
    return inOrder(this.cues.map(({ cue }) => cue)).slice(0, MAX_CUES_OF_SCENE);
  }

  private add(cue: FxCue): void {
    // A lasting effect that is still on does not begin again.
    const goesOn = this.cues.some(({ cue: { effect, untilEntryIndex, entryIndex }, isOver }) =>
      effect === cue.effect && !isOver && ((!MOMENTARY.has(effect) && untilEntryIndex === null) || entryIndex === cue.entryIndex));
    if (!goesOn) this.cues.push({ cue, isOver: false });
  }

  private end(effect: StageEffect, entryIndex: number): void {
    for (const open of this.cues) {
      if (open.cue.effect !== effect || open.isOver || open.cue.entryIndex >= entryIndex) continue;
      open.isOver = true;
      open.cue = { ...open.cue, untilEntryIndex: open.cue.untilEntryIndex ?? entryIndex - 1 };
    }
  }
}

/**
 * The cues that the words of a screenplay call for, by scene: those of headings, action and narration. Dialogue gives no cues, because people speak of other
 * places and times. Podcasts and scenes in a studio have none. `places` are the places of the scenes.
 */
export function cuesOf(screenplay: Screenplay, places: readonly Place[]): FxCue[][] {
  return screenplay.scenes.map((scene): FxCue[] => {
    const place = places[scene.index];
    if (screenplay.mode === 'podcast' || !place || place.category === 'studio') return [];
    const found = new SceneCues(scene, isInTheOpen(place));
    found.heading(screenplay.entries[scene.firstEntry]);
    for (const entry of screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1)) {
      if (passagesOf(screenplay, [entry])[0]?.kind === 'told') found.told(entry);
    }
    return found.all();
  });
}

/** The cues of a scene after the writer ran: `merge` keeps the cues that people set, `replace` does not. */
export function writtenOver(current: readonly FxCue[] | null, found: readonly FxCue[], mode: 'merge' | 'replace'): FxCue[] {
  const kept = mode === 'merge' ? (current ?? []).filter(({ because }) => because === null) : [];
  const isKept = ({ entryIndex, effect }: FxCue): boolean => kept.some((cue) => cue.entryIndex === entryIndex && cue.effect === effect);
  return inOrder([...kept, ...found.filter((cue) => !isKept(cue)).slice(0, MAX_CUES_OF_SCENE - kept.length)]);
}
