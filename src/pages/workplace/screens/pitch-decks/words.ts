import type { ArcStage, ChapterKind } from '../../../../craft/deck/deck.js';
import type { Stage } from '../../../../domain/pitch-decks/deck-model.js';
import type { Defect } from '../../../../domain/storyboards/takes/take.js';
import { html, type Markup } from '../../../html.js';

const STAGES: Readonly<Record<Stage, readonly [tag: string, words: string]>> = {
  plan: ['ask', 'Waits for its plan to be approved'], storyboard: ['ask', 'Waits for its storyboard to be approved'], draft: ['ask', 'Waits for its film to be approved'],
  rendering: ['wait', 'Being made'], review: ['ask', 'Ready to be finished'], finished: ['done', 'Finished'], published: ['done', 'Published'],
};

export const deckState = (stage: Stage): Markup => html`<span class="tag ${STAGES[stage][0]}">${STAGES[stage][1]}</span>`;

const ARCS: Readonly<Record<ArcStage, string>> = { setup: 'Setup', escalation: 'Escalation', turn: 'Turn', closing_question: 'Closing question' };
export const arcText = (stage: ArcStage): string => ARCS[stage];

const KINDS: Readonly<Record<ChapterKind, string>> = {
  logline: 'Logline', world: 'World', people: 'People', scene: 'Scene', synopsis: 'Synopsis', look: 'Look', intent: 'What you told', closing: 'Closing', own: 'Your own',
};
export const kindText = (kind: ChapterKind): string => KINDS[kind];

const DEFECTS: Readonly<Record<Defect, string>> = {
  line_unheard: 'A line or its text is not heard', line_cut_off: 'It is too short for what is said', other_voice: 'Something is said in another voice',
  lips_out_of_step: 'Lips do not keep to what is said', opening_frame_missing: 'It does not open with its picture',
};
export const defectText = (defect: Defect): string => DEFECTS[defect];
