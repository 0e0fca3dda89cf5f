import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { PitchDeck } from './pitch-deck.js';

/** How often a chapter of a version of a pitch deck was watched on its share page on a day (UTC). No data about viewers is kept. */
@Entity('pitch_deck_views')
export class PitchDeckView {
  @ForeignKey(() => PitchDeck, { name: 'pitch_deck_views_deck_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'deck_id', type: 'text', primaryKeyConstraintName: 'pitch_deck_views_pkey' }) deckId!: string;
  @PrimaryColumn({ name: 'version', type: 'int', primaryKeyConstraintName: 'pitch_deck_views_pkey' }) version!: number;
  /** The place of the chapter in the version, from 0. */
  @PrimaryColumn({ name: 'chapter', type: 'int', primaryKeyConstraintName: 'pitch_deck_views_pkey' }) chapter!: number;
  @PrimaryColumn({ name: 'day', type: 'date', primaryKeyConstraintName: 'pitch_deck_views_pkey' }) day!: string;
  /** Visits that began the chapter. */
  @Column({ name: 'begun', type: 'int' }) begun!: number;
  /** Visits that watched the chapter to its end. */
  @Column({ name: 'seen', type: 'int' }) seen!: number;
}
