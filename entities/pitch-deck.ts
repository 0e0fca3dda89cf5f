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
  /** The artifact that the job of this deck made; null for a copy. */
  @ForeignKey(() => Artifact, { name: 'pitch_decks_deck_artifact_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'deck_artifact_id', type: 'text', nullable: true }) deckArtifactId!: string | null;
  /** The read from which the deck is written. */
  @ForeignKey(() => Artifact, { name: 'pitch_decks_artifact_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'artifact_id', type: 'text' }) artifactId!: string;
  /** The revision of the read whose lines the deck uses. */
  @Column({ name: 'read_revision', type: 'int' }) readRevision!: number;
  /** The plan from which the deck is written; null when the plan was deleted. */
  @Column({ name: 'plan_id', type: 'text', nullable: true }) planId!: string | null;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** The last approved revision of the storyboard. */
  @Column({ name: 'approved_revision', type: 'int', nullable: true }) approvedRevision!: number | null;
  /** Files of the last film for review (`draft`) and of the finished film (`film`). */
  @Column({ name: 'draft', type: 'jsonb', nullable: true }) draft!: object | null;
  @Column({ name: 'film', type: 'jsonb', nullable: true }) film!: object | null;
  /** The documents of the deck by format: key, size and the revision of the storyboard that the document shows. */
  @Column({ name: 'files', type: 'jsonb', default: {} }) files!: object;
  /** The version that the share link shows; null without a link. */
  @Column({ name: 'published_version', type: 'int', nullable: true }) publishedVersion!: number | null;
  /** Rises when the link is closed, which invalidates all earlier links. */
  @Column({ name: 'share_serial', type: 'int', default: 0 }) shareSerial!: number;
  /** When the share link expires; null without a link. */
  @Column({ name: 'share_expires_at', type: 'timestamptz', nullable: true }) shareExpiresAt!: Date | null;
  @Column({ name: 'created_by', type: 'text' }) createdBy!: string;
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
