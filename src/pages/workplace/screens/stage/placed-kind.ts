import type { Markup } from '../../../html.js';
import type { At, Fields } from './form-state.js';
import type { StageAnswer, StageLine, StageScene } from './loaded.js';
import type { Noun } from '../../panels/read-pictures.js';

/** What the forms of a scene offer: its lines, and the pictures that a stage can show. */
export interface Offered { lines: readonly StageLine[]; nouns: readonly Noun[]; artifactId: string }

/** A kind of item that is placed at a line of a scene: how it is shown, filled in and sent. */
export interface PlacedKind<Item> {
  /** Used in the names of its forms and actions. */
  key: 'effect' | 'motion' | 'beat';
  title: string;
  /** Its name after "Add" and "Change". */
  one: string;
  operation: string;
  /** The part of the stage whose version its calls expect. */
  part: keyof StageAnswer['versions'];
  of(scene: Pick<StageScene, 'staged' | 'motions' | 'beats'>): readonly Item[];
  /** Identifies an item within its scene. */
  idOf(item: Item): string;
  /** The item in words, without its line. */
  nameOf(item: Item, offered: Offered): string;
  /** The index of its entry, from 0. */
  entryOf(item: Item): number;
  /** The values of the form's fields. */
  valuesOf(item: Item): Record<string, string>;
  /** The fields of an existing item. */
  fields(at: At, offered: Offered): Markup;
  /** The fields of a new item, besides its line. */
  newFields(at: At, offered: Offered): Markup;
  /** The bodies of the calls that add, change and remove an item, without the scene. `items` are all items of the scene. */
  added(items: readonly Item[], sent: Fields): object;
  changed(items: readonly Item[], item: Item, sent: Fields): object;
  removed(items: readonly Item[], item: Item): object;
}

/** Declares a kind. Code that handles all kinds does not know the type of their items. */
export const placedKind = <Item>(kind: PlacedKind<Item>): PlacedKind<unknown> => kind as unknown as PlacedKind<unknown>;
