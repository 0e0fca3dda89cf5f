import { pronunciations } from '../../src/domain/canon/pronunciations.js';
import { lockProject } from '../../src/domain/projects/project-store.js';
import { settings } from '../families/settings.js';
import { projectPath } from './project-path.js';

export const pronunciationOperations = settings(projectPath, [pronunciations], {
  method: 'PATCH', write: { scopes: ['story:write'], idempotency: 'none' }, lock: (tx, { id }) => lockProject(tx, id),
});
