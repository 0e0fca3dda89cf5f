import type { ScreenplayEntry } from '../../../screenplay/model.js';
import { spokenCredits } from '../../../screenplay/index.js';
import type { LintContext } from './context.js';
import { clip, type Finding } from './findings.js';
import { isSayable } from '../wording/spoken-text.js';
import { countWords, lettersOf } from '../wording/wording.js';

/** `sayable`: a voice can pronounce the text. `breath`: every sentence can be said in one breath. */
export function speechFindings({ screenplay, heard, base }: LintContext): Finding[] {
  const findings: Finding[] = [];
  for (const entry of screenplay.entries) {
    if (heard[entry.index] === null) continue;
    if (entry.ttsText !== undefined && !isSayable(entry.ttsText)) {
      findings.push({ entryIndex: entry.index, rule: 'sayable',
        message: `A voice cannot pronounce this: ${clip(entry.ttsText)}` });
    }
    const said = entry.ttsText ?? entry.text;
    const longest = base.language === 'en' ? said.split(/(?<=[.!?])\s+/u)
      .find((sentence) => countWords(sentence) > MAX_BREATH_WORDS) : undefined;
    if (longest !== undefined) {
      findings.push({ entryIndex: entry.index, rule: 'breath',
        message: `This sentence has ${countWords(longest)} words, too many for one breath: ${clip(longest)}` });
    }
  }
  return findings;
}

const MAX_BREATH_WORDS = 75;
const HEADING = /^(?:INT\.|EXT\.|INT\.\/EXT\.)\s(\S.*?)(?:\s-\s(MORNING|DAY|AFTERNOON|EVENING|NIGHT|DAWN|DUSK|LATER|EARLIER|CONTINUOUS))?$/u;
/** Words of a heading that name no place and therefore need no support in a source. */
const NEUTRAL = /^(?:ROOM|\d+)$/u;
/** The heading of a scene without a known place. */
const NUMBERED = /^SCENE \d+(?: - (?:MORNING|DAY|AFTERNOON|EVENING|NIGHT|DAWN|DUSK|LATER|EARLIER))?$/u;

/** `heading`: the heading has the standard form, with a place in words of the sources, or is a number. A person is not a place. */
export function headingFindings({ screenplay, base }: LintContext): Finding[] {
  const cues = new Set(screenplay.cast.filter(({ role }) => role === 'character').map(({ character }) => character));
  return screenplay.scenes.flatMap(({ heading, firstEntry }): Finding[] => {
    if (heading.startsWith('INT. STUDIO') || NUMBERED.test(heading)) return [];
    const place = HEADING.exec(heading)?.[1];
    if (place === undefined || /\bA ROOM\b/u.test(place) || /^SCENE\b(?: \d+)?$/u.test(place) || cues.has(place)) {
      return [{ entryIndex: firstEntry, rule: 'heading',
        message: `${heading} is not a scene heading: expected INT. or EXT., a place and a time of day.` }];
    }
    const unknown = place.split(/[^\p{L}\p{N}]+/u).find((word) => word !== '' && !NEUTRAL.test(word)
      && !base.letters.some((letters) => letters.includes(lettersOf(word))));
    return unknown === undefined ? []
      : [{ entryIndex: firstEntry, rule: 'heading', message: `${heading}: the source does not mention ${unknown}.` }];
  });
}

const NO_NAME = /^(?:MR|MRS|MISS|MS|DR|SIR|LADY|LORD|THE|OLD|YOUNG|MAN|WOMAN|VOICE|\d+)$/u;
const HEARD_SOON = 2;

/** `unnamed`: every voice is named before it speaks or soon after. `two-names`: nobody has two cues. */
export function voiceFindings({ screenplay, heard }: LintContext): Finding[] {
  const { entries, cast } = screenplay;
  const findings: Finding[] = [];
  const spoken = entries.filter((entry) => heard[entry.index] !== null);
  const announced = spokenCredits(screenplay).opening ?? '';
  for (const { character, role } of cast) {
    if (role !== 'character') continue;
    const first = spoken.findIndex((entry) => entry.kind === 'dialogue' && entry.character === character);
    const entry = spoken[first];
    const names = character.split(/[\s-]+/u).filter((word) => !NO_NAME.test(word));
    if (!entry || names.length === 0 || entry.parenthetical === 'narrating') continue;
    const named = [{ text: announced }, ...spoken.slice(0, first + 1 + HEARD_SOON)].some((other) => mentionsAny(other, names));
    if (!named) {
      findings.push({ entryIndex: entry.index, rule: 'unnamed',
        message: `${character} speaks before the script names this person.` });
    }
  }
  return [...findings, ...twoNames(cast.filter(({ role }) => role === 'character').map(({ character }) => character))];
}

function mentionsAny({ text }: Pick<ScreenplayEntry, 'text'>, names: readonly string[]): boolean {
  const words = new Set(text.toUpperCase().match(/[\p{L}\p{N}]+/gu));
  return names.some((name) => words.has(name.replace(/[’'].*$/u, '')) || text.toUpperCase().includes(name));
}

function twoNames(cues: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  for (const cue of cues) {
    const longer = cues.find((other) => other !== cue && other.endsWith(` ${cue}`)
      && !/^(?:MR|MRS|MISS|MS|OLD|YOUNG|LITTLE)\b/u.test(other));
    if (longer !== undefined) {
      findings.push({ entryIndex: null, rule: 'two-names',
        message: `${cue} and ${longer} may be the same person.` });
    }
  }
  return findings;
}
