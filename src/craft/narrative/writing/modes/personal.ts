import type { Material } from '../material/items.js';
import { isAuthorsI } from '../wording/first-person.js';

const PERSONAL_SHARE = 0.5;
const PERSONAL_PARAGRAPHS = 0.4;

/** True for a text in the first person or an address: its author says `I` in much of it. */
export function isPersonal(material: Material): boolean {
  if (material.firstPersonShare > PERSONAL_SHARE || material.analysis.form === 'speech' || (material.voices && material.analysis.narrator !== null)) return true;
  const paragraphs = new Set(material.items.map(({ paragraph }) => paragraph));
  const saysI = new Set(material.items.filter(({ kind, text }) => kind === 'narration' && isAuthorsI(text)).map(({ paragraph }) => paragraph));
  return saysI.size > paragraphs.size * PERSONAL_PARAGRAPHS;
}
