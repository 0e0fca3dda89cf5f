import type { Slot } from '../../../../craft/trailer/cut.js';
import type { Colour, MusicMood } from '../../../../craft/audio/composer/wish.js';
import type { Defect } from '../../../../domain/storyboards/takes/take.js';
import { html, type Markup } from '../../../html.js';
import { clockText } from '../../../wording.js';
import type { Choice } from '../../forms.js';
import type { Trailer, TrailerBeat } from '../../answers.js';

const STATES: Record<Trailer['status'], { text: string; tone: 'done' | 'wait' | 'ask' }> = {
  draft: { text: 'The plan waits for you', tone: 'ask' }, rendering: { text: 'Being rendered for review', tone: 'wait' },
  review: { text: 'Waits for your review', tone: 'ask' }, finishing: { text: 'Being finished', tone: 'wait' }, complete: { text: 'Finished', tone: 'done' },
};

export const trailerState = (status: Trailer['status']): Markup => html`<span class="tag ${STATES[status].tone}">${STATES[status].text}</span>`;

const SLOTS: Record<Slot, string> = {
  hook: 'Hook', setup: 'Setup', inciting: 'Inciting moment', escalation: 'Escalation', drop: 'Drop', climax: 'Climax', title: 'Title', button: 'Button',
};
export const slotText = (slot: TrailerBeat['slot']): string => SLOTS[slot];

const DEFECTS: Record<Defect, string> = {
  line_unheard: 'Its line is not heard', line_cut_off: 'Its line is cut off at the end', other_voice: 'Its line is said in another voice',
  lips_out_of_step: 'Lips do not keep to its line', opening_frame_missing: 'It does not open with its picture',
};
export const defectText = (defect: Defect): string => DEFECTS[defect];

const SIZES: Record<NonNullable<TrailerBeat['picture']>['size'], string> = {
  place: 'The place', wide: 'Everybody', two: 'Two people', medium: 'Medium', close: 'Close',
};

export const speakerText = (speaker: string | null): string => speaker ?? 'Narrator';

/** What a beat shows, in a few words: `Close: MARA, scene 2`. */
export function pictureText({ card, imageId, picture }: TrailerBeat): string {
  if (card !== null) return 'A card';
  if (imageId !== null) return 'An image of the project';
  if (picture === null) return 'Nothing';
  return `${SIZES[picture.size]}${picture.people.length > 0 ? `: ${picture.people.join(', ')}` : ''}, scene ${picture.sceneIndex + 1}`;
}

const named = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);
const MOODS: Record<MusicMood, string> = { even: 'Even', tense: 'Tense', hushed: 'Hushed', grave: 'Grave', bright: 'Bright' };

export const MOOD_CHOICES: readonly Choice[] = Object.entries(MOODS).map(([value, label]) => ({ value, label }));
/** `any` leaves the instruments to the mood. */
export const ANY_COLOUR = 'any';
export const colourChoices = (colours: readonly Colour[]): Choice[] =>
  [{ value: ANY_COLOUR, label: 'As the mood suggests' }, ...colours.map((colour) => ({ value: colour, label: named(colour) }))];

const ROLES: Readonly<Record<string, string>> = {
  held: 'Held tone', theme: 'Theme', pulse: 'Pulse', fall: 'Falls away', full: 'Full', hit: 'Strike', bare: 'Bare',
};
export const roleText = (role: string): string => ROLES[role] ?? named(role);

/** `3.2 s`. */
export const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** `0:04 to 0:07`. */
export const spanText = ({ startMs, endMs }: { startMs: number; endMs: number }): string => `${clockText(startMs)} to ${clockText(endMs)}`;
