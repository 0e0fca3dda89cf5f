import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { Setting, SettingValue } from '../../../kernel/families/settings/setting.js';

/** The type under which settings of artifacts are stored: permanent. */
export const ARTIFACT_SUBJECT = 'artifact';

/** Settings of a type of artifact, by their names in the manifest. They change how the artifact is shown or heard and make no revision. */
export type Overlays = Readonly<Record<string, Setting>>;

export type OverlayValues<O extends Overlays> = { [Name in keyof O]: SettingValue<O[Name]> };

/** The value of every overlay: what was chosen, else the declared default. */
export function overlayValues<O extends Overlays>(overlays: O, chosen: Chosen): OverlayValues<O> {
  return Object.fromEntries(Object.entries(overlays).map(([name, overlay]) => [name, chosenValue(chosen, overlay)])) as OverlayValues<O>;
}
