import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The salt of one day's listener hashes. It is deleted when the next day is over, after which nobody can connect an address with a hash. */
@Entity('publishing_salts')
export class PublishingSalt {
  @PrimaryColumn({ name: 'day', type: 'date', primaryKeyConstraintName: 'publishing_salts_pkey' }) day!: string;
  @Column({ name: 'salt', type: 'bytea' }) salt!: Buffer;
}
