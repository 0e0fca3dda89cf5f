import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A fencing lease: only the holder of the highest fence may publish the resource. */
@Entity('media_leases')
export class MediaLease {
  @PrimaryColumn({ name: 'resource', type: 'text', primaryKeyConstraintName: 'media_leases_pkey' }) resource!: string;
  @Column({ name: 'fence', type: 'int' }) fence!: number;
  @Column({ name: 'holder', type: 'text' }) holder!: string;
  @Column({ name: 'lease_until', type: 'timestamptz' }) leaseUntil!: Date;
}
