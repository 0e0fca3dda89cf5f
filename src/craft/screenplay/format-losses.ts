import { synopsesBelow, type Script, type ScriptWarning } from './script.js';

/** The kinds of content that a format may lack, with their words for one and for many. */
const KINDS = {
  section: ['section', 'sections'], synopsis: ['synopsis', 'synopses'], note: ['note', 'notes'],
  boneyard: ['cut passage', 'cut passages'], tag: ['tag', 'tags'],
} as const;
type Kind = keyof typeof KINDS;

const REASONS = {
  fdx: 'A Final Draft document has no place for them.', pdf: 'They are not printed.',
} as const;

/** Names the content of a script that a format cannot hold, with the number of each kind. */
export function lossesOf({ elements }: Script, format: keyof typeof REASONS): ScriptWarning[] {
  const counts: Record<Kind, number> = { section: 0, synopsis: 0, note: 0, boneyard: 0, tag: 0 };
  elements.forEach((element, at) => {
    if (element.type in counts) counts[element.type as Kind] += 1;
    if (element.type === 'character') counts.tag += element.tags?.length ?? 0;
    if ('asides' in element) for (const { kind } of element.asides ?? []) counts[kind] += 1;
    // Final Draft keeps a summary for each scene.
    if (format === 'fdx' && element.type === 'scene_heading') counts.synopsis -= synopsesBelow(elements, at).length;
  });
  if (format === 'fdx') counts.note = 0;
  const parts = (Object.keys(KINDS) as Kind[]).filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${KINDS[kind][counts[kind] === 1 ? 0 : 1]}`);
  if (parts.length === 0) return [];
  const listed = parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
  return [{ code: 'content_left_out', message: `Left out: ${listed}. ${REASONS[format]}` }];
}
