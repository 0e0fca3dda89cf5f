import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The slug of a removed series. No other series may get it, because clients may still request its feed and pages. */
@Entity('publishing_retired_slugs')
export class PublishingRetiredSlug {
  @PrimaryColumn({ name: 'slug', type: 'text', primaryKeyConstraintName: 'publishing_retired_slugs_pkey' }) slug!: string;
  @Column({ name: 'retired_at', type: 'timestamptz', default: () => 'now()' }) retiredAt!: Date;
}
