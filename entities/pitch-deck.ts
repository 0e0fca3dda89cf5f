import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';
import { Artifact } from './artifact.js';
import { Project } from './project.js';

/** A pitch deck that is written from an approved plan and a performed read. Its chapters are in its storyboard. */
@Entity('pitch_decks')
@Index('pitch_decks_project', ['projectId', 'id'])
@Index('pitch_decks_artifact', ['artifactId'])
@Index('pitch_decks_deck_artifact', ['deckArtifactId'], { unique: true })
export class PitchDeck {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'pitch_decks_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'pitch_decks_account_id_fkey' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'pitch_decks_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** The artifact of its job that it is; null for a copy. */
  @ForeignKey(() => Artifact, { name: 'pitch_decks_deck_artifact_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'deck_artifact_id', type: 'text', nullable: true }) deckArtifactId!: string | null;
  /** The read that it is written from. */
  @ForeignKey(() => Artifact, { name: 'pitch_decks_artifact_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'artifact_id', type: 'text' }) artifactId!: string;
  /** The revision of the read whose lines it has. */
  @Column({ name: 'read_revision', type: 'int' }) readRevision!: number;
  /** The plan that it is written from; null when that was deleted. */
  @Column({ name: 'plan_id', type: 'text', nullable: true }) planId!: string | null;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** The revision of the storyboard that was approved last. */
  @Column({ name: 'approved_revision', type: 'int', nullable: true }) approvedRevision!: number | null;
  /** The last film for review, and the finished one: their files. */
  @Column({ name: 'draft', type: 'jsonb', nullable: true }) draft!: object | null;
  @Column({ name: 'film', type: 'jsonb', nullable: true }) film!: object | null;
  /** Its documents, by their formats: key, size and the revision of the storyboard that they show. */
  @Column({ name: 'files', type: 'jsonb', default: {} }) files!: object;
  /** The version that its share link shows; null while it has none. */
  @Column({ name: 'published_version', type: 'int', nullable: true }) publishedVersion!: number | null;
  /** Rises when its link is closed: links of before show nothing. */
  @Column({ name: 'share_serial', type: 'int', default: 0 }) shareSerial!: number;
  /** When its link ends; null while it has none. */
  @Column({ name: 'share_expires_at', type: 'timestamptz', nullable: true }) shareExpiresAt!: Date | null;
  @Column({ name: 'created_by', type: 'text' }) createdBy!: string;
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
