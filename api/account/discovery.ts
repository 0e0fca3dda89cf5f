import Type from 'typebox';
import { backgroundActivity } from '../../src/monitoring/background-activity.js';
import { capabilitiesOf } from '../../src/discovery/capabilities.js';
import { examplesOf } from '../../src/discovery/examples.js';
import { generationHealth } from '../../src/monitoring/generation-health.js';
import { guidanceOf } from '../../src/discovery/guidance.js';
import { openApiDocument } from '../../src/http/openapi.js';
import { defineOperation, type Operation } from '../../src/http/operation.js';
import {
  AgentGuidance, BackgroundActivity, Capabilities, ExamplesEnvelope, GenerationHealthAnswer,
} from './schemas.js';

/** Discovery describes the whole registry, itself included; `registry` is called when a request comes. */
export function discoveryOperations(registry: () => readonly Operation[]): Operation[] {
  const documents = new Map<string, string>();
  return [
    defineOperation({
      id: 'getCapabilities', method: 'GET', path: '/capabilities', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'Read what this installation can do; read it first in any run',
      description: 'Clients may keep the answer for a minute at most.',
      request: {}, response: { status: 200, schema: Capabilities }, errors: [],
      async handle(_call, { config }) {
        return capabilitiesOf(config, registry());
      },
    }),
    defineOperation({
      id: 'getAgentGuidance', method: 'GET', path: '/agent-guidance', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'Read the expected flow, its poll intervals and its rules',
      request: {}, response: { status: 200, schema: AgentGuidance }, errors: [],
      async handle() {
        return guidanceOf(registry());
      },
    }),
    defineOperation({
      id: 'getExamples', method: 'GET', path: '/examples', area: 'account', public: true,
      scopes: [], idempotency: 'none', summary: 'Read runnable recipes',
      request: {}, response: { status: 200, schema: ExamplesEnvelope }, errors: [],
      async handle(_call, { config }) {
        return { examples: examplesOf(registry(), config.baseUrl) };
      },
    }),
    defineOperation({
      id: 'getOpenApi', method: 'GET', path: '/openapi.json', area: 'account', public: true,
      scopes: [], idempotency: 'none', summary: 'Read the machine-readable description of this API',
      request: {}, errors: [],
      response: { status: 200, schema: Type.Object({}, { description: 'An OpenAPI 3.1 document' }), contentType: 'application/json' },
      async handle(_call, { config: { baseUrl } }) {
        const known = documents.get(baseUrl);
        const document = known ?? JSON.stringify(openApiDocument(registry(), baseUrl));
        documents.set(baseUrl, document);
        return document;
      },
    }),
    defineOperation({
      id: 'getGenerationHealth', method: 'GET', path: '/generation-health', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'Read whether generation works: engine, providers, queues',
      request: {}, response: { status: 200, schema: GenerationHealthAnswer }, errors: [],
      async handle(_call, services) {
        return generationHealth(services);
      },
    }),
    defineOperation({
      id: 'listBackgroundActivity', method: 'GET', path: '/background-activity', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'List open work, and work that ended within ten minutes',
      description: 'Only reads: starts nothing and retries nothing.',
      request: {}, response: { status: 200, schema: BackgroundActivity }, errors: [],
      async handle({ actor }, { db }) {
        return { jobs: await backgroundActivity(db, actor.accountId) };
      },
    }),
  ];
}
