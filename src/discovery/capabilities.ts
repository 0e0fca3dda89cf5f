import { AREAS, type Area } from '../kernel/contract/areas.js';
import { operationTable, routeOf } from '../kernel/contract/operation-table.js';
import { SCOPES } from '../kernel/contract/scopes.js';
import { takesKey, type Operation } from '../kernel/http/operations/operation.js';
import { API_VERSION } from '../kernel/http/operations/openapi.js';
import { PRICES } from '../kernel/credits/prices.js';
import { ARTIFACT_KINDS } from '../domain/artifacts/artifact-kinds.js';
import { ARTIFACT_TYPES, READ_SECONDS } from '../domain/plans/plan-request.js';
import { stageTable } from '../domain/canon/project-stage.js';
import { PLAN_TYPES } from '../domain/plans/types/plan-types.js';
import { MAX_CONTENT_BYTES, MAX_SCRIPT_FILE_BYTES } from '../domain/scripts/script-model.js';
import {
  FILE_TYPES, MAX_FETCHED_BYTES, MAX_FILE_BYTES, MAX_INLINE_BYTES, MAX_TEXT_BYTES, SOURCE_TYPES,
} from '../domain/sources/source-model.js';
import { providersOf, type Providing } from '../monitoring/providers.js';

/** How long clients may cache the answer. */
export const CAPABILITIES_MAX_AGE_SECONDS = 60;

/** Operations of an area that are planned but not implemented. */
function plannedOf(area: Area, operations: readonly Operation[]) {
  const routes = new Set(operations.map(routeOf));
  return operationTable().filter((row) => row.area === area && !routes.has(routeOf(row)))
    .map(({ method, path, scopes, idempotency }) => ({ method, path, scopes: [...scopes], idempotency }));
}

/** What this installation can do, derived from its declarations, configuration, voices and instruments, with the names of all planned operations. */
export function capabilitiesOf(services: Providing, operations: readonly Operation[]) {
  const { config, embeddedVoices: voices, composer } = services;
  return {
    apiVersion: API_VERSION,
    sourceTypes: [...SOURCE_TYPES],
    uploads: { sources: [...FILE_TYPES], scripts: ['pdf', 'fdx', 'fountain', 'text'] },
    artifactTypes: ARTIFACT_TYPES.map((type) => ({
      type, availability: type in ARTIFACT_KINDS ? 'available' as const : 'planned' as const,
      modes: [...PLAN_TYPES[type].modes],
    })),
    areas: AREAS.map((area) => {
      const declared = operations.filter((operation) => operation.area === area);
      return {
        area, availability: declared.length > 0 ? 'available' as const : 'planned' as const,
        operations: declared.map(({ id, method, path, scopes, idempotency }) => ({ id, method, path, scopes: [...scopes], idempotency })),
        planned: plannedOf(area, operations),
      };
    }),
    stages: stageTable().map(({ stage, words, needs }) => ({
      stage, words, neededBy: operations.filter((operation) => operation.needs?.some(({ name }) => (needs as string[]).includes(name))).map(({ id }) => id),
    })),
    scopes: [...SCOPES],
    idempotency: {
      header: 'Idempotency-Key', replayHeader: 'Idempotency-Replayed', retentionHours: 24 * 7,
      requiredBy: operations.filter((operation) => takesKey(operation) && operation.idempotency === 'required').map(({ id }) => id),
    },
    webhooks: { availability: 'planned' as const },
    providers: providersOf(services),
    voices: { speaking: voices.speaking, reason: voices.reason },
    music: { composing: composer.composes, reason: composer.reason },
    limits: {
      requestsPerMinute: { default: config.rateLimitDefault, elevated: config.rateLimitElevated },
      pageSize: { default: 50, maximum: 100 },
      inlineSourceBytes: MAX_INLINE_BYTES,
      fetchedSourceBytes: MAX_FETCHED_BYTES,
      uploadedSourceBytes: MAX_FILE_BYTES,
      uploadedTextBytes: MAX_TEXT_BYTES,
      uploadedScriptBytes: MAX_SCRIPT_FILE_BYTES,
      inlineScriptBytes: MAX_CONTENT_BYTES,
      scriptPages: config.scriptPages,
      sourcesPerPlan: 20,
      readSeconds: READ_SECONDS,
      shareDays: config.shareTtlDays,
      cacheSeconds: CAPABILITIES_MAX_AGE_SECONDS,
    },
    prices: PRICES,
    links: {
      openapi: `${config.baseUrl}/openapi.json`, agentGuidance: `${config.baseUrl}/agent-guidance`, examples: `${config.baseUrl}/examples`,
    },
  };
}
