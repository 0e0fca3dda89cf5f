import { escapeHtml, Markup, textOf } from '../html.js';
import { WRONG_ID } from './forms.js';
import type { Notice, Refused, SentForm, WrongField } from './visit.js';

/** A refused form, the path to which it was sent, and the reason. A `Visit` is one. */
export interface Refusal {
  refused: Refused;
  refusedAt: string | null;
  wrongField: WrongField | null;
  notice: Notice | null;
  /** Whether the form was sent with a file. Needed only when the file was not received, and so is not one of `refused`. */
  hadFile?: boolean;
}

type Fields = SentForm['fields'];

const FORM = /<form [^>]*>[^]*?<\/form>/g;
const INPUT = /<input [^>]*>/g;
const DETAILS = /<details[^>]*>[^]*?<\/details>/g;
/** A field with its label. */
const BLOCK = /<label class="(?:field|drop|switch)"[^>]*>(?:(?!<\/label>)[^])*<\/label>/g;
const NEVER_FILLED = ['hidden', 'file', 'password'];
/** Fields that do not tell which item of the page a form is about. A key and a quote are only in the form of the front page and of the page with the price. */
const NOT_OF_THE_ITEM = /^(?:formToken|idempotencyKey|back|key|quoteId)$|(?:version|revision)$/i;
/** Names of form fields that differ from the API's. */
const PAGE_NAMES: Readonly<Record<string, string>> = { content: 'text', uri: 'link', durationSeconds: 'minutes' };

const attributeOf = (tag: string, name: string): string | null => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
const typeOf = (input: string): string => attributeOf(input, 'type') ?? 'text';
const isChoice = (input: string): boolean => ['checkbox', 'radio'].includes(typeOf(input));

/** Whether a form is the one that was sent: it or one of its buttons posts there, it has every sent field, and it is about the same item. */
function isSent(form: string, { fields }: SentForm, sentTo: string): boolean {
  const isHere = (name: string): boolean => NOT_OF_THE_ITEM.test(name) || form.includes(` name="${escapeHtml(name)}"`);
  return form.includes(`action="${escapeHtml(sentTo)}"`) && Object.keys(fields).every(isHere) && [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    .every(([, name = '', value = '']) => NOT_OF_THE_ITEM.test(name) || value.trim() === escapeHtml(fields[name] ?? '').trim());
}

/** Puts the sent texts into the fields. Marks the form when they differ from what the page would show, so that its script keeps them. */
function withTexts(form: string, fields: Fields): string {
  const filled = form.replace(INPUT, (tag) => {
    const name = attributeOf(tag, 'name');
    if (name === null || isChoice(tag) || NEVER_FILLED.includes(typeOf(tag))) return tag;
    const value = ` value="${escapeHtml(fields[name] ?? '')}"`;
    return / value="/.test(tag) ? tag.replace(/ value="[^"]*"/, () => value) : tag.replace(/>$/, () => `${value}>`);
  }).replace(/(<textarea [^>]*>)[^<]*/g, (_all, tag: string) => `${tag}${escapeHtml(fields[attributeOf(tag, 'name') ?? ''] ?? '')}`);
  return filled === form ? form : filled.replace('<form ', '<form data-kept ');
}

/** Sets boxes and selects to what was chosen. A choice that the page no longer offers is left as it is. */
function withChoices(form: string, fields: Fields): string {
  return form.replace(INPUT, (tag) => {
    const value = fields[attributeOf(tag, 'name') ?? ''];
    if (!isChoice(tag)) return tag;
    const bare = tag.replace(/(="[^"]*") checked(?=[ >])/, '$1');
    return value !== undefined && escapeHtml(value) === attributeOf(tag, 'value') ? bare.replace(/>$/, ' checked>') : bare;
  }).replace(/<select [^>]*>[^]*?<\/select>/g, (select) => {
    const option = `<option value="${escapeHtml(fields[attributeOf(select, 'name') ?? ''] ?? '')}"`;
    return select.includes(option) ? select.replace(/(<option value="[^"]*") selected(?=[ >])/g, '$1').replace(option, () => `${option} selected`) : select;
  });
}

const opened = (details: string): string => details.replace(/^<details(?![^>]* open)/, '<details open');

/** Opens the `details` that are not closed again in this part of a page: they are around what follows it. */
function openAround(before: string): string {
  const around: number[] = [];
  for (const { 0: tag, index } of before.matchAll(/<(\/?)details/g)) {
    if (tag === '<details') around.push(index);
    else around.pop();
  }
  return around.reduceRight((text, at) => text.slice(0, at) + opened(text.slice(at)), before);
}

/** The field that the API refused, as the form has it: under the same name, or as the only one whose name ends in it, such as `seriesTitle`. */
function blockOf(form: string, { field }: WrongField): string | null {
  const blocks = form.match(BLOCK) ?? [];
  const already = blocks.find((block) => block.includes(' aria-invalid="true"'));
  const last = field.split('.').filter((part) => !/^\d+$/.test(part)).at(-1) ?? field;
  const name = PAGE_NAMES[last] ?? last;
  const alike = blocks.filter((block) => attributeOf(block, 'name')?.toLowerCase().endsWith(name.toLowerCase()));
  return already ?? blocks.find((block) => attributeOf(block, 'name') === name) ?? (alike.length === 1 ? alike[0]! : null);
}

/** Marks a field as wrong, with the reason below it, and focuses it unless something else has the focus. */
function marked(block: string, words: string, isFocused: boolean): string {
  const mark = ` aria-invalid="true" aria-describedby="${WRONG_ID}"${isFocused ? '' : ' autofocus'}`;
  return `<div>${block.replace(/<(?:input|select|textarea) [^>]*(?=>)/, (tag) => `${tag}${mark}`)}<p class="wrong-text" id="${WRONG_ID}">${escapeHtml(words)}</p></div>`;
}

/** The notice in the words of the page: with the label of the field, and what has to be chosen again. */
function noticeFor(form: string, { notice, wrongField, refused, hadFile }: Refusal, block: string | null): Notice | null {
  if (!notice) return null;
  const label = block === null ? null : /<span[^>]*>([^<]+)<\/span>/.exec(block)?.[1];
  const { said, words } = wrongField ?? {};
  const text = label && said && words ? notice.text.replace(said, () => `“${textOf(label)}” ${words.charAt(0).toLowerCase()}${words.slice(1)}`) : notice.text;
  const isWithoutFile = (hadFile ?? Object.keys(refused?.files ?? {}).length > 0) && / type="file"/.test(form);
  return { ...notice, text: isWithoutFile ? `${text} Choose the file again.` : text };
}

/**
 * Shows a refused form as it was sent, with its wrong field marked, and what is around it open. Without a refusal, and when the page no longer has the
 * form, the page stays as it is.
 */
export function withRefused(body: Markup, refusal: Refusal): { body: Markup; notice: Notice | null } {
  const { refused, refusedAt, wrongField, notice } = refusal;
  const form = refused && refusedAt !== null ? [...body.source.matchAll(FORM)].find(([text]) => isSent(text, refused, refusedAt)) : undefined;
  if (!refused || !form) return { body, notice };
  const filled = withChoices(withTexts(form[0], refused.fields), refused.fields).replace(DETAILS, (details) => (/ name="/.test(details) ? opened(details) : details));
  const block = wrongField && blockOf(filled, wrongField);
  // At most one field of a page is marked.
  const isMarked = body.source.includes(`id="${WRONG_ID}"`);
  const shown = wrongField && block && !isMarked ? filled.replace(block, () => marked(block, wrongField.words, body.source.includes(' autofocus'))) : filled;
  return {
    body: new Markup(openAround(body.source.slice(0, form.index)) + shown + body.source.slice(form.index + form[0].length)),
    notice: noticeFor(filled, refusal, block),
  };
}
