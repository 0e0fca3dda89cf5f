import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { PitchDeck } from './pitch-deck.js';

/** A finished state of a pitch deck, with its storyboard and film, to which the deck can return. */
@Entity('pitch_deck_versions')
export class PitchDeckVersion {
  @ForeignKey(() => PitchDeck, { name: 'pitch_deck_versions_deck_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'deck_id', type: 'text', primaryKeyConstraintName: 'pitch_deck_versions_pkey' }) deckId!: string;
  @PrimaryColumn({ name: 'number', type: 'int', primaryKeyConstraintName: 'pitch_deck_versions_pkey' }) number!: number;
  /** The revision of the storyboard; `board` has its content. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'board', type: 'jsonb' }) board!: object;
  @Column({ name: 'film', type: 'jsonb' }) film!: object;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
