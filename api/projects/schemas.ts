import { Next } from '../../src/kernel/contract/next-step.js';
import Type from 'typebox';
import { closed, Id, Metadata, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';

export const Project = model('Project', 'Everything that belongs to one story or series.', closed({
  id: Id,
  name: Type.String(),
  description: nullable(Type.String()),
  metadata: nullable(Metadata),
  seasonCadence: nullable(oneOf(['monthly', 'numbered'])),
  archivedAt: nullable(Timestamp),
  sourceCount: Type.Integer({ minimum: 0 }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}));

export const ProjectEnvelope = model('ProjectEnvelope', 'One project, and the call that comes next.', closed({ project: Project, next: Next }));
export const ProjectList = model('ProjectList', 'One page of projects.', closed({ projects: Type.Array(Project), nextCursor: NextCursor }));

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: VISIBLE });
const Description = nullable(Type.String({ maxLength: 4000 }));

export const ProjectCreateRequest = model('ProjectCreateRequest', 'The name of a new project, and what the caller wants to keep with it.', closed({
  name: Name,
  description: Type.Optional(Description),
  metadata: Type.Optional(nullable(Metadata)),
}), { name: 'The Lighthouse', metadata: { shelf: 'ghost stories' } });

export const ProjectUpdateRequest = model('ProjectUpdateRequest', 'What to change about a project; fields that are left out stay.', closed({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  metadata: Type.Optional(nullable(Metadata)),
  archived: Type.Optional(Type.Boolean({ description: 'Archived projects can still be read' })),
  seasonCadence: Type.Optional(oneOf(['monthly', 'numbered'], {
    description: 'monthly: seasons without a name are named after their month, and a series made without a cadence says in its feed that it is monthly',
  })),
}), { name: 'The Lighthouse', description: 'A ghost story for the evening', seasonCadence: 'numbered' });

export const ProjectDeleted = model('ProjectDeleted', 'Which project was deleted; it can be restored for 30 days.',
  closed({ deleted: Type.Literal(true), projectId: Id }));
