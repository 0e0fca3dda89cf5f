import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ScriptVersion } from './script-version.js';

/** A line before a change. Its words are in the object `snapshot_key`. */
@Entity('script_line_edits')
@Index('script_line_edits_line', ['versionId', 'lineId', 'edition'])
export class ScriptLineEdit {
  @ForeignKey(() => ScriptVersion, { name: 'script_line_edits_version_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'version_id', type: 'text', primaryKeyConstraintName: 'script_line_edits_pkey' }) versionId!: string;
  /** The edition of the version after the change. */
  @PrimaryColumn({ name: 'edition', type: 'int', primaryKeyConstraintName: 'script_line_edits_pkey' }) edition!: number;
  @Column({ name: 'line_id', type: 'text' }) lineId!: string;
  @Column({ name: 'entry_index', type: 'int' }) entryIndex!: number;
  /** Revision and hash of the text before the change. */
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  @Column({ name: 'sha256', type: 'text' }) sha256!: string;
  @Column({ name: 'snapshot_key', type: 'text' }) snapshotKey!: string;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
