import { literal } from '../../literal.js';
import { remembered } from '../../remembered.js';
import type { Item, Material } from '../material/items.js';
import type { Passage } from './stage.js';
import { alignedTopics, contentsItems, outlineTopic, topicOf, type Topic } from '../wording/topics.js';
import { quotedTitle, titlePhrase } from '../wording/title-phrases.js';
import { countWords, lettersOf } from '../wording/wording.js';
import type { Block } from '../arrangement/windows.js';

/**
 * Gives every passage its items, a topic and a unique title. The topic comes from the author's outline, a heading directly above, or a phrase of the first
 * sentence. Without a topic, the title is the place of the scene, a later phrase, or a few words of the passage in quotation marks.
 */
export function titledPassages(blocks: readonly Block[], materials: readonly Material[]): Passage[] {
  const taken = new Set<string>(materials.map((material) => keyOf(material.title ?? '')));
  const outline = materials.flatMap((material, index) => {
    const own = blocks.filter((block) => block.material === index);
    const items = contentsItems(material.analysis);
    if (items.length < 3) return own.map(() => null);
    return alignedTopics(items, own.map((block) => headOf(material.items, block, 2)), material.analysis.text);
  });
  return blocks.map((block, index): Passage => {
    const material = materials[block.material]!;
    const fresh = (topic: Topic | null): Topic | null => topic && !taken.has(keyOf(topic.spoken)) ? topic : null;
    const topic = fresh(outline[index] ?? null) ?? fresh(headingTopic(material, block))
      ?? (material.voices || material.analysis.language !== 'en' ? null
        : topicOf(headOf(material.items, block, 1), material.salience, (spoken) => taken.has(keyOf(spoken))));
    const title = topic?.title ?? plainTitle(material, block, taken, index, blocks.length);
    taken.add(keyOf(topic?.spoken ?? title));
    taken.add(keyOf(title));
    return { ...block, items: material.items.slice(block.from, block.to), topic, title };
  });
}

const keyOf = (topic: string): string => lettersOf(topic.replace(/^(?:the|an?) /iu, ''));

const headOf = (items: readonly Item[], block: Block, sentences: number): string =>
  items.slice(block.from, Math.min(block.to, block.from + sentences)).map((item) => item.text).join(' ');

/** A title that is only printed: its words come too late in the passage for a host to announce them or ask about them. */
function plainTitle(material: Material, block: Block, taken: ReadonlySet<string>, index: number,
  count: number): string {
  const texts = material.items.slice(block.from, block.to).map((item) => item.text.replace(/[“”"]/gu, ''));
  const used = (words: string): boolean => isUsed(words, taken) || isOneOfMany(words);
  const english = material.analysis.language === 'en';
  const scene = sceneTitle(material, block.from);
  if (scene !== null && !isUsed(scene, taken)) return scene;
  const phraseOf = (rejects: (words: string) => boolean): string | null => (english ? titlePhrase(texts.slice(0, 8), material.salience, rejects) : null);
  const phrase = phraseOf((words) => used(words) || isPassing(words, texts)) ?? phraseOf(used);
  // A play prints names in capitals; a title does not.
  const plain = material.analysis.form === 'play' ? phrase?.replace(/\p{Lu}{3,}/gu,
    (word) => word[0] + word.slice(1).toLowerCase()) : phrase;
  return plain ?? quotedTitle(texts, (words) => isUsed(words, taken)) ?? `${index + 1}/${count}`;
}

/** A phrase that fewer items of its passage mention becomes its title only when no other phrase is suitable. */
const MIN_MENTIONS = 2;

/** True for a phrase that means one of many: `A Finer Field`, `A Proper Extractor`. */
const isOneOfMany = (words: string): boolean => /^an? /iu.test(words) && !/ of /u.test(words);

const mentionOf = remembered((head) => new RegExp(`(?<!\\p{L})${literal(head)}(?:s|es|['’]s)?(?!\\p{L})`, 'iu'));

/** The words of a text in lower case. Most titles end in a plain word, and a look-up in this set is much faster than a pattern. */
const plainWords = remembered((text): ReadonlySet<string> => new Set(text.match(/\p{L}+/gu)?.map((word) => word.toLowerCase())));
const PLAIN = /^[a-z]+$/iu;

function mentions(text: string, head: string): boolean {
  if (!PLAIN.test(head)) return mentionOf(head).test(text);
  const [word, words] = [head.toLowerCase(), plainWords(text)];
  return words.has(word) || words.has(`${word}s`) || words.has(`${word}es`);
}

/** True when fewer than `MIN_MENTIONS` sentences of the passage mention the noun of the phrase. */
function isPassing(words: string, texts: readonly string[]): boolean {
  const head = words.split(/ (?:of|in|on|at) /u)[0]!.split(' ').at(-1)!.replace(/s$/iu, '');
  const wanted = Math.min(MIN_MENTIONS, texts.length);
  let found = 0;
  for (const text of texts) if (found < wanted && mentions(text, head)) found += 1;
  return found < wanted;
}

/** True when another title is the same or ends with the same word. */
function isUsed(words: string, taken: ReadonlySet<string>): boolean {
  const key = keyOf(words);
  if (taken.has(key)) return true;
  const last = lettersOf(words.split(/ (?:of|in|on|at) /u)[0]!.split(' ').at(-1)!);
  return last.length > 3 && [...taken].some((other) => other.endsWith(last) || key.endsWith(other) && other.length > 3);
}

/** The place of the scene of an item as a title; null outside stories and without a known place. */
export function sceneTitle(material: Material, at: number): string | null {
  const heading = material.voices ? material.analysis.scenes[material.items[at]!.scene]?.heading : undefined;
  if (heading === undefined || /\b(?:A|THE) ROOM\b|PLACE NOT GIVEN|^(?:INT|EXT)\. (?:ROOM|HOUSE|HALL|PASSAGE|STREET|ROAD|PARK)\b/u.test(heading)) return null;
  return headingTitle(heading);
}

/** `INT. BAKER STREET - NIGHT` as a title: `Baker Street, Night`. */
export function headingTitle(heading: string): string {
  const place = heading.replace(/^(?:INT|EXT|EST|I\/E)\.?(?:\/(?:INT|EXT)\.?)?\s+/u, '')
    .replace(/\s+-\s+(?:DAY|LATER|EARLIER)$/u, '');
  return place.replace(/\s+-\s+/gu, ', ').toLowerCase()
    .replace(/(?:^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** The heading of the source directly above the first paragraph of the passage. */
function headingTopic(material: Material, block: Block): Topic | null {
  const { analysis, items } = material;
  const first = items[block.from]!;
  const above = analysis.paragraphs.filter((paragraph) => paragraph.end <= first.start).at(-1);
  if (!first.startsParagraph || above?.kind !== 'heading' || block.from === 0) return null;
  const heading = analysis.text.slice(above.start, above.end).replace(/\s+/gu, ' ')
    .replace(/^#+\s*/u, '').replace(/^(?:\d+(?:\.\d+)*|[IVXLC]+)[.)]?\s+/u, '').replace(/[*_`]/gu, '').trim();
  if (countWords(heading) < 1 || countWords(heading) > 7 || /^(?:[IVXLC]+|\d+)$/u.test(heading)
    || /[?!:]/u.test(heading)) return null;
  return outlineTopic(heading, analysis.text);
}
