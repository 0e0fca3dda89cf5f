import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { PublishingSeries } from './publishing-series.js';

/**
 * An episode of a series. A cancelled episode keeps its row, so that its guid is never used again. The artifact that it was made from may be deleted;
 * listeners hear a copy (see `publishing_assets`).
 */
@Entity('publishing_releases')
@Check('publishing_releases_status', `status IN ('ready','scheduled','published','cancelled')`)
@Check('publishing_releases_scheduled', `status <> 'scheduled' OR scheduled_at IS NOT NULL`)
@Check('publishing_releases_published', `status <> 'published' OR (published_at IS NOT NULL AND dated_at IS NOT NULL)`)
@Unique('publishing_releases_guid', ['guid'])
@Unique('publishing_releases_slug', ['seriesId', 'slug'])
@Index('publishing_releases_series', ['seriesId', 'id'])
@Index('publishing_releases_artifact', ['sourceArtifactId'])
@Index('publishing_releases_due', ['scheduledAt'], { where: `status = 'scheduled'` })
export class PublishingRelease {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'publishing_releases_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => PublishingSeries, { name: 'publishing_releases_series_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'series_id', type: 'text' }) seriesId!: string;
  @Column({ name: 'title', type: 'text' }) title!: string;
  /** The slug of the episode's page. It never changes. */
  @Column({ name: 'slug', type: 'text' }) slug!: string;
  @Column({ name: 'description', type: 'text', nullable: true }) description!: string | null;
  @Column({ name: 'source_artifact_id', type: 'text' }) sourceArtifactId!: string;
  @Column({ name: 'source_revision', type: 'int' }) sourceRevision!: number;
  @Column({ name: 'season_number', type: 'int', nullable: true }) seasonNumber!: number | null;
  @Column({ name: 'episode_number', type: 'int', nullable: true }) episodeNumber!: number | null;
  @Column({ name: 'episode_type', type: 'text' }) episodeType!: string;
  @Column({ name: 'explicit', type: 'boolean' }) explicit!: boolean;
  @Column({ name: 'guid', type: 'text' }) guid!: string;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** Number of the asset in use. */
  @Column({ name: 'asset_version', type: 'int' }) assetVersion!: number;
  /** Rises with every change of the schedule; the timer acts on the newest only. */
  @Column({ name: 'schedule_version', type: 'int' }) scheduleVersion!: number;
  @Column({ name: 'scheduled_at', type: 'timestamptz', nullable: true }) scheduledAt!: Date | null;
  @Column({ name: 'published_at', type: 'timestamptz', nullable: true }) publishedAt!: Date | null;
  /** The date that the feed shows: the episodes of a series are dated in their order, at least a minute apart. */
  @Column({ name: 'dated_at', type: 'timestamptz', nullable: true }) datedAt!: Date | null;
  @Column({ name: 'cancelled_at', type: 'timestamptz', nullable: true }) cancelledAt!: Date | null;
  /** Why the release could not be published when it was due. */
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
