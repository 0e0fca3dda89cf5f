import type { NarrationPolicy, TableReadMode } from '../../../screenplay/model.js';
import type { ScriptAssembly, Words } from './assembly.js';
import type { Casting } from './casting.js';
import type { Item, Material } from '../material/items.js';
import type { StockQueue } from '../stock/stock.js';
import type { Topic } from '../wording/topics.js';
import { softenedHead } from '../wording/wording.js';
import type { Block } from '../arrangement/windows.js';

/** One passage with what a mode needs to stage it. */
export interface Passage extends Block {
  items: Item[];
  topic: Topic | null;
  /** The title of the beat. */
  title: string;
}

/** The place of a part in its sources: its number, the number of parts, and the items of its text before the part. */
export interface PartPlace { index: number; count: number; before: readonly Item[] }

/** The state that all modes share while they write one script. */
export interface Stage {
  mode: TableReadMode;
  policy: NarrationPolicy;
  materials: readonly Material[];
  passages: readonly Passage[];
  casting: Casting;
  stock: StockQueue;
  script: ScriptAssembly;
  /** Null for sources that are performed whole. */
  place: PartPlace | null;
  /** The title of the text in stock lines; null excludes every line that needs it. */
  spokenTitle: string | null;
}

/** Writes the passages of a stage into its script, in one mode. */
export type Writer = (stage: Stage) => void;

/** The words of an item for a script entry; `soften` turns a leading demonstrative into an article. */
export function wordsOf(material: Material, item: Item, soften = false): Words {
  const form = soften ? softenedHead({ text: item.text, pieces: item.pieces, edited: item.edited },
    material.analysis.text)
    : { text: item.text, pieces: item.pieces, edited: item.edited };
  return {
    text: form.text, origin: form.edited ? 'edited' : 'source', spans: material.toSpans(form.pieces),
    ...(item.kind === 'line' ? { confidence: item.confidence } : {}),
  };
}

export const stockWords = (text: string): Words => ({ text, origin: 'stock', spans: [] });
