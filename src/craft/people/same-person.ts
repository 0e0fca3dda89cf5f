import { clash, formOf, isVoiceOf, MAX_NAMESAKES, sexOfTitles, type Form } from './mentions.js';
import { sexOfGivenName } from './names/given-names.js';
import { isAdjective, isOfAnAge, isTitle, nounOf } from './words.js';

interface Named { cue: string; form: Form }

const spelled = (title: string): string => (title === 'doctor' ? 'dr' : title.replace(/^capt$/, 'captain').replace(/^prof$/, 'professor'));

/** True when a short name (`VOSS`, `MARA`, `CAPTAIN`) can be another form of a fuller one (`CAPTAIN MARA VOSS`). */
function isShortFor(short: Form, full: Form): boolean {
  const [only] = short.words;
  if (short.words.length === 1 && short.titles.length === 0 && isTitle(only!)) return full.titles.map(spelled).includes(spelled(only!));
  if (nounOf(short.words.at(-1)!) || nounOf(full.words.at(-1)!) || clash(short.titles, full.titles)) return false;
  if (short.words.join(' ') === full.words.join(' ')) return short.titles.length === 0 && full.titles.length > 0;
  if (short.words.length >= full.words.length || (isOfAnAge(full.words[0]!) && !isOfAnAge(short.words[0]!))) return false;
  if (short.words.every(isAdjective)) return false;
  const begins = short.words.every((word, at) => full.words[at] === word);
  const ends = short.words.every((word, at) => full.words[full.words.length - short.words.length + at] === word);
  const sex = sexOfTitles(short.titles);
  const first = sexOfGivenName(full.words[0]!);
  return (begins || ends) && !(sex !== null && first?.certain === 1 && first.sex !== sex);
}

/** True when a cue is the voice of the person with another cue: `TOM'S VOICE` of `TOM`, but not `A MAN'S VOICE` of some `MAN`. */
const isVoiceFor = (voice: Named, other: Named): boolean => isVoiceOf(voice.cue) && !isVoiceOf(other.cue) && nounOf(other.form.words.at(-1)!) === null
  && spelledForm(voice.form) === spelledForm(other.form);

const spelledForm = ({ titles, words }: Form): string => [...titles, ...words].map(spelled).join(' ');

/** Maps each short cue to the fuller cue of the same person, when exactly one other cue fits. */
export function fullerCues(cues: readonly string[]): Map<string, string> {
  const forms = cues.map((cue) => ({ cue, form: formOf(cue) })).filter(({ form }) => form.words.length > 0);
  const byWord = new Map<string, typeof forms>();
  for (const each of forms) {
    for (const word of new Set([...each.form.titles, ...each.form.words].map(spelled))) {
      const known = byWord.get(word);
      if (known) known.push(each);
      else byWord.set(word, [each]);
    }
  }
  return new Map(forms.flatMap(({ cue, form }) => {
    const near = byWord.get(spelled(form.words[0]!)) ?? [];
    // A word that occurs in very many cues does not identify a person.
    const others = near.length > MAX_NAMESAKES ? [] : near.filter((other) => other.cue !== cue);
    const whole = others.filter((other) => isVoiceFor({ cue, form }, other));
    const fuller = whole.length > 0 ? whole : others.filter((other) => isShortFor(form, other.form) && !isVoiceOf(other.cue));
    return fuller.length === 1 ? [[cue, fuller[0]!.cue] as const] : [];
  }));
}

/** Cues by person: under the fullest cue of each person, all cues of that person. */
export function cuesByPerson(cues: readonly string[], fuller: ReadonlyMap<string, string>): Map<string, string[]> {
  const people = new Map<string, string[]>();
  for (const cue of cues) {
    const name = fullestCue(cue, fuller);
    const known = people.get(name);
    if (known) known.push(cue);
    else people.set(name, [cue]);
  }
  return people;
}

/** The fullest cue of the person behind a cue. */
export function fullestCue(cue: string, fuller: ReadonlyMap<string, string>): string {
  const seen = new Set([cue]);
  let found = cue;
  for (let next = fuller.get(found); next !== undefined && !seen.has(next); next = fuller.get(found)) {
    seen.add(next);
    found = next;
  }
  return found;
}
