import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Script } from './script.js';

/**
 * One version of a script; its id is the scriptUploadId. `revision` rises with every change of the text, `edition` with every change of a line. Text, parsed
 * model and line sheet are objects of the media store, which never change once they are written.
 */
@Entity('script_versions')
@Check('script_versions_status_known', `status IN ('pending','parsing','complete','failed')`)
@Check('script_versions_draft_known', `draft_status IN ('open','drafting','failed','finished')`)
@Check('script_versions_parsed', `status <> 'complete' OR (model_key IS NOT NULL AND lines_key IS NOT NULL AND page_count IS NOT NULL)`)
@Index('script_versions_number', ['scriptId', 'number'], { unique: true })
@Index('script_versions_source', ['scriptId', 'sourceId'], { unique: true })
@Index('script_versions_status', ['status'])
export class ScriptVersion {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'script_versions_pkey' }) id!: string;
  @ForeignKey(() => Script, { name: 'script_versions_script_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'script_id', type: 'text' }) scriptId!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'number', type: 'int' }) number!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  /** The format in which the text must be parsed; `auto` detects it. */
  @Column({ name: 'source_format', type: 'text' }) sourceFormat!: string;
  /** The format in which the text was parsed. */
  @Column({ name: 'read_format', type: 'text', nullable: true }) readFormat!: string | null;
  @Column({ name: 'source_id', type: 'text', nullable: true }) sourceId!: string | null;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'revision', type: 'int' }) revision!: number;
  @Column({ name: 'edition', type: 'int' }) edition!: number;
  @Column({ name: 'content_key', type: 'text' }) contentKey!: string;
  @Column({ name: 'sha256', type: 'text' }) sha256!: string;
  @Column({ name: 'byte_size', type: 'int' }) byteSize!: number;
  /** Hash of the whole script in Fountain, which a caller who exported the script knows. */
  @Column({ name: 'fountain_sha256', type: 'text', nullable: true }) fountainSha256!: string | null;
  /** Objects of the last parsed text. The lines of a newer text are aligned with them. */
  @Column({ name: 'model_key', type: 'text', nullable: true }) modelKey!: string | null;
  @Column({ name: 'lines_key', type: 'text', nullable: true }) linesKey!: string | null;
  @Column({ name: 'page_count', type: 'int', nullable: true }) pageCount!: number | null;
  @Column({ name: 'entry_count', type: 'int', nullable: true }) entryCount!: number | null;
  @Column({ name: 'parse_failure', type: 'jsonb', nullable: true }) parseFailure!: object | null;
  @Column({ name: 'overrides', type: 'jsonb' }) overrides!: object;
  /**
   * State of a drafted episode; null for an upload, which counts as finished. Only a finished version can be cast and
   * read.
   */
  @Column({ name: 'draft_status', type: 'text', nullable: true }) draftStatus!: string | null;
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
