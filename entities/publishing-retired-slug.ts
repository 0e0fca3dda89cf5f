import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The slug of a series that was removed. Its feed and pages may still be asked for, so that no other series gets it. */
@Entity('publishing_retired_slugs')
export class PublishingRetiredSlug {
  @PrimaryColumn({ name: 'slug', type: 'text', primaryKeyConstraintName: 'publishing_retired_slugs_pkey' }) slug!: string;
  @Column({ name: 'retired_at', type: 'timestamptz', default: () => 'now()' }) retiredAt!: Date;
}
