import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';
import { Project } from './project.js';

/** A series of episodes that listeners subscribe to. Its slug is in the address of its feed and never changes. */
@Entity('publishing_series')
@Check('publishing_series_standing', `standing IN ('active','paused','completed')`)
@Index('publishing_series_slug', ['slug'], { unique: true })
@Index('publishing_series_project', ['projectId', 'id'])
export class PublishingSeries {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'publishing_series_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'publishing_series_account_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'publishing_series_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'slug', type: 'text' }) slug!: string;
  @Column({ name: 'description', type: 'text', nullable: true }) description!: string | null;
  @Column({ name: 'medium', type: 'text' }) medium!: string;
  @Column({ name: 'format', type: 'text' }) format!: string;
  @Column({ name: 'cadence', type: 'jsonb', nullable: true }) cadence!: object | null;
  /** The status of a series in the API. Every change of it is allowed. */
  @Column({ name: 'standing', type: 'text' }) standing!: string;
  @Column({ name: 'category', type: 'text', nullable: true }) category!: string | null;
  @Column({ name: 'subcategory', type: 'text', nullable: true }) subcategory!: string | null;
  /** The identity of the podcast in every directory. It is derived from the first address of the feed and never changes. */
  @Column({ name: 'podcast_guid', type: 'text' }) podcastGuid!: string;
  /** The finished cover: object keys and sizes. `former` has the covers before it that were public, the newest first. */
  @Column({ name: 'art', type: 'jsonb', nullable: true }) art!: object | null;
  /** Number of the cover that was requested last. */
  @Column({ name: 'art_version', type: 'int' }) artVersion!: number;
  /** Rises with every change that is visible in the feed. */
  @Column({ name: 'feed_version', type: 'int' }) feedVersion!: number;
  @Column({ name: 'fed_at', type: 'timestamptz', default: () => 'now()' }) fedAt!: Date;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
