import { ConfigInvalid, type Config, type PortSetting } from '../../kernel/config/index.js';

const MAX_PORT = 65_535;

/** The ports at which the stack itself listens; 0 is any free one. */
function ownPorts({ port, databaseUrl, postgresPort, temporal }: Config): [PortSetting, number][] {
  return [
    ['PORT', port], ...(databaseUrl ? [] : [['POSTGRES_PORT', postgresPort] satisfies [PortSetting, number]]),
    ...(temporal.address ? [] : [['TEMPORAL_PORT', temporal.port], ['TEMPORAL_UI_PORT', temporal.uiPort]] satisfies [PortSetting, number][]),
  ];
}

/**
 * The ports of the metrics of `count` processes: the configured one and those after it; none when metrics are off. Throws `ConfigInvalid` when there are not
 * so many, or another setting has one of them.
 */
export function metricsPortsOf(config: Config, count: number): number[] {
  const { metricsPort } = config;
  if (metricsPort === null) return [];
  const last = metricsPort + count - 1;
  if (last > MAX_PORT) throw new ConfigInvalid(`METRICS_PORT must be at most ${MAX_PORT - count + 1}, because \`up\` takes ${count} ports for metrics from it on`);
  const taken = ownPorts(config).find(([, port]) => port >= metricsPort && port <= last);
  if (taken) {
    throw new ConfigInvalid(`METRICS_PORT must not be ${metricsPort}: \`up\` takes the ports ${metricsPort} to ${last} for metrics, and ${taken[0]} is ${taken[1]}`);
  }
  return Array.from({ length: count }, (_none, at) => metricsPort + at);
}
