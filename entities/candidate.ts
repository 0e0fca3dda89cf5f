import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CandidateRequest } from './candidate-request.js';

/** One of the candidates of a request. */
@Entity('candidates')
export class Candidate {
  @ForeignKey(() => CandidateRequest, { name: 'candidates_request_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'request_id', type: 'text', primaryKeyConstraintName: 'candidates_pkey' }) requestId!: string;
  /** Number of the candidate in its request, from 0. */
  @PrimaryColumn({ name: 'ordinal', type: 'int', primaryKeyConstraintName: 'candidates_pkey' }) ordinal!: number;
  /** The properties of the candidate and the keys of its media, in the shape of the kind. */
  @Column({ name: 'facts', type: 'jsonb' }) facts!: object;
  @Column({ name: 'chosen', type: 'boolean', default: false }) chosen!: boolean;
}
