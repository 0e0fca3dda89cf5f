import type { Item, Material } from './material.js';
import type { Passage } from './performance.js';
import { alignedTopics, contentsItems, outlineTopic, topicOf, type Topic } from './topics.js';
import { countWords, lettersOf } from './wording.js';
import type { Block } from './windows.js';

const ORDINALS = ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth', 'Eleventh',
  'Twelfth'];

/**
 * Gives every passage its items, its topic and a title that is used once: from the author's outline, a heading just
 * before it, or a phrase of its first sentence; else its place in the whole (`Opening`, `Third Passage`, `Closing`).
 */
export function titledPassages(blocks: readonly Block[], materials: readonly Material[]): Passage[] {
  const taken = new Set<string>(materials.map((material) => keyOf(material.title ?? '')));
  const outline = materials.flatMap((material, index) => {
    const own = blocks.filter((block) => block.material === index);
    const items = contentsItems(material.reading);
    if (items.length < 3) return own.map(() => null);
    return alignedTopics(items, own.map((block) => headOf(material.items, block, 2)), material.reading.text);
  });
  return blocks.map((block, index): Passage => {
    const material = materials[block.material]!;
    const fresh = (topic: Topic | null): Topic | null => topic && !taken.has(keyOf(topic.spoken)) ? topic : null;
    const topic = fresh(outline[index] ?? null) ?? fresh(headingTopic(material, block))
      ?? (material.voices || material.reading.language !== 'en' ? null
        : topicOf(headOf(material.items, block, 1), material.salience, (spoken) => taken.has(keyOf(spoken))));
    const place = topic ? null : sceneTitle(material, block) ?? laterTopic(material, block, taken)?.title;
    const title = topic?.title ?? (place && !taken.has(keyOf(place)) ? place : placeTitle(index, blocks.length));
    taken.add(keyOf(topic?.spoken ?? title));
    return { ...block, items: material.items.slice(block.from, block.to), topic, title };
  });
}

const keyOf = (topic: string): string => lettersOf(topic.replace(/^the /iu, ''));

const headOf = (items: readonly Item[], block: Block, sentences: number): string =>
  items.slice(block.from, Math.min(block.to, block.from + sentences)).map((item) => item.text).join(' ');

function placeTitle(index: number, count: number): string {
  if (index === 0) return 'Opening';
  if (index === count - 1) return 'Closing';
  return `${ORDINALS[index - 1] ?? `${index + 1}th`} Passage`;
}

/** What a passage speaks of after its first sentence: good enough to head it, too late to announce it. */
function laterTopic(material: Material, block: Block, taken: ReadonlySet<string>): Topic | null {
  if (material.voices || material.reading.language !== 'en') return null;
  for (const item of material.items.slice(block.from + 1, Math.min(block.to, block.from + 4))) {
    const topic = topicOf(item.text, material.salience, (spoken) => taken.has(keyOf(spoken)));
    if (topic) return topic;
  }
  return null;
}

/** The place of a story's scene as a title; null outside stories and where the reader knows no place. */
function sceneTitle(material: Material, block: Block): string | null {
  const heading = material.voices ? material.reading.scenes[material.items[block.from]!.scene]?.heading : undefined;
  if (heading === undefined || /\bA ROOM\b/u.test(heading)) return null;
  return headingTitle(heading);
}

/** `INT. BAKER STREET - NIGHT` as a title: `Baker Street, Night`. */
export function headingTitle(heading: string): string {
  const place = heading.replace(/^(?:INT|EXT|EST|I\/E)\.?(?:\/(?:INT|EXT)\.?)?\s+/u, '')
    .replace(/\s+-\s+(?:DAY|LATER|EARLIER)$/u, '');
  return place.replace(/\s+-\s+/gu, ', ').toLowerCase()
    .replace(/(?:^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** A heading of the source that stands directly over the passage's first paragraph. */
function headingTopic(material: Material, block: Block): Topic | null {
  const { reading, items } = material;
  const first = items[block.from]!;
  const above = reading.paragraphs.filter((paragraph) => paragraph.end <= first.start).at(-1);
  if (!first.startsParagraph || above?.kind !== 'heading' || block.from === 0) return null;
  const heading = reading.text.slice(above.start, above.end).replace(/\s+/gu, ' ')
    .replace(/^#+\s*/u, '').replace(/^(?:\d+|[IVXLC]+)[.)]?\s+/u, '').replace(/[*_`]/gu, '').trim();
  if (countWords(heading) < 1 || countWords(heading) > 7 || /^(?:[IVXLC]+|\d+)$/u.test(heading)
    || /[?!:]/u.test(heading)) return null;
  return outlineTopic(heading, reading.text);
}
