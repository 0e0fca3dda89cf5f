import { COMPOSED, SERVED, type MusicCue } from '../../../../domain/artifacts/music/music-cue.js';
import { html, type Markup } from '../../../html.js';
import { field, select } from '../../forms.js';
import type { SentForm } from '../../visit.js';
import { choices, MUTE_AND_REMOVE, numberOf, PERCENT, percent, seconds } from './cue-fields.js';
import { laneView, type CueSpan, type LaneSound } from './lane-view.js';

type Fields = SentForm['fields'];

const BY_MOOD = '';
/** Names for music that is made for its passage and so is not in the catalogue. */
const MADE: Readonly<Record<string, string>> = { [COMPOSED]: 'Composed for the passage', [SERVED]: 'Made for the passage by the music service' };
const ENDS = [{ value: 'fadeOut', label: 'It fades out' }, { value: 'cut', label: 'It stops at once' }];
const ROUNDS = [{ value: 'loop', label: 'As long as its place lasts' }, { value: 'once', label: 'Once' }];

const piecesOf = (sounds: readonly LaneSound[], now: string | undefined) =>
  (now !== undefined && now in MADE ? [{ value: now, label: MADE[now]! }, ...choices(sounds, undefined)] : choices(sounds, now));

function fields(values: Fields, sounds: readonly LaneSound[]): Markup {
  return html`<div class="pair">${select({ label: 'Piece', name: 'piece', value: values.piece ?? null }, piecesOf(sounds, values.piece))}
${field({ label: 'Level in per cent', name: 'level', type: 'number', value: values.level, range: PERCENT, hint: '100 is just below the voices' })}
${field({ label: 'Down under speech, in per cent', name: 'ducking', type: 'number', value: values.ducking, range: { min: 10, max: 100 }, hint: '10 hardly, 100 very far' })}
${field({ label: 'Fade in, in seconds', name: 'fadeIn', type: 'number', value: values.fadeIn, range: { min: 0, max: 60, step: 'any' } })}
${field({ label: 'Fade out, in seconds', name: 'fadeOut', type: 'number', value: values.fadeOut, range: { min: 0, max: 60, step: 'any' } })}
${select({ label: 'At its end', name: 'ending', value: values.ending ?? null }, ENDS)}${select({ label: 'It plays', name: 'rounds', value: values.rounds ?? null }, ROUNDS)}</div>
<details class="more"><summary>How the piece is played</summary><div class="pair">
${field({ label: 'Tempo in beats a minute', name: 'bpm', type: 'number', value: values.bpm, range: { min: 60, max: 180 }, hint: 'Empty: as composed' })}
${field({ label: 'Notes in per cent', name: 'density', type: 'number', value: values.density, range: PERCENT, hint: 'Empty: as composed; 0 few, 100 many' })}
${field({ label: 'Brightness in per cent', name: 'brightness', type: 'number', value: values.brightness, range: PERCENT, hint: 'Empty: as composed' })}</div></details>`;
}

const valuesOf = ({ mix, ducking, bpm, density, brightness, endTransition, clip }: MusicCue): Record<string, string> => ({
  piece: clip.assetId, level: percent(mix), ducking: percent(ducking), fadeIn: seconds(clip.fadeInMs), fadeOut: seconds(clip.fadeOutMs),
  ending: endTransition, rounds: clip.playMode, bpm: bpm === null ? '' : String(bpm), density: percent(density), brightness: percent(brightness),
});

/** The changed values of a form, as fields of the API: `sound` for how the music sounds, `laid` for how the piece is placed. */
function filledIn(cue: MusicCue, sent: Fields): { sound: Record<string, unknown>; laid: Record<string, unknown> } {
  const shown = valuesOf(cue);
  const number = (name: string, factor: number, isOptional = false): unknown => {
    const value = sent[name]?.trim() === shown[name] ? undefined : numberOf(sent[name], factor);
    return value === null && !isOptional ? undefined : value;
  };
  const choice = (name: string): unknown => (sent[name] === undefined || sent[name] === shown[name] ? undefined : sent[name]);
  const given = (fields: Record<string, unknown>) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const emptied = (name: string, factor: number): unknown => ((sent[name] ?? '') === shown[name] ? undefined : number(name, factor, true));
  return {
    sound: given({
      mix: number('level', 0.01), ducking: number('ducking', 0.01), endTransition: choice('ending'),
      bpm: emptied('bpm', 1), density: emptied('density', 0.01), brightness: emptied('brightness', 0.01),
    }),
    laid: given({ fadeInMs: number('fadeIn', 1_000), fadeOutMs: number('fadeOut', 1_000), playMode: choice('rounds') }),
  };
}

const isInside = (cue: MusicCue, other: MusicCue): boolean => other.cueId !== cue.cueId && cue.scope !== 'entry'
  && (cue.scope === 'screenplay' || other.scope === 'entry');

function changes(cue: MusicCue, sent: Fields, cues: readonly MusicCue[]): object[] {
  const { sound, laid } = filledIn(cue, sent);
  const piece = sent.piece ?? cue.clip.assetId;
  const isOther = piece !== cue.clip.assetId;
  if (!isOther && Object.keys({ ...sound, ...laid }).length === 0) return [];
  // The action `tune` on a scene also changes the cues of its lines. This form is about one cue only, so it replaces that cue instead.
  if (isOther || cues.some((other) => isInside(cue, other))) {
    const { mix, ducking, bpm, density, brightness, endTransition, instruments, clip: { prompt, ...clip } } = cue;
    // The prompt by which the piece was found is kept only together with that piece.
    const found = isOther || prompt === null ? {} : { prompt };
    return [{ action: 'replace', mix, ducking, bpm, density, brightness, endTransition, instruments, ...sound, clip: { ...clip, ...found, ...laid, assetId: piece } }];
  }
  return [{ action: 'tune', ...sound, ...(Object.keys(laid).length > 0 ? { clip: laid } : {}) }];
}

export const musicView = laneView<MusicCue>({
  key: 'music', title: 'Music', one: 'music', kind: 'music', scopes: ['scene', 'entry', 'screenplay'],
  operations: { get: 'getArtifactMusic', change: 'changeArtifactMusic' },
  spans: ({ spans }) => (spans ?? []) as CueSpan[],
  nameOf: ({ clip: { assetId } }, sounds) => MADE[assetId] ?? sounds.find(({ soundId }) => soundId === assetId)?.label ?? assetId.replaceAll('-', ' '),
  soundOf: ({ clip: { assetId } }) => assetId,
  valuesOf, fields, changes,
  newFields: (values, sounds) => html`${select({ label: 'Piece', name: 'piece', value: values.piece ?? BY_MOOD }, [{ value: BY_MOOD, label: 'One that suits the mood' }, ...choices(sounds, undefined)])}
${field({ label: 'Level in per cent', name: 'level', type: 'number', value: values.level, range: PERCENT, hint: 'Empty: as usual' })}`,
  add({ piece, level }) {
    const mix = numberOf(level, 0.01);
    return { action: piece ? 'replace' : 'generate', ...(mix === null ? {} : { mix }), ...(piece ? { clip: { assetId: piece } } : {}) };
  },
  verbs: [
    { name: 'again', label: 'Another piece', done: 'again', fits: ({ muted }) => !muted, body: { action: 'regenerate' } },
    ...MUTE_AND_REMOVE,
  ],
  fill: { label: 'Choose music for every scene', body: { action: 'generate' } },
});
