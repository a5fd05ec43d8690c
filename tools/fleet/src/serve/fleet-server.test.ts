// SPDX-License-Identifier: Apache-2.0
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { fleetsOf, send } from '../testing/ask-server.ts';
import { smallFleet } from '../testing/small-fleet.ts';
import { FleetServer } from './fleet-server.ts';

let fleet = smallFleet;
beforeEach(() => (fleet = smallFleet));

const start = (port = 0) =>
  FleetServer.start({
    port,
    fleet: () => fleet,
    page: ({ environments }) => `<p>${environments.map(({ name }) => name).join()}</p>`,
  });

test('serves the page, which nobody may keep or frame', async () => {
  await using server = await start();
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const response = await send(server.url);
  expect([response.statusCode, await text(response)]).toEqual([200, '<p>prod</p>']);
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

test.each([
  ['a page whose name leads to this machine', '/', { host: 'evil.example:4180' }, 421],
  ['the events for such a page', '/events', { host: 'evil.example' }, 421],
  ['a POST', '/', { method: 'POST' }, 405],
  ['a file', '/../stacks/rings.yaml', {}, 404],
  ['another path', '/api', {}, 404],
])('refuses %s', async (_, path, request, status) => {
  await using server = await start();
  const response = await send(`${server.url.slice(0, -1)}${path}`, request);
  expect([response.statusCode, await text(response)]).toEqual([status, '']);
});

test('is also called localhost, such as behind a tunnel', async () => {
  await using server = await start();
  const response = await send(server.url, { host: 'localhost:9000' });
  expect(response.statusCode).toBe(200);
  response.resume();
});

test('sends the fleet at once, and again whenever it changes, to each browser', async () => {
  await using server = await start();
  const [one, other] = [fleetsOf(server.url), fleetsOf(server.url)];
  expect((await one.next()).value).toEqual(smallFleet);
  expect((await other.next()).value).toEqual(smallFleet);
  fleet = { ...smallFleet, environments: [] };
  server.push();
  expect((await one.next()).value).toEqual(fleet);
  expect((await other.next()).value).toEqual(fleet);
});

test('a browser that leaves is forgotten, and the end of the server ends all browsers', async () => {
  const server = await start();
  const [one, other] = [fleetsOf(server.url), fleetsOf(server.url)];
  await one.next();
  await other.next();
  await one.return();
  server.push();
  await other.next();
  const rest = other.next().catch(() => ({ done: true }));
  await server[Symbol.asyncDispose]();
  expect((await rest).done).toBe(true);
});

test('a port in use is an error that names the way out', async () => {
  await using server = await start();
  const port = Number(new URL(server.url).port);
  await expect(start(port)).rejects.toThrow(
    `port ${port} of 127.0.0.1 cannot be opened: it is in use; choose another with --port`,
  );
});

test('nothing listens at other addresses of this machine', async () => {
  await using server = await start();
  const others = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  for (const host of ['127.0.0.2', ...others]) {
    const url = server.url.replace('127.0.0.1', host);
    await expect(send(url)).rejects.toThrow('ECONNREFUSED');
  }
});
