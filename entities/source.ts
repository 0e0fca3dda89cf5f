import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** A text that stories are made from. Its text and original bytes are the objects `text_key` and `original_key`. */
@Entity('sources')
@Check('sources_status', `status IN ('PENDING','EXTRACTING','READY','FAILED')`)
@Check('sources_digest_status', `digest_status IN ('NOT_STARTED','PENDING','RUNNING','READY','FAILED','SKIPPED')`)
@Index('sources_project', ['projectId', 'id'])
@Index('sources_text_key', ['textKey'])
@Index('sources_original_key', ['originalKey'])
export class Source {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'sources_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'sources_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'type', type: 'text' }) type!: string;
  @Column({ name: 'label', type: 'text', nullable: true }) label!: string | null;
  @Column({ name: 'uri', type: 'text', nullable: true }) uri!: string | null;
  @Column({ name: 'status', type: 'text' }) status!: string;
  @Column({ name: 'retention_policy', type: 'text' }) retentionPolicy!: string;
  @Column({ name: 'byte_size', type: 'int', nullable: true }) byteSize!: number | null;
  @Column({ name: 'token_estimate', type: 'int', nullable: true }) tokenEstimate!: number | null;
  @Column({ name: 'content_hash', type: 'text', nullable: true }) contentHash!: string | null;
  @Column({ name: 'language', type: 'text', nullable: true }) language!: string | null;
  @Column({ name: 'preview', type: 'text', nullable: true }) preview!: string | null;
  @Column({ name: 'extracted_at', type: 'timestamptz', nullable: true }) extractedAt!: Date | null;
  @Column({ name: 'metadata', type: 'jsonb' }) metadata!: object;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'failure_details', type: 'jsonb', nullable: true }) failureDetails!: object | null;
  @Column({ name: 'digest_status', type: 'text' }) digestStatus!: string;
  @Column({ name: 'digest', type: 'jsonb', nullable: true }) digest!: object | null;
  @Column({ name: 'text_key', type: 'text', nullable: true }) textKey!: string | null;
  @Column({ name: 'original_key', type: 'text', nullable: true }) originalKey!: string | null;
  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true }) deletedAt!: Date | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
