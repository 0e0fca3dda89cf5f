import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that signs share, room and media tokens, and cursors. */
@Entity('signing_keys')
export class SigningKey {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'signing_keys_pkey' }) id!: string;
  @Column({ name: 'secret', type: 'bytea' }) secret!: Buffer;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
