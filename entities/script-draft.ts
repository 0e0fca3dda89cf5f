import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ScriptVersion } from './script-version.js';

/** The scene plan of a drafted version and its progress. The words of the scenes are in the version's text. */
@Entity('script_drafts')
@Check('script_drafts_completed', 'completed >= 0')
export class ScriptDraft {
  @ForeignKey(() => ScriptVersion, { name: 'script_drafts_version_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'version_id', type: 'text', primaryKeyConstraintName: 'script_drafts_pkey' }) versionId!: string;
  /** Rises with every new scene plan. The version and this revision identify the work that writes the draft. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  /** Hash of the requested scenes. A request with the same hash resumes the draft. */
  @Column({ name: 'request_hash', type: 'text' }) requestHash!: string;
  @Column({ name: 'instructions', type: 'text', nullable: true }) instructions!: string | null;
  /** All scenes in order; the written ones come first. */
  @Column({ name: 'scenes', type: 'jsonb' }) scenes!: object;
  /** False until the run has planned the scenes, or found their places in the sources. */
  @Column({ name: 'planned', type: 'boolean' }) planned!: boolean;
  /** Number of scenes in the text. */
  @Column({ name: 'completed', type: 'int' }) completed!: number;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
