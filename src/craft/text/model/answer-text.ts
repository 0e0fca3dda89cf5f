/** The JSON that an answer contains, whatever surrounds it. `cut`: its end was missing and the unfinished parts were left out. */
export interface FoundJson { value: unknown; cut: boolean; fenced: boolean; thought: boolean }

const THOUGHT = /<(think|thinking|reasoning)>[\s\S]*?<\/\1>/giu;
/** Some templates open the thought themselves, so that the answer contains only its closing tag. */
const OPEN_THOUGHT = /^[\s\S]*?<\/(?:think|thinking|reasoning)>/iu;

/** Walks over JSON from its first bracket. Returns where it ends, or the brackets that are open at the end of the text. */
function walk(text: string, from: number): { end: number | null; open: string[]; lastComplete: number; openThere: string[] } {
  const open: string[] = [];
  let inString = false;
  let [lastComplete, openThere]: [number, string[]] = [from, []];
  for (let at = from; at < text.length; at++) {
    const character = text[at]!;
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') open.push(character === '{' ? '}' : ']');
    else if (character === '}' || character === ']') {
      open.pop();
      if (open.length === 0) return { end: at + 1, open, lastComplete, openThere };
      // Only finished objects count: the numbers of an unfinished one cannot be trusted.
      if (character === '}') [lastComplete, openThere] = [at + 1, [...open]];
    }
  }
  return { end: null, open, lastComplete, openThere };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replaceAll(/,\s*(?=[}\]])/gu, '').replaceAll(/[\u0000-\u001F]+/gu, ' '));
    } catch {
      return undefined;
    }
  }
}

/**
 * Finds the JSON in an answer: behind a thought, in a code fence, or after an introduction. Keeps only the finished elements of an answer that was cut. Null
 * when there is no JSON.
 */
export function findJson(answer: string): FoundJson | null {
  const plain = answer.replaceAll(THOUGHT, '').replace(OPEN_THOUGHT, '');
  const thought = plain.length < answer.length;
  const fenced = plain.includes('```');
  for (let from = plain.search(/[{[]/u), tries = 0; from >= 0 && tries < 20; tries++) {
    const { end, lastComplete, openThere } = walk(plain, from);
    if (end === null) {
      const mended = lastComplete > from ? parsed(plain.slice(from, lastComplete) + openThere.reverse().join('')) : undefined;
      return mended === undefined ? null : { value: mended, cut: true, fenced, thought };
    }
    const value = parsed(plain.slice(from, end));
    if (value !== undefined) return { value, cut: false, fenced, thought };
    const next = plain.slice(from + 1).search(/[{[]/u);
    from = next < 0 ? -1 : from + 1 + next;
  }
  return null;
}
