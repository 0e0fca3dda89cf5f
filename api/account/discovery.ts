import Type from 'typebox';
import { backgroundActivity } from '../../src/monitoring/background-activity.js';
import { capabilitiesOf } from '../../src/discovery/capabilities.js';
import { examplesOf } from '../../src/discovery/examples.js';
import { generationHealth } from '../../src/monitoring/generation-health.js';
import { guidanceOf } from '../../src/discovery/guidance.js';
import { pageOf, PageQuery } from '../../src/kernel/contract/paging.js';
import { text } from '../../src/kernel/http/operations/answers.js';
import { openApiDocument } from '../../src/kernel/http/operations/openapi.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import { defineOperation } from '../operation.js';
import {
  AgentGuidance, BackgroundActivity, Capabilities, ExamplesEnvelope, GenerationHealthAnswer,
} from './schemas.js';

/** Operations that describe the API. They cover the whole registry, themselves included, so `registry` is called per request. */
export function discoveryOperations(registry: () => readonly Operation[]): Operation[] {
  const documents = new Map<string, string>();
  return [
    defineOperation({
      id: 'getCapabilities', method: 'GET', path: '/capabilities', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'Read the capabilities of this installation; read them first',
      description: 'Clients may keep the answer for a minute at most.',
      response: { 200: Capabilities },
      async handle(_call, services) {
        return capabilitiesOf(services, registry());
      },
    }),
    defineOperation({
      id: 'getAgentGuidance', method: 'GET', path: '/agent-guidance', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'Read the agent guidance: flow of calls, poll intervals, rules',
      description: 'For programs that act on behalf of a person: the steps in order, which of them exist here, how '
        + 'often to poll, and what a person must decide.',
      response: { 200: AgentGuidance },
      async handle() {
        return guidanceOf(registry());
      },
    }),
    defineOperation({
      id: 'getExamples', method: 'GET', path: '/examples', area: 'account', public: true,
      scopes: [], idempotency: 'none', summary: 'List runnable recipes',
      description: 'Each recipe has its requests in order, a curl command for every step, and a shell script that '
        + 'does all of them. Needs no key.',
      response: { 200: ExamplesEnvelope },
      async handle(_call, { config }) {
        return { examples: examplesOf(registry(), config.baseUrl) };
      },
    }),
    defineOperation({
      id: 'getOpenApi', method: 'GET', path: '/openapi.json', area: 'account', public: true,
      scopes: [], idempotency: 'none', summary: 'Read the machine-readable description of this API',
      description: 'This document, with the address of this server. Needs no key.',
      response: { 200: text('application/json', Type.Object({}, { description: 'An OpenAPI 3.1 document', additionalProperties: true })) },
      async handle(_call, { config: { baseUrl } }) {
        const known = documents.get(baseUrl);
        const document = known ?? JSON.stringify(openApiDocument(registry(), baseUrl));
        documents.set(baseUrl, document);
        return document;
      },
    }),
    defineOperation({
      id: 'getGenerationHealth', method: 'GET', path: '/generation-health', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'Read the generation health: engine, providers, queues',
      description: 'Figures of the last minutes for the engine, every provider and every queue. `degraded` means '
        + 'that work waits, and continues by itself when what is named is well again.',
      response: { 200: GenerationHealthAnswer },
      async handle(_call, services) {
        return generationHealth(services);
      },
    }),
    defineOperation({
      id: 'listBackgroundActivity', method: 'GET', path: '/background-activity', area: 'account',
      scopes: ['story:read'], idempotency: 'none', summary: 'List open work, and work that ended within ten minutes',
      description: 'Only reads: starts nothing and retries nothing.',
      request: { query: PageQuery }, response: { 200: BackgroundActivity },
      async handle({ actor, query }, { db }) {
        const { items, nextCursor } = pageOf(await backgroundActivity(db, actor.accountId), query, ({ kind, id }) => `${kind} ${id}`);
        return { jobs: items, nextCursor };
      },
    }),
  ];
}
