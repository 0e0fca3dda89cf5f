import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Account } from './account.js';
import { Project } from './project.js';

/** The production of a season, step by step; a person decides about each step. */
@Entity('season_runs')
@Check('season_runs_season', 'season_number BETWEEN 1 AND 99')
@Check('season_runs_threshold', 'gate_threshold BETWEEN 0 AND 100')
@Check('season_runs_finished', `(finished_at IS NULL) = (status NOT IN ('completed','failed','cancelled'))`)
@Index('season_runs_open', ['projectId', 'seasonNumber'], { unique: true, where: 'finished_at IS NULL AND NOT dry_run' })
@Index('season_runs_project', ['projectId', 'id'])
export class SeasonRun {
  @PrimaryColumn({ name: 'id', type: 'text', primaryKeyConstraintName: 'season_runs_pkey' }) id!: string;
  @ForeignKey(() => Account, { name: 'season_runs_account_id_fkey' })
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @ForeignKey(() => Project, { name: 'season_runs_project_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'project_id', type: 'text' }) projectId!: string;
  /** The series in which the episodes are published; null until the first episode is published, unless the caller named a series. */
  @Column({ name: 'series_id', type: 'text', nullable: true }) seriesId!: string | null;
  @Column({ name: 'season_number', type: 'int' }) seasonNumber!: number;
  @Column({ name: 'title', type: 'text' }) title!: string;
  @Column({ name: 'brief', type: 'text', nullable: true }) brief!: string | null;
  /** Number of episodes that the caller asked for; null for the whole season. */
  @Column({ name: 'episode_count', type: 'int', nullable: true }) episodeCount!: number | null;
  @Column({ name: 'dry_run', type: 'boolean' }) dryRun!: boolean;
  @Column({ name: 'status', type: 'text' }) status!: string;
  /** Rises with every change of the map; 0 until the map is drafted. */
  @Column({ name: 'map_version', type: 'int', default: 0 }) mapVersion!: number;
  /** The last version of the map that a person approved. */
  @Column({ name: 'approved_map_version', type: 'int', nullable: true }) approvedMapVersion!: number | null;
  @Column({ name: 'gate_threshold', type: 'int' }) gateThreshold!: number;
  @Column({ name: 'created_by', type: 'text' }) createdBy!: string;
  @Column({ name: 'request_id', type: 'text' }) requestId!: string;
  @Column({ name: 'failure_code', type: 'text', nullable: true }) failureCode!: string | null;
  @Column({ name: 'failure_message', type: 'text', nullable: true }) failureMessage!: string | null;
  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' }) createdAt!: Date;
  @Column({ name: 'updated_at', type: 'timestamptz', default: () => 'now()' }) updatedAt!: Date;
  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true }) finishedAt!: Date | null;
}
