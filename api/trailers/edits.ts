import Type from 'typebox';
import { imageNamed, narratorNamed } from '../../src/domain/storyboards/named.js';
import { findTake } from '../../src/domain/storyboards/takes/take.js';
import { TAKE_KIND, type BeatTake } from '../../src/domain/trailers/takes/beat-takes.js';
import { LINE_OFFSETS_MS, type Component } from '../../src/domain/trailers/trailer-board.js';
import { closed, Id, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import { effectEdit, musicEdit } from '../families/board-sound.js';
import { boardSettings, narratorSetting } from '../families/board-settings.js';
import type { Access } from '../families/subject.js';
import { fold, regenerate, storyboardEdits, type EditRow } from '../families/storyboard-edits.js';
import { Narrator } from './schemas.js';
import { trailerPath } from './trailer-path.js';
import { boardOf, trailerSubject, type ShownBeat } from '../../src/domain/trailers/trailer-model.js';
import { findStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';

const BUY: Access = { scopes: ['artifact:publish'], idempotency: 'required' };
const Index = (description: string) => Type.Integer({ minimum: 0, maximum: 100_000, description });
const Words = (most: number, description: string) => Type.String({ minLength: 1, maxLength: most, pattern: VISIBLE, description });
const beat = { noun: 'beat' as const };

const Component = Type.Union([
  closed({ kind: Type.Literal('take'), takeId: Type.String({ minLength: 1, maxLength: 80, description: 'A take of this beat, which brings back what it shows' }) }),
  closed({ kind: Type.Literal('line'), entryIndex: Index('A line of the read'), sentence: Index('Which part of it, from 0') }),
  closed({ kind: Type.Literal('card'), words: Words(80, 'On a card, in the place of the picture') }),
  closed({ kind: Type.Literal('place'), sceneIndex: Index('A scene of the read: its place is seen') }),
  closed({ kind: Type.Literal('person'), character: Words(120, 'Who is seen, as the read names the person'), size: oneOf(['medium', 'close']) }),
], { description: 'What is put into the beat' });

/** The take that a component names; null for other components and for a take that does not exist. */
const takeNamed = ({ db }: Services, component: Component): Promise<BeatTake | null> =>
  (component.kind === 'take' ? findTake<ShownBeat>(db, TAKE_KIND, component.takeId) : Promise.resolve(null));

/** Raises `validation_failed` for a beat that shows a card or an image instead of the stage: only the stage can be framed in another way. */
async function requireStaged({ db }: Services, { id, projectId }: { id: string; projectId: string }, at: number): Promise<void> {
  const stored = await findStoryboard(db, trailerSubject({ id, projectId }));
  const beat = stored && boardOf(stored).items[at];
  if (beat && (beat.picture === null || beat.image !== null)) throw new ApiError('validation_failed', 'this beat shows a card or an image, which has one frame', { field: 'beatIndex' });
}

const ROWS: readonly EditRow[] = [
  fold('/storyboard/apply-component', 'applyComponent', { ...beat, body: { component: Component } }, {
    id: 'applyTrailerComponent', summary: 'Put a component into a beat of a trailer', example: { beatIndex: 2, component: { kind: 'place', sceneIndex: 0 } },
    description: 'A take, a line of the read, a card, a place or a person. A line must fit into the beat.',
    effects: {
      'component.kind': 'what is put in', 'component.takeId': 'which take is seen', 'component.words': 'what the card says', 'component.character': 'who is seen',
    },
    find: (services, { body }) => takeNamed(services, body.component as Component),
    args: ({ body, found }) => ({ component: body.component, take: found }),
  }),
  {
    path: '/storyboard/swap-library', id: 'swapTrailerImage', summary: 'Show an image of the project in a beat of a trailer', body: { beatIndex: Index('Counted from 0'), imageId: nullable(Id) },
    description: 'In the place of the stage; null shows the stage again.', example: { beatIndex: 3, imageId: null },
    find: (services, { row, body }) => (body.imageId === null ? Promise.resolve(null) : imageNamed(services, row.projectId, body.imageId as string)),
    edit: ({ body, found }) => ({ kind: 'patch', at: body.beatIndex as number, fields: { image: found, ...(found ? { card: null } : {}) } }),
  },
  fold('/storyboard/audio-timeline', 'moveLine', {
    ...beat, body: {
      lineOffsetMs: Type.Optional(Type.Integer({ minimum: LINE_OFFSETS_MS.least, maximum: LINE_OFFSETS_MS.most, description: 'When the line begins after its beat; before it, when negative' })),
      lineGainDb: Type.Optional(Type.Number({ minimum: -18, maximum: 6, description: 'How much louder it is than it was spoken' })),
    },
  }, {
    id: 'moveTrailerLine', summary: 'Move the line of a beat of a trailer', example: { beatIndex: 1, lineOffsetMs: -400 },
    description: 'A line may begin before its picture, or end after it, but within the trailer.', effects: { lineOffsetMs: 'when it is heard', lineGainDb: 'how loud it is' },
  }),
  musicEdit('Against the voices', {
    id: 'changeTrailerMusic', summary: 'Change the music of a trailer', example: { mood: 'grave', levelDb: -3 },
    description: 'It is written for the cut: its sections are the parts of the trailer, and it strikes where the cut does.',
  }),
  effectEdit({ noun: 'beat', mostMs: 60_000, kinds: ['sfx', 'bell'], words: 'effect', list: '', named: 'An effect or a bell' }, {
    id: 'changeTrailerEffects', summary: 'Add or remove an effect of a trailer', example: { beatIndex: 0, action: 'add', soundId: 'thunder' },
    description: 'An effect that is there already is moved.',
  }),
  fold('/storyboard/refine', 'recut', { body: { instruction: Words(400, 'What the trailer is to be like, in words') } }, {
    id: 'refineTrailer', summary: 'Cut a trailer again by an instruction', example: { instruction: 'no narrator' },
    description: 'Followed whole or refused, naming what was not understood: shorter lines, without somebody, more of somebody, no narrator, faster, slower, less talk, another opening. '
      + 'Beats that stay keep their takes, which are stale where the beat lasts longer or shorter; words and images that people put in stay. Free.',
    effects: { instruction: 'rules follow it or it is refused' },
    args: ({ body, callId }) => ({ ...body, callId }),
  }),
  fold('/storyboard/regenerate-text', 'reword', { ...beat, body: { instruction: Type.Optional(Words(400, 'What the line is to be like; without it, the next best one')) } }, {
    id: 'regenerateTrailerText', summary: 'Choose another line for a beat of a trailer', access: BUY, example: { beatIndex: 0, instruction: 'a question' },
    description: 'Never one that is heard elsewhere or was there before. Free; its clip is to be rendered again.', effects: { instruction: 'rules follow it or it is refused' },
    args: ({ body }) => ({ instruction: body.instruction ?? null }),
  }),
  regenerate('/storyboard/regenerate', beat, 'frame', {
    id: 'regenerateTrailerFrame', summary: 'Make the frame of a beat of a trailer again', access: BUY, price: 'FRAME', instructed: false, example: { beatIndex: 4 },
    find: (services, { row, body }) => requireStaged(services, row, body.beatIndex as number),
    description: 'Another framing of the same moment, as a still; its clip is to be rendered again. Costs FRAME credits, charged when it is there.',
  }),
  regenerate('/storyboard/regenerate-clip', beat, 'clip', {
    id: 'regenerateTrailerClip', summary: 'Make the clip of a beat of a trailer again', access: BUY, price: 'CLIP', instructed: false, example: { beatIndex: 4 },
    description: 'Another take of what the beat says now, with another camera; the film for review then shows it. Earlier takes stay, and a component brings one back. Costs CLIP credits, '
      + 'charged when it is there.',
  }),
];

const NARRATOR = boardSettings(trailerPath, { narrator: narratorSetting({
  words: 'who narrates', whole: nullable(Narrator), note: 'The voice that speaks narrated lines; null: they are heard as in the read.',
  find: (services, _projectId, body) => narratorNamed(services, body),
}) });

/** The storyboard of a trailer and its edits. */
export const trailerEditOperations = [...storyboardEdits(trailerPath, ['/storyboard'], [...ROWS, ...NARRATOR.edits]), ...NARRATOR.reads];
