import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { readConfig } from '../../src/kernel/config/index.js';
import type { Setting } from '../../src/kernel/config/setting-kinds.js';
import { SETTING_GROUPS } from '../../src/kernel/config/settings.js';
import { generatedDocs } from '../../src/main/docs/generate-docs.js';
import { helpOf } from '../../src/main/commands/usage.js';

const settings = Object.values<Record<string, Setting>>(SETTING_GROUPS).flatMap((group) => Object.entries(group));
const names = settings.map(([name]) => name);
/** Names that are no settings of the product: those of other programs and of the tests. */
const OTHERS = /^(NODE_VERSION|POSTGRES_(PASSWORD|USER|DB|SEEDS|PWD)|DB_PORT|BIND_ON_IP|SQL_PASSWORD|TEMPORAL(_UI)?_VERSION|MINIO_\w+|DYNAMIC_CONFIG_FILE_PATH|OLLAMA_\w+|VOICE_PACK|PROSCENIUM_CORPORA|TABLE_READ_\w+|METADATA_ONLY|STORE_ORIGINAL|EXTRACTED_ONLY|REQUIRES_APPROVAL|WARNINGS?)$/;

it('every setting that the documents and the containers name is declared', async () => {
  const files = ['README.md', 'docs/runbook.md', 'docs/model.md', 'docs/voices.md', 'docs/recogniser.md', 'docker-compose.yml', 'Dockerfile'];
  const named = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap((text) => text.match(/\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g) ?? []);
  expect([...new Set(named)].filter((name) => !names.includes(name) && !OTHERS.test(name))).toEqual([]);
});

it('docker-compose.yml passes on every setting that neither it nor the image decides', async () => {
  const decided = [
    'HOST', 'PORT', 'DATA_DIR', 'PROSCENIUM_CACHE_DIR', 'FFMPEG_PATH', 'TEMPORAL_CLI_PATH', 'NODE_ENV', 'FAULT', 'FETCH_ALLOW_HOSTS',
    'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'TEMPORAL_NAMESPACE', 'TEMPORAL_API_KEY', 'TEMPORAL_TLS', 'TEMPORAL_RETENTION_DAYS',
    // Of commands that are not run there: those that install, and produce.
    'VOICES_URL', 'MUSIC_URL', 'PROSCENIUM_API_KEY',
  ];
  const compose = await readFile('docker-compose.yml', 'utf8');
  const passed = new Set([...compose.matchAll(/^ {4,6}([A-Z][A-Z0-9_]+): (?=\S)/gm)].map(([, name]) => name));
  expect(names.filter((name) => !passed.has(name) && !decided.includes(name))).toEqual([]);
});

it('each setting appears once, with its meaning and default, in docs/settings.md and in the help', () => {
  expect(new Set(names).size).toBe(names.length);
  const [page, help] = [generatedDocs()['settings.md']!, helpOf('settings')];
  for (const [name, { meaning, shown }] of settings) {
    expect(page.split('\n').filter((line) => line.startsWith(`| \`${name}\` |`) && line.includes(shown))).toHaveLength(1);
    expect(help).toContain(`${meaning}. Default: ${shown}`.replaceAll('`', ''));
  }
});

it('declared settings are read with their defaults, and an unusable value is refused with the name of its setting', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, shareTtlDays: 30, temporal: { retentionDays: 90 }, voices: 'auto', metricsPort: null, nodeEnv: 'production' });
  expect(readConfig({ SHARE_TTL_DAYS: '7', APP_URL: 'https://a.example/', VOICES: 'stage', SPEECH_VOICES: 'a, b' }))
    .toMatchObject({ shareTtlDays: 7, baseUrl: 'https://a.example/api/v1', voices: 'stage', speech: { voices: ['a', 'b'] } });
  const numbers = settings.filter(([, { shown }]) => /^\d+$/.test(shown)).map(([name]) => name);
  expect(numbers.length).toBeGreaterThan(20);
  for (const name of numbers) expect(() => readConfig({ [name]: 'many' })).toThrow(name);
  for (const [name] of settings.filter(([, { choices }]) => choices)) expect(() => readConfig({ [name]: 'odd' })).toThrow(name);
  for (const name of names.filter((each) => /(?:^|_)PORT$/.test(each))) expect(() => readConfig({ [name]: '65536' })).toThrow(`${name} must be`);
  const addresses = names.filter((name) => /_URL$/.test(name) && !/^(DATABASE|VOICES|MUSIC)_URL$/.test(name));
  expect(addresses.length).toBeGreaterThan(9);
  for (const name of addresses) {
    for (const odd of ['127.0.0.1:3000', 'ftp://x/y', 'http://']) expect(() => readConfig({ [name]: odd })).toThrow(`${name} must be`);
  }
});

it('a flag is true or false in any case, and no other word turns it off silently', () => {
  const read = (value: string): boolean => readConfig({ TEMPORAL_TLS: value }).temporal.tls;
  expect(['true', 'TRUE', 'True', 'false', 'False', ''].map(read)).toEqual([true, true, true, false, false, false]);
  for (const odd of ['1', 'yes', 'on', '0']) expect(() => read(odd)).toThrow(`TEMPORAL_TLS must be true or false, not "${odd}"`);
});

it('the addresses of database and engine are named when they have another form; a password is not repeated', () => {
  for (const address of ['temporal:7233', '127.0.0.1:1', '[::1]:7233', 'name-space.acct.tmprl.cloud:7233']) {
    expect(readConfig({ TEMPORAL_ADDRESS: address }).temporal.address).toBe(address);
  }
  for (const odd of ['nohost', 'nohost:', ':7233', 'http://temporal:7233', 'temporal:70000', 'temporal:0']) {
    expect(() => readConfig({ TEMPORAL_ADDRESS: odd })).toThrow(`TEMPORAL_ADDRESS must be host:port, such as temporal.example:7233, not "${odd}"`);
  }
  for (const databaseUrl of ['postgres://user:secret@db:5432/name', 'postgresql://db/name', 'postgres:///name?host=/run/postgresql']) {
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  }
  for (const odd of ['secret', 'mysql://user:secret@db/name', 'db:5432']) {
    expect(() => readConfig({ DATABASE_URL: odd })).toThrow(/^DATABASE_URL must be postgres:\/\/user:password@host:port\/database$/);
  }
});

it('the media store is a folder or a bucket', () => {
  for (const storageUrl of ['file:///var/media', 's3://bucket/prefix?endpoint=http://minio:9000']) {
    expect(readConfig({ STORAGE_URL: storageUrl })).toMatchObject({ storageUrl });
  }
  for (const odd of ['media', 's3://', 'file://host/media', 'file:///a%2Fb']) {
    expect(() => readConfig({ STORAGE_URL: odd })).toThrow('STORAGE_URL must be file:///path or');
  }
});
