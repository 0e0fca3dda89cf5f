import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { readConfig } from '../../src/kernel/config/index.js';
import { holdPort } from '../../src/main/stack/ports.js';
import { EmbeddedStack, until } from '../support/chaos/embedded-stack.js';

const DEFAULTS = { PORT: 3000, POSTGRES_PORT: 54329, TEMPORAL_PORT: 7233, TEMPORAL_UI_PORT: 8233 } as const;
/** An environment in which no port is set. */
const UNSET = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, '']));

/** Makes sure that the port is taken. Returns the server that took it, or null when another process had it already. */
async function occupy(port: number): Promise<Server | null> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

let embedded: EmbeddedStack;
let occupied: (Server | null)[];
beforeAll(async () => {
  embedded = await EmbeddedStack.inFreshFolder();
  occupied = await Promise.all(Object.values(DEFAULTS).map(occupy));
});
afterAll(async () => {
  for (const server of occupied) server?.close();
  await embedded.remove();
});

describe('with every usual port in use', () => {
  it('a start takes others and names them in one line; a demo waits for it and uses it', async () => {
    const start = embedded.run(['up'], UNSET);
    await until(() => existsSync(path.join(embedded.dataDir, 'run/stack.lock')), () => `the lock; so far:\n${start.output()}`);
    const demo = embedded.run(['demo', '--minutes', '0.5', '--out', path.join(embedded.dataDir, 'made')], UNSET);
    await until(() => start.output().includes('Ctrl-C stops everything'), () => `the screen; so far:\n${start.output()}`);
    const stack = (await embedded.read<{ baseUrl: string; appUrl: string; databaseUrl: string; temporalAddress: string; uiUrl: string }>('stack.json'))!;
    const found = {
      PORT: new URL(stack.appUrl).port, POSTGRES_PORT: new URL(stack.databaseUrl).port,
      TEMPORAL_PORT: stack.temporalAddress.split(':')[1]!, TEMPORAL_UI_PORT: new URL(stack.uiUrl).port,
    };
    const lines = start.output().split('\n').filter((line) => line.includes('in use'));
    expect(lines).toHaveLength(1);
    expect([...lines[0]!.matchAll(/(\w+) (\d+) \(used instead: (\d+)\)/g)].map(([, ...parts]) => parts).sort()).toEqual(
      Object.entries(DEFAULTS).map(([name, port]) => [name, String(port), found[name as keyof typeof found]]).sort());
    expect(stack.baseUrl).toBe(`http://127.0.0.1:${found.PORT}/api/v1`);
    expect((await fetch(`${stack.baseUrl}/openapi.json`)).status).toBe(200);

    expect([await demo.exit, demo.output()]).toEqual([0, expect.stringContaining(`the stack that runs at ${stack.appUrl}\n`)]);
    expect(demo.output()).toContain(`process ${start.child.pid} is starting`);
    expect(demo.output()).toContain(`${stack.baseUrl}/openapi.json`);
    expect(demo.output()).toMatch(new RegExp(`Theater +${stack.appUrl}/share/`));
    // The demo was only a guest: the stack still runs after it.
    expect((await fetch(`${stack.baseUrl}/openapi.json`)).status).toBe(200);
    start.child.kill('SIGINT');
    expect(await start.exit).toBe(0);
  });
});

describe('which ports may move', () => {
  it.each([
    [{}, []], [{ PORT: '' }, []], [{ PORT: '3000' }, ['PORT']], [{ TEMPORAL_UI_PORT: '0' }, ['TEMPORAL_UI_PORT']],
    // The outside world reaches the stack by this address, so its port must not move.
    [{ APP_URL: 'https://read.example' }, ['PORT']], [{ BASE_URL: 'https://read.example/api/v1' }, ['PORT']],
  ])('%j fixes %j', (env, fixed) => {
    expect(readConfig(env).fixedPorts).toEqual(fixed);
  });

  it('a held port can be released and taken again while a client is connected to it', async () => {
    const held = await holdPort({ port: 0, setting: 'PORT' });
    const client = connect(held.port, '127.0.0.1');
    client.on('error', () => undefined);
    await new Promise((resolve) => { client.once('close', resolve); });
    const waiting = connect(held.port, '127.0.0.1');
    waiting.on('error', () => undefined);
    await new Promise((resolve) => { waiting.once('connect', resolve); });
    await held.release();
    await (await holdPort({ port: held.port, setting: 'PORT' })).release();
    waiting.destroy();
  });

  it('a held port counts as busy for everybody else until it is released', async () => {
    const held = await holdPort({ port: 0, setting: 'PORT' });
    await expect(holdPort({ port: held.port, setting: 'PORT' })).rejects.toThrow(`Port ${held.port} is in use`);
    const moved = await holdPort({ port: held.port, setting: 'PORT', mayMove: true });
    expect(moved.port).not.toBe(held.port);
    await Promise.all([held.release(), moved.release()]);
    await (await holdPort({ port: held.port, setting: 'PORT' })).release();
  });
});
