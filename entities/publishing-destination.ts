import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { PublishingSeries } from './publishing-series.js';

/** A place where the episodes of a series appear. `config` holds the facts of the series that the provider needs. */
@Entity('publishing_destinations')
@Unique('publishing_destinations_provider', ['seriesId', 'provider'])
export class PublishingDestination {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'publishing_destinations_pkey' }) id!: string;
  @ForeignKey(() => PublishingSeries, { name: 'publishing_destinations_series_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'series_id', type: 'text' }) seriesId!: string;
  @Column({ name: 'provider', type: 'text' }) provider!: string;
  @Column({ name: 'enabled', type: 'boolean' }) enabled!: boolean;
  @Column({ name: 'config', type: 'jsonb' }) config!: object;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
