import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { OPERATIONS } from '../../api/index.js';
import { prepareLettering } from '../craft/images/lettering.js';
import type { Config } from '../kernel/config/index.js';
import { bootstrapOwner } from '../domain/account/account-store.js';
import { KeyDesk } from '../domain/account/key-management.js';
import { AudienceRecorder } from '../domain/publishing/audience/recorder.js';
import { openLiveMixFeed } from '../domain/artifacts/live-mix/live-mix-feed.js';
import { openPerformanceFeed } from '../domain/artifacts/performance/performance-feed.js';
import { RoomListeners } from '../domain/artifacts/performance/room-listeners.js';
import { findSoundFile } from '../domain/canon/sounds/sound-files.js';
import { findImageFile } from '../domain/canon/images/project-images.js';
import { findDesignedSample } from '../domain/canon/voices/voice-objects.js';
import { readPages } from '../pages/presenters/read-pages.js';
import { createApp } from '../kernel/http/app.js';
import type { Operation } from '../kernel/http/operations/operation.js';
import { OperationCaller } from '../kernel/http/operations/operation-caller.js';
import { Sessions } from '../kernel/http/sessions.js';
import { Authenticator } from '../kernel/http/authenticate.js';
import { IdempotencyStore } from '../kernel/http/limits/idempotency-store.js';
import { RateLimiter } from '../kernel/http/limits/rate-limit.js';
import { AnonymousBodies } from '../kernel/http/requests/anonymous-bodies.js';
import { continueOnDemand } from '../kernel/http/requests/incoming.js';
import { warmValidators } from '../kernel/http/requests/validation.js';
import { loadPageAssets } from '../pages/assets.js';
import { OpenStreams } from '../pages/open-streams.js';
import { pagesRouter } from '../pages/router.js';
import { deckRouter } from '../pages/decks/router.js';
import { countSound, publishingRouter } from '../pages/publishing/router.js';
import { frontOf, workplaceRouter } from '../pages/workplace/router.js';
import { openApiMetrics } from './api-metrics.js';
import { connectionsOf, type Connections } from './connections.js';
import { documentation } from './documentation.js';
import { landingHealth, landingLinks, runLinks, voiceSamples } from './landing.js';
import { listen, stopListening } from './listening.js';
import { openServices, type OpenServices } from './services.js';

export { requireServers } from './servers/required-servers.js';

export interface RunningApi {
  url: string;
  port: number;
  services: OpenServices;
  ownerKey: string | null;
  /** Loads modules that only some requests need, so that the first such request is not slow. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Puts the actual port into the URLs of the configuration, because port 0 becomes a real port only when the server listens. Explicitly configured URLs stay.
 */
function adoptPort(config: Config, port: number): void {
  if (config.port !== 0) return;
  const withPort = (address: string): string => address.replace(/^(http:\/\/[^/:]+):0(?=\/|$)/, `$1:${port}`);
  Object.assign(config, { appUrl: withPort(config.appUrl), baseUrl: withPort(config.baseUrl) });
}

export interface ApiOptions {
  /** The operations to serve; tests may pass others. */
  operations?: readonly Operation[];
  /** A listening socket to serve on. Without it the API listens on the configured port; 0 uses a free port. */
  socket?: Server | undefined;
}

/** Serves the API and the pages until closed. */
export async function startApi(
  config: Config, connections: Connections = connectionsOf(config), { operations = OPERATIONS, socket }: ApiOptions = {},
): Promise<RunningApi> {
  const services = await openServices(config, 'proscenium-api', connections);
  const authenticator = new Authenticator(services.db, services.log);
  const rates = new RateLimiter(services.db, services.log);
  const kernel = { services, authenticator, rates, idempotency: new IdempotencyStore(services.db), operations };
  const live = { performances: openPerformanceFeed(services.db, services.log), mixes: openLiveMixFeed(services.db, services.log) };
  const listeners = new RoomListeners(services.db, services.log);
  const audience = new AudienceRecorder(services.db, services.log);
  const [owner, assets, metrics] = await Promise.all([
    bootstrapOwner(services.db, config), loadPageAssets(), openApiMetrics(config, services), authenticator.listen(),
    live.performances.listen(), live.mixes.listen(), listeners.listen(),
  ]);
  const server = createServer();
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 60_000;
  continueOnDemand(server);
  const port = await listen(server, socket ?? { port: config.port, host: config.host });
  adoptPort(config, port);
  const workplace = {
    appUrl: config.appUrl, assets, sessions: new Sessions(kernel), operations: new OperationCaller(kernel, operations, new URL(config.baseUrl).pathname),
    dataDir: config.dataDir, anonymous: new AnonymousBodies(), trustedProxyHops: config.trustedProxyHops,
    runLink: runLinks(config), samples: voiceSamples(services),
    keys: new KeyDesk(services.db),
  };
  const pages = pagesRouter(readPages(services, live, listeners), {
    appUrl: config.appUrl, assets, apiPath: new URL(config.baseUrl).pathname, landing: landingLinks(config), health: () => landingHealth(services),
    docs: documentation(operations, config.baseUrl), front: (ctx) => frontOf(ctx, workplace),
    voiceSample: (voiceId) => findDesignedSample(services.store, voiceId),
    image: (name) => findImageFile(services, name),
    sound: (name) => findSoundFile(services, name),
    streams: new OpenStreams(config.trustedProxyHops),
  });
  server.on('request', createApp(kernel, operations, [publishingRouter(services, { appUrl: config.appUrl, assets }, countSound(audience, config)),
    deckRouter(services, { appUrl: config.appUrl, assets }), workplaceRouter(workplace), pages], metrics?.observe).callback());
  warmValidators(operations).catch((error: Error) => services.log.error({ err: error }, 'a validator does not compile'));
  return {
    url: `http://${config.host}:${port}`, port, services, ownerKey: owner?.key ?? null,
    async warmUp() {
      await Promise.all([services.speech(), services.writer()]);
      await prepareLettering();
    },
    async close() {
      await Promise.all([stopListening(server), metrics?.close()]);
      await Promise.all([live.performances.close(), live.mixes.close(), listeners.close(), audience.close()]);
      await rates.close();
      await authenticator.close();
      await services.close();
    },
  };
}
