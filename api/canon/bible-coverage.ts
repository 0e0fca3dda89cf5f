import { bibleCoverage } from '../../src/domain/canon/bible/bible-coverage.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { phasedCoverage } from '../families/coverage.js';
import { projectPath } from './project-path.js';

export const bibleCoverageOperations = phasedCoverage(
  { ...projectPath, words: 'a Series Bible' }, bibleCoverage,
  { path: '/series-bible/coverage', name: 'SeriesBible', read: { scopes: ['story:read'], idempotency: 'none' }, example: { phase: 'premise', focusPrompt: 'Is the conflict clear?' },
    next: ({ db }, asked) => nextOfProject(db, asked) },
);
