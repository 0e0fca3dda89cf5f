import Type from 'typebox';
import { closed, Id } from '../../src/kernel/contract/models.js';
import { continuity, type Fact } from '../../src/domain/canon/continuity/facts.js';
import { findContradictions } from '../../src/domain/canon/continuity/ledger.js';
import { lockProject } from '../../src/domain/projects/project-store.js';
import { settings } from '../families/settings.js';
import { projectPath } from './project-path.js';

const Place = Type.Optional(Type.Integer({ minimum: 0 }));

export const continuityOperations = settings(projectPath, [continuity], {
  method: 'PATCH', write: { scopes: ['story:write'], idempotency: 'none' }, lock: (tx, { id }) => lockProject(tx, id),
  shown: {
    fields: {
      contradictions: Type.Array(closed({
        factId: Type.String(), statement: Type.String(), quote: Type.String({ description: 'The line that contradicts it' }), reason: Type.String(),
        scriptUploadId: Type.Optional(Id), episodeId: Type.Optional(Type.String()),
        bibleField: Type.Optional(Type.String({ description: 'The field of the Series Bible that contradicts it' })), characterId: Type.Optional(Type.String()), sceneIndex: Place, entryIndex: Place,
      }), { description: 'Lines of scripts, outlines and the Series Bible that contradict a locked fact' }),
    },
    load: async ({ db, store }, { projectId }, value) => ({ contradictions: await findContradictions(db, store, projectId, value.facts as Fact[]) }),
  },
});
