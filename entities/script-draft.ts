import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ScriptVersion } from './script-version.js';

/** What is to be written of an episode, and how much of it is: one row per version that was ever drafted. The words of its scenes are in the version's text. */
@Entity('script_drafts')
@Check('script_drafts_completed', 'completed >= 0')
export class ScriptDraft {
  @ForeignKey(() => ScriptVersion, { name: 'script_drafts_version_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'version_id', type: 'text', primaryKeyConstraintName: 'script_drafts_pkey' }) versionId!: string;
  /** Rises with every other plan; with the version it names the work that writes it. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  /** Of the scenes that the caller asked for: who asks for the same again resumes. */
  @Column({ name: 'request_hash', type: 'text' }) requestHash!: string;
  @Column({ name: 'instructions', type: 'text', nullable: true }) instructions!: string | null;
  /** All scenes in order, the written ones first. */
  @Column({ name: 'scenes', type: 'jsonb' }) scenes!: object;
  /** False until the run has made or placed the scenes that are to be written. */
  @Column({ name: 'planned', type: 'boolean' }) planned!: boolean;
  /** Scenes that are in the text. */
  @Column({ name: 'completed', type: 'int' }) completed!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
