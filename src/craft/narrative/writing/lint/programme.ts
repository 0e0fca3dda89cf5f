import { NARRATOR, type ScreenplayEntry } from '../../../screenplay/model.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { namedPeople } from '../material/quoted-people.js';
import { isAuthorsI } from '../wording/first-person.js';
import { roleOf, type LintContext } from './context.js';
import { clip, findingAt, type Finding } from './findings.js';
import { matchesOf } from '../../../patterns/matches.js';

/** The findings about what is heard in a documentary or a podcast; empty for a drama. */
export function programmeFindings(context: LintContext): Finding[] {
  const { mode, entries } = context.screenplay;
  if (mode === 'drama') return [];
  const english = context.base.language === 'en';
  return [
    ...hostChangeFindings(context), ...quotedVoiceFindings(context), ...firstPersonFindings(context),
    ...(english ? [...openingFindings(context), ...introductionFindings(context), ...entries.flatMap((entry) => idleQuestion(context, entry))] : []),
  ];
}

const isSource = ({ kind, origin }: ScreenplayEntry): boolean => kind === 'dialogue' && origin !== 'stock';

/** The words of the source between two entries; null when they come from different sources or are not in order. */
function between({ base }: LintContext, before: ScreenplayEntry, entry: ScreenplayEntry): string | null {
  const left = before.spans.at(-1);
  const right = entry.spans[0];
  if (!left || !right || left.sourceId !== right.sourceId || right.start < left.end) return null;
  return base.texts.get(left.sourceId)?.slice(left.end, right.start) ?? null;
}

/** `host-change`: two hosts do not share a paragraph, or a quotation in it, unless a question stands between them. */
function hostChangeFindings(context: LintContext): Finding[] {
  const findings: Finding[] = [];
  let before: ScreenplayEntry | null = null;
  for (const entry of context.screenplay.entries) {
    if (entry.kind !== 'dialogue' || roleOf(context, entry) !== 'host') continue;
    if (entry.origin === 'stock') {
      if (entry.text.endsWith('?')) before = null;
      continue;
    }
    const words = before ? between(context, before, entry) : null;
    if (before && before.character !== entry.character && words !== null && !/\n\s*\n/u.test(words) && !/\?["”’]*$/u.test(before.text)) {
      findings.push(findingAt(entry, 'host-change', `The host changes inside a paragraph, without a question: ${clip(entry.text)}`));
    }
    before = entry;
  }
  return findings;
}

const NAMED = '((?:\\p{Lu}[\\p{L}’-]+ )?\\p{Lu}[\\p{L}’-]+)';
const SAYS = '(?:said|says|told|tells|asked|asks|wrote|writes|added|adds|explained|explains|remembers|answered|answers|replied|recalls)';
const AFTER = new RegExp(`^[”"’]\\s+(?:${NAMED} ${SAYS}|${SAYS} ${NAMED})(?!\\p{L})`, 'u');
const WHOLE_QUOTE = /[“"](\p{Lu}[^“”"]{14,}[.,!?])(?=[”"])/gu;

const cueOf = (name: string): string => name.split(' ').at(-1)!.toUpperCase();

/** `two-voices`: a person with a voice of their own speaks all their complete sentences in that voice, and nobody else's. */
function quotedVoiceFindings(context: LintContext): Finding[] {
  const { entries, cast } = context.screenplay;
  const people = cast.filter(({ role }) => role === 'character').map(({ character }) => character);
  const voiceOf = (name: string | undefined): string | undefined => name === undefined ? undefined : people.find((cue) => cue === cueOf(name) || cue.endsWith(` ${cueOf(name)}`));
  return entries.filter(isSource).flatMap((entry): Finding[] => {
    const role = roleOf(context, entry);
    const span = entry.spans.at(-1);
    const source = span ? context.base.texts.get(span.sourceId) ?? '' : '';
    const tagged = (tag: RegExpExecArray | null): string | undefined => voiceOf(tag?.[1] ?? tag?.[2]);
    const others = role === 'character' ? [tagged(AFTER.exec(source.slice(span!.end, span!.end + 80)))]
      : matchesOf(entry.text, WHOLE_QUOTE).map((match) => tagged(AFTER.exec(entry.text.slice(match.index + match[0].length))));
    const other = others.find((cue) => cue !== undefined && cue !== entry.character);
    return other === undefined ? [] : [findingAt(entry, 'two-voices', `${entry.character ?? NARRATOR} says words of ${other}: ${clip(entry.text)}`)];
  });
}

/** `shared-i`: only one voice says `I` for the author of a source. */
function firstPersonFindings(context: LintContext): Finding[] {
  const voices = new Map<string, string>();
  return context.screenplay.entries.filter(isSource).flatMap((entry): Finding[] => {
    const source = entry.spans[0]?.sourceId;
    if (source === undefined || roleOf(context, entry) === 'character' || !isAuthorsI(entry.text)) return [];
    const voice = voices.get(source) ?? entry.character!;
    voices.set(source, voice);
    return voice === entry.character ? [] : [findingAt(entry, 'shared-i', `${entry.character} says I for the author, and ${voice} before: ${clip(entry.text)}`)];
  });
}

const POINTS_BACK = new RegExp('^["“‘]?(?:(?:He|She|They|Him|Her|Them|His|Hers|Their|Its|This|These|Those|Such)\\b(?! (?:who|of us|present)\\b)'
  + '|It (?!(?:is|was|would be|will be|seems|seemed|has been|had been|took|takes|rained|snowed)\\b)|That (?:is|was|did|does|had|has)\\b'
  + '|The (?:latter|former|others?|same|rest)\\b|The (?:second|third|fourth|fifth) (?:is|was)\\b|(?:Some|Most|Many|Both|All|Each|None) of (?:them|these|those|which)\\b|(?:But|And|So(?! (?:let|far)\\b)|Yet|Then|However|Therefore|Hence|Thus|Moreover|Instead|Nor|Or)\\b)', 'u');
const DATE = /^(?:\p{Lu}\p{Ll}+day,? )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\b.*|\d{1,2}(?:st|nd|rd|th)?\b.*)$/u;
const MAX_JOINED_CHARACTERS = 60;

/**
 * `dangling-opening`: the first sentence after a gap can be understood alone, and what a narrator says before a passage is a date, a heading of the source,
 * or a complete sentence.
 */
function openingFindings(context: LintContext): Finding[] {
  const findings: Finding[] = [];
  let before: ScreenplayEntry | null = null;
  for (const entry of context.screenplay.entries.filter(isSource)) {
    if (entry.character === NARRATOR && roleOf(context, entry) === 'narrator') {
      if (isFragment(context, entry)) findings.push(findingAt(entry, 'dangling-opening', `Says nothing without what is left out: ${clip(entry.text)}`));
      continue;
    }
    const words: string | null = before ? between(context, before, entry) : '';
    const isTagged = entry.text.endsWith(':') || before?.text.endsWith(':');
    if (words === null ? !isTagged : words.trim().length > MAX_JOINED_CHARACTERS && !isTagged) {
      const first = splitSentences(entry.text)[0];
      const sentence = first ? entry.text.slice(first.start, first.end) : entry.text;
      if (roleOf(context, entry) !== 'character' && POINTS_BACK.test(sentence)) {
        findings.push(findingAt(entry, 'dangling-opening', `Begins with what is left out: ${clip(sentence)}`));
      }
    }
    before = entry;
  }
  return findings;
}

/** True for words of the source that are neither a date nor a heading nor the beginning of a sentence. */
function isFragment({ base }: LintContext, { text, spans }: ScreenplayEntry): boolean {
  const [span] = spans;
  const source = span ? base.texts.get(span.sourceId) ?? '' : '';
  if (!span || text.split('. ').every((part) => DATE.test(part))) return false;
  return !/(?:^|\n|[.!?:][”"’)]*)\s*[“"‘(]?$/u.test(source.slice(Math.max(0, span.start - 8), span.start)) && !/(?:^|\n)[#\s\divxlcIVXLC.]*$/u.test(source.slice(Math.max(0, span.start - 12), span.start));
}

/** `unintroduced`: a person whom the text introduces in omitted words is not named by the last name alone afterwards. */
function introductionFindings({ screenplay, base }: LintContext): Finding[] {
  const told = screenplay.entries.filter(isSource);
  return [...base.texts].flatMap(([sourceId, text]): Finding[] => {
    const spans = told.flatMap((entry) => entry.spans.filter((span) => span.sourceId === sourceId).map((span) => ({ ...span, entry })));
    const first = Math.min(...spans.map(({ start }) => start));
    return namedPeople(text).flatMap(({ last, first: given, at, sharesLast }): Finding[] => {
      if (given === '' || at < first || spans.some(({ start, end }) => start <= at && at < end)) return [];
      const naming = spans.find(({ start, entry }) => start > at && new RegExp(`(?<!\\p{L})${sharesLast ? given : last}(?!\\p{L})`, 'u').test(entry.text));
      return naming ? [findingAt(naming.entry, 'unintroduced', `${last} is named, but not introduced: ${clip(naming.entry.text)}`)] : [];
    });
  });
}

const WHETHER = /^(?:Did|Does|Do|Was|Were|Is|Are|Has|Have|Had|Can|Could|Will|Would) /u;
const ANYBODY = /^(?:Did|Does|Do) any(?:body|one|thing) (\p{L})/u;
const NOBODY = /\b(?:nobody|no one|nothing) (\p{L})/iu;
const OPEN = /\b(?:until|unless|who|but|while|before|except)\b/u;
const MAX_SETTLING_WORDS = 16;

/** `idle-question`: a host asks only questions that a person would ask, and the words that follow settle them. */
function idleQuestion({ screenplay }: LintContext, entry: ScreenplayEntry): Finding[] {
  if (entry.kind !== 'dialogue' || entry.origin !== 'stock' || !entry.text.endsWith('?')) return [];
  const answer = screenplay.entries.slice(entry.index + 1).find(({ kind }) => kind === 'dialogue')?.text ?? '';
  const clause = answer.split(/[.;:—]/u)[0]!;
  const asked = ANYBODY.exec(entry.text)?.[1]?.toLowerCase();
  const isOpen = WHETHER.test(entry.text) && (OPEN.test(clause) || clause.split(' ').length > MAX_SETTLING_WORDS);
  const isOther = asked !== undefined && NOBODY.exec(answer)?.[1]?.toLowerCase() !== asked;
  const isVain = /^Why (?:can|could|may|might|will|would|shall|should|must) |^Where (?:do|does|did|is|was) (?:an? |he |she |it )/u.test(entry.text);
  return isOpen || isOther || isVain ? [findingAt(entry, 'idle-question', `Nobody asks this before what follows: ${clip(entry.text)}`)] : [];
}
