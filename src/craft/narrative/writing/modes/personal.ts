import type { Material } from '../material/items.js';

const PERSONAL_SHARE = 0.5;

/** True for a text in the first person or an address. */
export function isPersonal(material: Material): boolean {
  return material.firstPersonShare > PERSONAL_SHARE || material.analysis.form === 'speech'
    || (material.voices && material.analysis.narrator !== null);
}
