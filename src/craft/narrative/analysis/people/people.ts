import { Figures, type Figure } from '../names/figures.js';
import { cleanForm, isOpenTitle, NAME, ROLE } from '../names/names.js';
import { isFirstName, longFirstName } from '../names/first-names.js';
import { ABBREVIATED_TITLE, ENDS_IN_PERSON, EXCLAMATION, HONORIFIC, KIN, NO_NAME, SPEECH_VERB } from '../language/lexicon.js';
import type { StoryReading } from '../../model.js';
import type { Item } from '../speech/turns.js';
import { isAnotherOfTheFamily, keepSistersApart, type Naming } from './families.js';
import { noteWomenByOccupation } from './sexes.js';
import { isNoPerson, lowerCaseWords, type WordCounts } from './no-person.js';
import { matchesOf } from '../../../patterns/matches.js';

const NAMES = new RegExp(`(?<![\\p{L}’])(${NAME})`, 'gu');
const ROLES = new RegExp(`(?<![\\p{L}’])(${ROLE})(?=[\\s,.;:’!?])`, 'gu');
const TITLED = new RegExp(`^(?:${HONORIFIC})\\s\\p{Lu}`, 'u');
const VOCATIVE = new RegExp(`(?:^[“‘\\s]*|“\\s?|(?<!\\b(?:St|${ABBREVIATED_TITLE}))[,—.!?]\\s|\\b(?:my\\sdear|dear|[Oo]h|[Aa]h|O|[Ww]ell|[Nn]ow|[Yy]es|[Nn]o|and|you)[,\\s]\\s?)(${NAME})(?=\\s*(?:[,.!?;”—]|’(?!s)))`, 'gu');
/** A name alone: “Ada Quill.” answers a question, while “Ada!” calls her. */
const NAME_ALONE = new RegExp(`^“(?:${NAME}[.,] )?${NAME}(?:, (?:sir|ma’am|madam|miss))?\\.”$`, 'u');
/** A lower-case word that addresses someone: `But, nanny, …`, `Yes, doctor.` */
const ROLE_VOCATIVE = /(?:[“,—.!?]\s?|\b(?:my dear|dear|[Oo]h|[Yy]es|[Nn]o|[Ww]ell)\s)(\p{Ll}{3,})(?=[,.?!;”—])/gu;
/** Only these words before a first name indicate a place; other prepositions, such as `to` and `of`, go with people too. */
const PLACE_WORDS = 'in|at|near|through|into|reached|left|around|outside';
const IN_A_PLACE = new RegExp(`\\b(?:${PLACE_WORDS})\\s$`);
const PLACE_BEFORE = new RegExp(`\\b(?:${PLACE_WORDS}|from|of|to|towards?|for)\\s$`);

/** Actions of a person that a place cannot do: `Ann lowered her lamp`. */
const ACTS = new RegExp(`^,?\\s(?:[a-z]+ly\\s|then\\s|again\\s)?(?:${SPEECH_VERB}|looked|turned|nodded|shook|took|put|stared|glanced|rose|sat|stood|` +
  'lowered|raised|lifted|bent|leaned|leant|drew|wiped|rubbed|shrugged|frowned|stopped|paused|hesitated|felt|knew|saw|heard|wanted|' +
  '(?:was|were)\\s[a-z]+ing|tried|cleared|folded|crossed|smiled|blinked|swallowed|coughed|grinned|walked|ran|came|went|opened|shut|closed|held|picked|pulled|pushed|laid|followed|listened|waited|watched)\\b(?!\\sto\\s(?:the|a)\\s)', 'u');
/** `Ann cleared her throat`: only a person does that, so that one such act beside a quotation makes a person of a name. */
const ACTS_IN_BODY = /^,?\s(?:[a-z]+ly\s)?[a-z]+\s(?:off\s|up\s|down\s)?(?:his|her)\s(?:throat|head|hands?|arms?|eyes?|eyebrows?|lips?|shoulders|chin|fingers?|nose|hat|cap|coat|glasses|spectacles)(?![\p{L}-])/u;
const ENOUGH_ACTS = 2;

/**
 * Finds the people of a text from its tags, titles, vocatives and names, adds them to `figures`, and marks every mention in the items. Each pair of names in
 * `apart` belongs to two different people.
 */
export function identifyPeople(items: readonly Item[], figures: Figures = new Figures(), apart: StoryReading['apart'] = []): Figures {
  for (const [one, other] of apart) figures.keepApart(cleanForm(one), cleanForm(other));
  const tagged = new Map<string, number>();
  for (const { turn } of items) {
    if (turn?.tag?.kind !== 'name') continue;
    const form = cleanForm(turn.tag.subject);
    tagged.set(form, (tagged.get(form) ?? 0) + (turn.tag.how === 'beat' ? 0.4 : 1));
  }
  keepSpeakersFromAddressees(items, figures);
  keepNamesakesApart(items, figures);
  const namings = countNamings(items);
  keepSistersApart(namings, figures);
  const forms = new Set([...tagged.keys(), ...namings.keys()]);
  const counts: WordCounts = { forms: namings, lower: lowerCaseWords(items) };
  const ordered = [...forms].filter((form) => form !== '' && !isNoPerson(form, counts))
    .sort((a, b) => rank(b, tagged) - rank(a, tagged) || (a < b ? -1 : 1));
  for (const form of ordered) {
    const naming = namings.get(form);
    const tags = tagged.get(form) ?? 0;
    if (tags >= 1 ? isName(form, naming) : isPerson(form, naming, tagged, figures)) {
      figures.add(form, naming?.count ?? 0, Math.floor(tags), isAnotherOfTheFamily(form, figures, namings));
    }
  }
  for (const item of items) item.mentions = figures.mentionsIn(item.narration);
  inferGenders(items, figures);
  noteWomenByOccupation(items, figures);
  return figures;
}

/** `“…, Miss Ada?” asked Miss Quill` involves two people, whichever names they share. */
function keepSpeakersFromAddressees(items: readonly Item[], figures: Figures): void {
  for (const { turn } of items) {
    if (turn?.tag?.kind !== 'name' || turn.tag.how === 'beat') continue;
    const speaker = cleanForm(turn.tag.subject);
    for (const addressee of vocativeForms(turn.words)) if (addressee !== speaker) figures.keepApart(speaker, addressee);
  }
}

/** Two short forms of one name beside each other (`Jack and Johnny`) are two people. */
function keepNamesakesApart(items: readonly Item[], figures: Figures): void {
  for (const { narration } of items) {
    const forms = new Map<string, Set<string>>();
    for (const match of matchesOf(narration, NAMES)) {
      const form = cleanForm(match[1] ?? '');
      const long = longFirstName(form.split(' ')[0] ?? '');
      forms.set(long, (forms.get(long) ?? new Set()).add(form));
    }
    for (const named of forms.values()) {
      const [one, ...others] = [...named].filter((form) => !form.includes(' '));
      for (const other of others) if (one !== undefined) figures.keepApart(one, other);
    }
  }
}

/** Full names first, so that shorter forms find the figure they belong to; then titled forms; tags break ties. */
function rank(form: string, tagged: ReadonlyMap<string, number>): number {
  const titled = TITLED.test(form);
  const words = form.split(' ').length - (titled ? 1 : 0);
  return words * 100 + (titled ? 50 : 0) + Math.min(40, tagged.get(form) ?? 0);
}

function isName(form: string, naming: Naming | undefined): boolean {
  if (form.startsWith('the ') || EXCLAMATION.has(form)) return true;
  return !(form.split(' ').length === 1 && NO_NAME.has(form) && (naming?.inner ?? 0) < 2);
}

function isPerson(
  form: string, naming: Naming | undefined, tagged: ReadonlyMap<string, number>, figures: Figures,
): boolean {
  if (!naming) return false;
  const tags = tagged.get(form) ?? 0;
  if (form.startsWith('the ')) return tags > 0 ? true : naming.count >= 2 && ENDS_IN_PERSON.test(form.toLowerCase());
  if (NO_NAME.has(form.split(' ')[0] ?? '') && !TITLED.test(form)) return false;
  if (TITLED.test(form) || (naming.vocatives >= 2
    && (naming.inner > 0 || isFirstName(form)))) return naming.places * 2 <= naming.count;
  if (isLongerFormOfSpeaker(form, tagged)) return naming.places * 2 <= naming.count;
  if (naming.places * 2 > naming.count) return figures.find(form) !== null && naming.count > 1;
  if (figures.find(form) !== null && naming.inner > 0) return true;
  if (KIN.test(form)) return naming.count >= 1;
  const first = form.split(' ')[0] ?? '';
  if (isFirstName(first)) return naming.count >= 1;
  return (tags > 0 && naming.inner >= 1) || naming.acts >= ENOUGH_ACTS || (naming.acts === 1 && naming.count >= 2 && naming.places === 0);
}

/** True for `Ada Quill` when `said Quill` or `said Ada` tags a speaker. */
function isLongerFormOfSpeaker(form: string, tagged: ReadonlyMap<string, number>): boolean {
  const parts = form.split(' ');
  return parts.length > 1 && parts.length < 4 && parts.every((part) => !NO_NAME.has(part))
    && parts.some((part) => (tagged.get(part) ?? 0) >= 1);
}

function countNamings(items: readonly Item[]): Map<string, Naming> {
  const namings = new Map<string, Naming>();
  const note = (form: string): Naming => {
    const known = namings.get(form) ?? { form, count: 0, told: 0, inner: 0, places: 0, vocatives: 0, acts: 0 };
    namings.set(form, known);
    return known;
  };
  for (const item of items) {
    for (const text of item.turn ? [item.narration, item.turn.words] : [item.narration]) {
      for (const match of matchesOf(text, NAMES)) {
        const form = cleanForm(match[1] ?? '');
        if (form === '') continue;
        const naming = note(form);
        const before = text.slice(Math.max(0, match.index - 12), match.index);
        naming.count++;
        if (text === item.narration) naming.told++;
        if (/[\p{L},;]\s*$/u.test(before)) naming.inner++;
        if ((isFirstName(form.split(' ')[0] ?? '') ? IN_A_PLACE : PLACE_BEFORE).test(before)) naming.places++;
        const after = text.slice(match.index + match[0].length);
        if (item.turn && text === item.narration && ACTS_IN_BODY.test(after)) naming.acts += ENOUGH_ACTS;
        else if (ACTS.test(after)) naming.acts++;
      }
      for (const match of matchesOf(text, ROLES)) note(cleanForm(match[1] ?? '')).count++;
    }
    for (const form of item.turn ? vocativeForms(item.turn.words) : []) note(form).vocatives++;
  }
  return namings;
}

const OF_A_FACT = /^,\s(?:the|an?|one|our|his|her|their|my|\d+|aged|who|whose|whom|which|formerly|late|of|son|daughter|wife|widow)(?![\p{L}’])/u;
const DOES = /^[,\s]+(?:had|has|was|is|did|does|were|would|could|came|went|said|says|told|took|made|gave)\s/;

/**
 * True for a name that only explains who is meant: `the other one, Ann Quill, had it`, `Ann Quill, 26, a cook, was…`, `Ann Quill, the cook,`. In `You, Ann,
 * had it` the name addresses her instead.
 */
function isApposition(words: string, at: number, matched: string, name: string): boolean {
  const before = words.slice(0, at + matched.length - name.length).trimEnd();
  const after = words.slice(at + matched.length);
  const opens = /^[“‘]*$/.test(before.trim()) || /[.!?—]$/.test(before);
  if (/^,/.test(after) && OF_A_FACT.test(after) && (opens ? !/^,\s(?:my|the)\s/.test(after) : true)) return /\p{Lu}\p{Ll}+\s\p{Lu}|^,\s(?:\d|aged|an?\s\p{Ll}+,|who|whose|formerly|late)/u.test(`${name}${after}`.slice(0, 80)) && !/\b[Yy]ou$|\byou,$/.test(before);
  if (opens || /\b(?:you|dear|oh|well|now|yes|no|sir),?$/i.test(before)) return false;
  return /,$/.test(before) && /^,/.test(after) && (DOES.test(after) || (name.split(' ').length > 1 && !new RegExp(`^(?:${HONORIFIC})\\s`).test(name)));
}

/** A name after a preposition, or one that somebody is called: `On Ann?`, `Shall I call you Ann?` */
const OF_A_PHRASE = /^(?:On|Of|With|To|At|From|About|For|In|By|Like|Not|And|Or|But)\s/;
const CALLED = /\b(?:call|calls|called|name|named)\s(?:you|me|him|her|it|them|us)\s$/;

/** Names in vocative position, except in lists like `Savannah, Georgia`. */
function vocativeForms(words: string, known?: Figures): string[] {
  const forms: string[] = [];
  if (NAME_ALONE.test(words)) return forms;
  for (const match of matchesOf(words, VOCATIVE)) {
    const around = words.slice(Math.max(0, match.index - 18), match.index + match[0].length + 16)
      .replace(/\p{Lu}\p{Ll}+/gu, (word) => (NO_NAME.has(word) ? word.toLowerCase() : word));
    const form = cleanForm(match[1] ?? '');
    if (OF_A_PHRASE.test(match[1] ?? '') || CALLED.test(words.slice(0, match.index + match[0].length - (match[1] ?? '').length))) continue;
    if (isApposition(words, match.index, match[0], match[1] ?? '')) continue;
    if (!known?.find(form)?.tags && /\p{Lu}\p{Ll}+,\s\p{Lu}\p{Ll}+[,.]|,\s\p{Lu}\p{Ll}+,\s(?:and\s)?\p{Lu}/u
      .test(around) && !/my dear/.test(match[0])) continue;
    if (form !== '' && !NO_NAME.has(form)) forms.push(form);
  }
  return forms;
}

const CITED = /(?<=[\s“—(])‘(?!(?:em|ee|tis|twas|twill|twere|til|cause|un)\b)[^‘“”]{1,300}?[\p{L},.!?;—]’(?!\p{L})/giu;

/** The words of a turn with quotations of other speakers masked: `he said ‘Good night, Sir John’ to me`. */
export function withoutCited(words: string): string {
  return words.replace(CITED, (cited) => '·'.repeat(cited.length));
}

/** The people addressed by name in the words of a turn. */
export function addressedIn(spoken: string, figures: Figures): Set<Figure> {
  const found = new Set<Figure>();
  const words = withoutCited(spoken);
  const quiet = words.replace(/\p{Lu}{3,}/gu, (shout) => shout.charAt(0) + shout.slice(1).toLowerCase());
  for (const form of vocativeForms(quiet, figures)) {
    const figure = figures.find(form);
    if (figure) found.add(figure);
  }
  for (const match of matchesOf(words, ROLE_VOCATIVE)) {
    const figure = figures.findByRole(match[1] ?? '');
    if (figure) found.add(figure);
  }
  return found;
}

/** True for a single name in -a, which is mostly a woman's unless the pronouns around it say otherwise. */
function endsLikeAWomansName({ first, last, title, kind }: Figure): boolean {
  return kind === 'name' && title === null && /\p{Ll}a$/u.test(first ?? last ?? '');
}

/** What a title that women and men have weighs for a man, in votes. */
const MAN_BY_TITLE = 0.6;
/** `Dr. Quill took her hand`: these verbs have another person's hand for their object. */
const OF_ANOTHER = /\b(?:took|taken|takes|kissed|held|pressed|grasped|patted|seized|stroked|squeezed|touched|felt|examined|met|caught|read|answered|obeyed|offered|saw|heard|knew|gave|married|loved|asked|watched|followed|at|to|with|of|by|for|upon|beside|behind|before|after|from)\s(?:both\s|all\s)?$/;

/** True for a person whose only sign of sex is a title or a role that women and men have. */
const isOfEitherSex = ({ kind, title, name }: Figure): boolean => isOpenTitle(kind === 'role' ? name.slice('the '.length) : title);

/** The vote of a pronoun after the name of a person with an open title; 0 for a pronoun that may well mean another person. */
function openVote(between: string, pronoun: string): number {
  const isSameSentence = !/[.!?;:—]\s/.test(between);
  if (/^s?he$/i.test(pronoun)) return isSameSentence ? 1 : 0.5;
  return isSameSentence && !OF_ANOTHER.test(between) ? 1 : 0;
}

/** Infers genders from the pronouns that follow a name within 120 characters of narration. */
function inferGenders(items: readonly Item[], figures: Figures): void {
  const votes = new Map<Figure, { he: number; she: number }>();
  for (const figure of figures.all) if (figure.gender === null && isOfEitherSex(figure)) votes.set(figure, { he: MAN_BY_TITLE, she: 0 });
  for (const item of items) {
    item.mentions.forEach(({ figure, end }, at) => {
      if (figure.gender !== null) return;
      const stop = Math.min(end + 120, item.mentions[at + 1]?.at ?? Infinity);
      const pronoun = /\b(?:(he|his|him|himself)|(she|her|herself))\b/i.exec(item.narration.slice(end, stop));
      if (!pronoun) return;
      const vote = votes.get(figure) ?? { he: 0, she: endsLikeAWomansName(figure) ? 1.5 : 0 };
      const weight = isOfEitherSex(figure) && !pronoun[1] ? openVote(item.narration.slice(end, end + pronoun.index), pronoun[0]) : 1;
      if (pronoun[1]) vote.he++;
      else vote.she += weight;
      votes.set(figure, vote);
    });
  }
  for (const figure of figures.all) {
    const vote = votes.get(figure);
    if (!vote || figure.gender !== null) continue;
    if (vote.he > vote.she * 1.5) figure.gender = 'male';
    else if (vote.she > vote.he * 1.5) figure.gender = 'female';
  }
}
