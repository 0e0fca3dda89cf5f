import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.js';

/** Voices that were designed for one character. The design is the subject of the work that makes its variants. */
@Entity('voice_designs')
@Index('voice_designs_project', ['projectId', 'id'])
@Index('voice_designs_chosen', ['accountId'], { where: 'chosen_voice_id IS NOT NULL' })
export class VoiceDesign {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'voice_designs_pkey' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'voice_designs_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  @Column({ name: 'character', type: 'text' }) character!: string;
  /** The name as characters are compared by it. */
  @Column({ name: 'character_key', type: 'text' }) characterKey!: string;
  @Column({ name: 'brief', type: 'jsonb' }) brief!: object;
  /** Empty until the work is done. */
  @Column({ name: 'variants', type: 'jsonb', default: [] }) variants!: object;
  @Column({ name: 'chosen_voice_id', type: 'text', nullable: true }) chosenVoiceId!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
}
