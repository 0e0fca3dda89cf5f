import { describe, expect, it } from '@jest/globals';
import { extractInline } from '../../src/craft/extract/index.js';
import {
  actingPart, announceScenes, parseFdx, parseFountain, parsePlainText, SCRIPT_LIMITS, toTableRead, type Script,
} from '../../src/craft/screenplay/index.js';
import { tidy } from '../../src/craft/narrative/writing/wording/wording.js';
import { phrasesOf } from '../../src/craft/speech/flite/phrasing.js';
import { toSpokenText } from '../../src/craft/speech/flite/spoken-text.js';
import { plainerText } from '../../src/craft/speech/plain-spelling.js';
import { expand } from '../../src/craft/speech/text/expand.js';
import { toPlainText } from '../../src/craft/speech/text/plain-text.js';
import { shownWords } from '../../src/craft/speech/times/shown-words.js';
import { hostileTexts } from '../support/hostile/texts.js';

const SHORT = 2_000;
const FACTOR = 8;
/** Work that grows with the length takes 8 times as long for 8 times the text, work that grows with its square 64 times. */
const MOST = 24;
/** Only a piece that seems to take too long is tried again. The work of other processes makes short times vary by several times. */
const ATTEMPTS = 12;
/** So many pieces that take too long are enough to know; each may take seconds. */
const FOUND = 3;

/** The limit of time is far away, so that it hides nothing. */
const LIMITS = { ...SCRIPT_LIMITS, milliseconds: 600_000 };

/** A script whose heading, action and speech are this text. */
const scriptOf = (text: string): Script => ({
  titlePage: [], elements: [
    { type: 'scene_heading', text: `INT. ${text}` }, { type: 'action', text }, { type: 'character', text: 'ADA', extensions: [] }, { type: 'dialogue', text },
  ],
});

/** What is done with a text of a stranger before anything limits how long it takes. */
const READERS: Record<string, (text: string) => unknown> = {
  'a line in words for the voices': (text) => {
    const plain = toPlainText(text);
    return plain.kind === 'words' ? expand(plain.text, 'gb') : null;
  },
  'a line for the embedded voices, in phrases': (text) => {
    const spoken = toSpokenText(text);
    return spoken.kind === 'words' ? phrasesOf(spoken.ascii) : null;
  },
  'a line in its plainest spelling': plainerText,
  'a screenplay as it is said': (text) => announceScenes(toTableRead(scriptOf(text), { mode: 'drama', narrationPolicy: 'include', title: 'T' })),
  'how a line is acted': actingPart,
  'a line of a script without its typed marks': tidy,
  'the words that are shown': shownWords,
  'a script in Fountain': (text) => parseFountain(text, LIMITS),
  'a script of plain text': (text) => parsePlainText(`INT. A - DAY\n\n${text}`, LIMITS),
  'a script of Final Draft': (text) => parseFdx(`<FinalDraft><Content><Paragraph Type="Action"><Text>${text.replace(/[<&]/g, '.')}</Text></Paragraph></Content></FinalDraft>`, LIMITS),
  'a source in Markdown': (text) => extractInline('markdown', text),
  'a source of plain text': (text) => extractInline('text', text),
};

/** Processor time in microseconds; other programs on the machine do not count. */
function cost(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** How many times longer a text takes that is 8 times as long, at the best of several attempts. */
function growth(read: (text: string) => unknown, short: string, long: string, usual: number): number {
  let [least, leastLong] = [Infinity, Infinity];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    leastLong = Math.min(leastLong, cost(read, long));
    least = Math.min(least, Math.max(usual, cost(read, short)));
    if (leastLong / least <= MOST) break;
  }
  return leastLong / least;
}

describe('a hostile text takes time in proportion to its length', () => {
  it.each(Object.entries(READERS))('%s', (_name, read) => {
    const usual = 'The lamp went out at 9.30, and “nobody,” said Mr. Hale, “will light it again.” '.repeat(SHORT / 80);
    const costs = Array.from({ length: 9 }, () => cost(read, usual));
    const shorts = hostileTexts(SHORT);
    const slow: string[] = [];
    for (const { piece, text } of hostileTexts(SHORT * FACTOR)) {
      const times = growth(read, shorts.next().value!.text, text, Math.min(...costs));
      if (times > MOST) slow.push(`${piece} × ${Math.round(times)}`);
      if (slow.length === FOUND) break;
    }
    expect(slow).toEqual([]);
  });
});
