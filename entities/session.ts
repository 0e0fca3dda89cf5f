import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { ApiKey } from './api-key.js';

/** A browser that signed in with an API key. The row has only the SHA-256 of its cookie and is deleted with the key. */
@Entity('sessions')
@Unique('sessions_token_hash', ['tokenHash'])
@Index('sessions_key', ['keyId'])
export class Session {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'sessions_pkey' }) id!: string;
  @ForeignKey(() => ApiKey, { name: 'sessions_key_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  @Column({ name: 'token_hash', type: 'text' }) tokenHash!: string;
  @Column({ name: 'expires_at', type: 'timestamptz' }) expiresAt!: Date;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
}
