import type { Project } from '../../../entities/project.js';

export type ProjectRow = Project & { sourceCount: number };

/** The `StoryProject` of the API. */
export function viewProject(row: ProjectRow) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    metadata: row.metadata as Record<string, unknown> | null,
    seasonCadence: row.seasonCadence as 'monthly' | 'numbered' | null,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    sourceCount: row.sourceCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
