import type { Markup } from '../../../html.js';
import type { At, Fields } from './form-state.js';
import type { StageAnswer, StageLine, StageScene } from './loaded.js';
import type { Noun } from '../../panels/read-pictures.js';

/** What the forms of a scene offer: its lines, and the pictures that a stage can show. */
export interface Offered { lines: readonly StageLine[]; nouns: readonly Noun[]; artifactId: string }

/** Something that is placed at a line of a scene: how it is shown, filled in and sent. */
export interface PlacedKind<Item> {
  /** Names its forms and actions. */
  key: 'effect' | 'motion' | 'beat';
  title: string;
  /** After "Add" and "Remove". */
  one: string;
  operation: string;
  /** The part of the stage whose version its calls expect. */
  part: keyof StageAnswer['versions'];
  of(scene: Pick<StageScene, 'staged' | 'motions' | 'beats'>): readonly Item[];
  /** Names an item among those of its scene. */
  idOf(item: Item): string;
  /** In words, without where it begins. */
  nameOf(item: Item, offered: Offered): string;
  /** Counted from 0. */
  entryOf(item: Item): number;
  /** The values of the form's fields. */
  valuesOf(item: Item): Record<string, string>;
  /** The fields of one that is there. */
  fields(at: At, offered: Offered): Markup;
  /** The fields of a new one, beside its line. */
  newFields(at: At, offered: Offered): Markup;
  /** What a call sends, beside the scene, to add one, to change one and to take it away. `items`: those of the scene. */
  added(items: readonly Item[], sent: Fields): object;
  changed(items: readonly Item[], item: Item, sent: Fields): object;
  removed(items: readonly Item[], item: Item): object;
}

/** Declares a kind; who lists kinds knows items only as such. */
export const placedKind = <Item>(kind: PlacedKind<Item>): PlacedKind<unknown> => kind as unknown as PlacedKind<unknown>;
