import { isFirstName, isSpelledOtherwise, longFirstName, stemOf } from './first-names.js';
import type { Figure } from './figure.js';
import { isBareLastNameOf, isCalledFirst, known, mayBeSame } from './namesakes.js';
import {
  cleanForm, fullness, genderBy, genderOfNoun, isKinName, isOpenTitle, lengthBeforeName, NAME, parseName, ROLE,
} from './names.js';
import { KIN } from '../language/lexicon.js';
import { matchesOf } from '../../../patterns/matches.js';
import { wordTable } from '../../../patterns/word-table.js';

export type { Figure } from './figure.js';

/** One place in a text that names a figure. */
export interface Mention { at: number; end: number; figure: Figure; possessive: boolean }

const SCAN = new RegExp(`(?<![\\p{L}’])(?:(${ROLE})|(${NAME}))(’s?)?(?![\\p{L}])`, 'gu');

const TITLES_OF: Readonly<Record<string, RegExp>> = wordTable({
  doctor: /^(?:Dr\.?|Doctor)$/, captain: /^(?:Captain|Capt\.)$/, colonel: /^(?:Colonel|Col\.)$/,
  professor: /^(?:Professor|Prof\.)$/,
  inspector: /^Insp(?:ector|\.)?$/, sergeant: /^(?:Sergeant|Sgt\.?)$/, lieutenant: /^(?:Lieutenant|Lt\.?)$/, squire: /^Squire$/, judge: /^Judge$/, nurse: /^Nurse$/,
  major: /^Major$/, general: /^General$/, reverend: /^Rev/,
});

const NO_FIGURES: ReadonlySet<Figure> = new Set();
/** Normally a bare name means the person with that last name. A person with that first name wins when the text names that person this many times as often. */
const MUCH_BETTER_KNOWN = 5;

/** The people of one text; look-ups are by exact form of the name. */
export class Figures {
  readonly all: Figure[] = [];
  private readonly byForm = new Map<string, Figure>();
  /** Figures by each part of their names, so that a look-up stays cheap for any number of people. */
  private readonly byPart = new Map<string, Set<Figure>>();
  /** Figures by the stem of their first names, which is the same in all spellings. */
  private readonly byStem = new Map<string, Set<Figure>>();
  private readonly apart = new Map<string, Set<string>>();
  /** Occupations whose bearers the text shows to be women. */
  private readonly womenBy = new Set<string>();

  /** Adds evidence for a name or role. Merges it with the figure of which it can be another form, unless `apart` keeps the two separate. */
  add(form: string, mentions: number, tags = 0, apart = false): Figure {
    const clean = cleanForm(form);
    const known = this.byForm.get(clean) ?? (apart ? null : this.findCompatible(clean));
    const figure = known ?? this.create(clean);
    this.byForm.set(clean, figure);
    figure.forms.add(clean);
    figure.mentions += mentions;
    figure.tags += tags;
    enrich(figure, clean);
    for (const part of [figure.first, figure.last]) {
      if (part !== null) this.figuresWith(longFirstName(part)).add(figure);
    }
    if (figure.first !== null) {
      const stem = stemOf(figure.first);
      this.byStem.set(stem, (this.byStem.get(stem) ?? new Set<Figure>()).add(figure));
    }
    return figure;
  }

  /** Records that two forms name two people, for example when one speaks to the other. */
  keepApart(one: string, other: string): void {
    for (const [form, stranger] of [[one, other], [other, one]] as const) {
      this.apart.set(form, (this.apart.get(form) ?? new Set()).add(stranger));
    }
  }

  /** Records that a description with this noun, mostly a man's, means a woman in this text. */
  callWoman(noun: string): void {
    this.womenBy.add(noun);
  }

  /** Makes two figures one: `gone` becomes another form of `kept`. Callers that hold mentions of `gone` must look them up again. */
  merge(kept: Figure, gone: Figure): void {
    for (const [form, figure] of this.byForm) if (figure === gone) this.byForm.set(form, kept);
    for (const form of gone.forms) kept.forms.add(form);
    for (const index of [this.byPart, this.byStem]) for (const named of index.values()) if (named.delete(gone)) named.add(kept);
    kept.tags += gone.tags;
    kept.mentions += gone.mentions;
    kept.title ??= gone.title;
    kept.first ??= gone.first;
    kept.last ??= gone.last;
    kept.gender ??= gone.gender;
    this.all.splice(this.all.indexOf(gone), 1);
  }

  /** People with this first or last name. */
  withName(part: string): ReadonlySet<Figure> {
    return this.byPart.get(longFirstName(part)) ?? NO_FIGURES;
  }

  /** People with this name in another spelling. */
  private spelledAs(part: string): Figure[] {
    const named = this.byStem.get(stemOf(part)) ?? NO_FIGURES;
    return [...named].filter(({ first }) => first !== null && isSpelledOtherwise(first, part));
  }

  private figuresWith(part: string): Set<Figure> {
    const known = this.byPart.get(part) ?? new Set<Figure>();
    this.byPart.set(part, known);
    return known;
  }

  /** The figure to which a form belongs, or null; never creates a figure. */
  find(form: string): Figure | null {
    const clean = cleanForm(form);
    return this.byForm.get(clean) ?? this.findCompatible(clean);
  }

  /**
   * The only person with this word (`nanny`, `doctor`) as a title or as a name in a tag; null without exactly one.
   */
  findByRole(word: string): Figure | null {
    const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    if (!isKinName(capital)) return null;
    const exact = this.byForm.get(capital) ?? this.byForm.get(`the ${capital}`);
    if (exact) return exact.tags > 0 ? exact : null;
    const titles = TITLES_OF[word];
    const titled = titles ? this.all.filter(({ title }) => title !== null && titles.test(title)) : [];
    return titled.length === 1 ? titled[0]! : null;
  }

  /** The figure for a description such as `the old woman`, created on first use. */
  described(key: string, description: string): Figure {
    const known = this.byForm.get(`~${key}`) ?? (/^(?:the |\p{Lu}\p{Ll}+’)/u.test(description) ? this.calledBy(key) : undefined);
    if (known) return known;
    const figure = this.push('description', description);
    figure.gender = this.womenBy.has(key.split(' ').at(-1) ?? '') ? 'female' : genderOfNoun(key);
    this.byForm.set(`~${key}`, figure);
    return figure;
  }

  /** The person whom the text calls by a word for a relative: `the nephew` for `Nephew!`. */
  private calledBy(key: string): Figure | undefined {
    return KIN.test(key) ? this.byForm.get(`${key.charAt(0).toUpperCase()}${key.slice(1)}`) : undefined;
  }

  /** The figure created for this key of a description; null when none exists. */
  findDescribedKey(key: string): Figure | null {
    return this.byForm.get(`~${key}`) ?? null;
  }

  /** The figure created for this description or its noun; null when none exists. */
  findDescribed(description: string): Figure | null {
    const noun = description.split(' ').at(-1)?.toLowerCase() ?? '';
    return this.byForm.get(`~${description.replace(/^\p{L}+ /u, '').toLowerCase()}`) ?? this.byForm.get(`~${noun}`) ?? null;
  }

  /** The first-person narrator while the narrator's name is unknown. */
  narrator(): Figure {
    const known = this.byForm.get('~narrator');
    if (known) return known;
    const figure = this.push('narrator', 'Narrator');
    this.byForm.set('~narrator', figure);
    return figure;
  }

  /** All mentions of known figures inside `text`, in order. */
  mentionsIn(text: string): Mention[] {
    const found: Mention[] = [];
    for (const match of matchesOf(text, SCAN)) {
      const form = match[1] ?? match[2] ?? '';
      const skipped = match[1] ? 0 : lengthBeforeName(form);
      const figure = this.byForm.get(cleanForm(form.slice(skipped)));
      if (!figure) continue;
      found.push({ at: match.index + skipped, end: match.index + form.length, figure,
        possessive: match[3] !== undefined });
    }
    return found;
  }

  private areApart(clean: string, figure: Figure): boolean {
    for (const stranger of this.apart.get(clean) ?? []) {
      if (figure.forms.has(stranger)
        || (figure.first !== null && parseName(stranger).parts.includes(figure.first) && mayBeSame(figure, parseName(stranger)))) return true;
    }
    return false;
  }

  private create(clean: string): Figure {
    return this.push(/^the /.test(clean) ? 'role' : 'name', clean);
  }

  private push(kind: Figure['kind'], name: string): Figure {
    const figure: Figure = {
      order: this.all.length, kind, name, title: null, first: null, last: null, gender: null, forms: new Set([name]),
      tags: 0, mentions: 0,
    };
    this.all.push(figure);
    return figure;
  }

  /** `the Rat` is the Water Rat, when no other role of the text ends in these words; else null. */
  private findRole(clean: string): Figure | null {
    const head = clean.slice('the'.length);
    const longer = this.all.filter(({ kind, forms }) => kind === 'role' && [...forms].some((form) => form.endsWith(head)));
    return longer.length === 1 ? longer[0] ?? null : null;
  }

  /** How well the other people with the figure's last name are known, scaled down by ten. */
  private familyOf(figure: Figure): number {
    return figure.last === null ? 0 : [...this.withName(figure.last)].reduce((sum, other) => sum + (other === figure ? 0 : known(other) / 10), 0);
  }

  private findCompatible(clean: string): Figure | null {
    if (/^the /.test(clean)) return this.findRole(clean);
    const name = parseName(clean);
    let best: Figure | null = null;
    const namesakes = [...this.withName(name.parts[0] ?? ''), ...this.withName(name.parts.at(-1) ?? ''), ...this.spelledAs(name.parts[0] ?? '')]
      .sort((a, b) => a.order - b.order);
    const mostByFirst = Math.max(0, ...namesakes.filter((figure) => isCalledFirst(figure, name)).map(known));
    const worth = (figure: Figure) => known(figure) + this.familyOf(figure)
      + (isBareLastNameOf(figure, name) && known(figure) * MUCH_BETTER_KNOWN > mostByFirst ? 1e6 : 0)
      + (isCalledFirst(figure, name) && isFirstName(name.parts[0] ?? '') ? 1e4 : 0) + (name.title !== null && figure.title === name.title ? 1e5 : 0)
      - (name.title === null && name.parts.length === 1 && figure.last === name.parts[0] && figure.first === null && figure.gender === 'female' ? 1e4 : 0);
    for (const figure of namesakes) {
      if (figure.kind !== 'name' || !mayBeSame(figure, name) || this.areApart(clean, figure)) continue;
      if (best === null || worth(figure) > worth(best)) best = figure;
    }
    return best;
  }
}

function enrich(figure: Figure, clean: string): void {
  if (figure.kind === 'role') {
    if (!isOpenTitle(clean.slice('the '.length))) figure.gender ??= genderOfNoun(clean.toLowerCase());
    return;
  }
  if (figure.kind !== 'name') return;
  const { title, parts } = parseName(clean);
  figure.title ??= title;
  if (fullness(clean) > fullness(figure.name)) figure.name = clean;
  const [first, last] = [parts[0] ?? '', parts.at(-1) ?? ''];
  if (parts.length > 1) {
    figure.first ??= first;
    figure.last ??= last;
  } else if (title !== null && !/^(?:Sir|Lady|Aunt|Uncle|Cousin|Master|Father|Mother|Sister|Brother|Nurse|Dame|Grand)/
    .test(title)) {
    if (isFirstName(first) && figure.last === null && /^Miss/.test(title)) figure.first ??= first;
    else figure.last ??= last;
  } else if (figure.first === null && figure.last === null) {
    if (title !== null || isFirstName(first)) figure.first = first;
    else figure.last = last;
  }
  // `Mr. Quill` tells of Dr. Quill that he is a man.
  figure.gender ??= (title === null ? null : genderBy(title, figure.first ?? first, clean)) ?? genderBy(figure.title, figure.first ?? first, clean);
}
