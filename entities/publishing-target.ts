import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { PublishingDestination } from './publishing-destination.js';
import { PublishingRelease } from './publishing-release.js';

/** A release at one destination. Its status follows from these dates and the release. */
@Entity('publishing_targets')
@Unique('publishing_targets_destination', ['releaseId', 'destinationId'])
export class PublishingTarget {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'publishing_targets_pkey' }) id!: string;
  @ForeignKey(() => PublishingRelease, { name: 'publishing_targets_release_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'release_id', type: 'text' }) releaseId!: string;
  @ForeignKey(() => PublishingDestination, { name: 'publishing_targets_destination_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'destination_id', type: 'text' }) destinationId!: string;
  @Column({ name: 'published_at', type: 'timestamptz', nullable: true }) publishedAt!: Date | null;
  @Column({ name: 'removed_at', type: 'timestamptz', nullable: true }) removedAt!: Date | null;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
