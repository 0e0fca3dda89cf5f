import { castLook } from '../../src/domain/canon/looks/cast-look.js';
import { lockProject } from '../../src/domain/projects/project-store.js';
import { settings } from '../families/settings.js';
import { projectPath } from './project-path.js';

export const castLookOperations = settings(projectPath, [castLook], {
  method: 'PATCH', read: { scopes: ['story:read'], idempotency: 'accepted' }, write: { scopes: ['story:write'], idempotency: 'accepted' }, lock: (tx, { id }) => lockProject(tx, id),
});
