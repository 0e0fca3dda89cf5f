import type { ScriptElement } from '../../screenplay/index.js';
import type { SceneLine } from '../model.js';
import { revised } from './revise.js';
import { understand, type Change } from './understand.js';

/** True for a change that can be made scene by scene, while an episode is drafted. */
export const followedInDrafts = ({ kind }: Change): boolean => !['drop_scenes', 'keep_scenes', 'at_most'].includes(kind);

function elementsOf(lines: readonly SceneLine[]): ScriptElement[] {
  return lines.flatMap((line): ScriptElement[] => {
    if (line.kind !== 'dialogue') return [{ type: line.kind, text: line.text }];
    const { character, extension, parenthetical, text } = line;
    return [
      { type: 'character', text: character, extensions: extension === null ? [] : [extension] },
      ...(parenthetical === null ? [] : [{ type: 'parenthetical' as const, text: parenthetical }]), { type: 'dialogue', text },
    ];
  });
}

function linesOf(elements: readonly ScriptElement[]): SceneLine[] {
  const lines: SceneLine[] = [];
  let cue = { character: '', extension: null as string | null, parenthetical: null as string | null };
  for (const element of elements) {
    if (element.type === 'character') cue = { character: element.text, extension: element.extensions[0] ?? null, parenthetical: null };
    else if (element.type === 'parenthetical') cue = { ...cue, parenthetical: element.text };
    else if (element.type === 'dialogue') lines.push({ kind: 'dialogue', ...cue, text: element.text });
    else if (element.type === 'action' || element.type === 'transition') lines.push({ kind: element.type, text: element.text });
  }
  return lines;
}

/** The lines of a scene after the instructions of its draft. Parts that no rule understands change nothing. */
export function instructedLines(lines: readonly SceneLine[], instructions: string | null): SceneLine[] {
  const changes = instructions === null ? [] : understand(instructions).understood.filter(({ change }) => followedInDrafts(change));
  return changes.length === 0 ? [...lines] : linesOf(revised({ titlePage: [], elements: elementsOf(lines) }, changes).script.elements);
}
