import type { Action, Script, ScriptElement } from '../script.js';

/**
 * A script that was read from Fountain, with Final Draft's paragraph types of the elements that it was written from (Shot, Cast List, New Act…), for which
 * Fountain has no form. An action whose words are not found again, in the same order, gets none.
 */
export function withFinalDraftTypes(script: Script, written: readonly ScriptElement[]): Script {
  if (!written.some((element) => element.type === 'action' && element.paragraphType !== undefined)) return script;
  const elements = [...script.elements];
  let at = 0;
  for (const element of written) {
    const place = element.type === 'action' ? placeOf(element, elements, at) : -1;
    if (element.type !== 'action' || place < 0) continue;
    if (element.paragraphType !== undefined) elements[place] = { ...elements[place] as Action, paragraphType: element.paragraphType };
    at = place + 1;
  }
  return { ...script, elements };
}

/** Where the first action with the words of this one stands, from `from` on; -1 without one. */
function placeOf({ text }: Action, elements: readonly ScriptElement[], from: number): number {
  for (let at = from; at < elements.length; at += 1) {
    const element = elements[at]!;
    if (element.type === 'action' && element.text === text) return at;
  }
  return -1;
}
