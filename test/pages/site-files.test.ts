import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { openHouse, type House } from '../browser/pages-house.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let house: House;
beforeAll(async () => { house = await openHouse(); });
afterAll(() => house.close());

const get = (path: string, accept = BROWSER): Promise<Response> => fetch(house.url + path, { headers: { accept } });

describe('what browsers look for by themselves', () => {
  it.each([['/favicon.ico', 'image/x-icon', '00000100'], ['/apple-touch-icon.png', 'image/png', '89504e47']])('%s is a picture', async (path, type, start) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.from(await response.arrayBuffer()).subarray(0, 4).toString('hex')).toBe(start);
  });

  it('the manifest names icons that exist', async () => {
    const manifest = await (await get('/manifest.webmanifest')).json() as { icons: { src: string; sizes: string }[] };
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
    for (const { src } of manifest.icons) expect((await get(src)).headers.get('content-type')).toBe('image/png');
    expect(await (await get('/')).text()).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  });

  it('robots keep out of rooms and the API, and may read feeds', async () => {
    expect(await (await get('/robots.txt')).text()).toBe('User-agent: *\nAllow: /api/v1/publishing-feeds/\nDisallow: /api/\nDisallow: /live/\n');
  });
});

describe('a refused request', () => {
  it('of a browser gets a page in the style of the site; other clients and the API get a JSON error', async () => {
    const page = await get('/no/such/place');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('There is nothing here');
    expect(text).toContain('<a class="pill solid" href="/">');
    expect(text).toContain('Reference req_pages_test');
    expect(text).not.toContain('/no/such/place');
    for (const [path, accept] of [['/no/such/place', '*/*'], ['/no/such/place', 'application/json'], ['/api/v1/nothing', BROWSER]] as const) {
      const response = await get(path, accept);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });

  it('says so when there were too many requests', async () => {
    house.source.findReadByToken = () => Promise.reject(new Error('not asked'));
    house.refuse = new ApiError('rate_limited', 'slow down');
    const page = await get('/elsewhere');
    expect(page.status).toBe(429);
    expect(await page.text()).toContain('too many requests');
  });
});
