import type { Action, Script, ScriptElement } from '../script.js';

/**
 * A script that was read from Fountain, with Final Draft's paragraph types of the elements that it was written from (Shot, Cast List, New Act…), for which
 * Fountain has no form. An action whose words are not found again, in the same order, gets none.
 */
export function withFinalDraftTypes(script: Script, written: readonly ScriptElement[]): Script {
  if (!written.some((element) => element.type === 'action' && element.paragraphType !== undefined)) return script;
  const elements = [...script.elements];
  let from = 0;
  written.forEach((element, at) => {
    if (element.type !== 'action') return;
    const place = placeOf(element, elements, { from, to: at + MOST_MOVED });
    if (place < 0) return;
    if (element.paragraphType !== undefined) elements[place] = { ...elements[place] as Action, paragraphType: element.paragraphType };
    from = place + 1;
  });
  return { ...script, elements };
}

/** How far an edit moves the elements behind it, at most. */
const MOST_MOVED = 20;

/** Where the first action with the words of this one stands, of the elements `from` to `to`; -1 without one. */
function placeOf({ text }: Action, elements: readonly ScriptElement[], { from, to }: { from: number; to: number }): number {
  for (let at = Math.max(from, to - 2 * MOST_MOVED); at <= to && at < elements.length; at += 1) {
    const element = elements[at]!;
    if (element.type === 'action' && element.text === text) return at;
  }
  return -1;
}
