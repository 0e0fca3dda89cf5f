import { createHash } from 'node:crypto';
import type { ReadyRead } from '../ready-read.js';
import type { Stand } from '../stands/stand.js';

/** Hashes of the drawings of the test's read as its page shows them, by name. */
export async function drawingsOf(stand: Stand, { shareToken }: ReadyRead): Promise<Record<string, string>> {
  const names = ['scene-0.svg', 'scene-1.svg', 'bust-1.svg', 'face-1.svg', 'bust-2.svg', 'face-2.svg', 'cover.svg'];
  return Object.fromEntries(await Promise.all(names.map(async (name) => {
    const answer = await fetch(`${stand.config.appUrl}/share/table-read/${shareToken}/pictures/${name}`);
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
    return [name, createHash('sha256').update(await answer.text()).digest('hex')] as const;
  })));
}
