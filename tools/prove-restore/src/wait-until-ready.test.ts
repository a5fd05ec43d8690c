// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '@strata/cluster-client';
import { answeringCluster, endedAfterEach } from '@strata/testing';
import { Programs } from '@strata/user-cluster/restored';
import { waitUntilReady } from './wait-until-ready.ts';

const serve = endedAfterEach(answeringCluster);
const programs = new Programs();
afterEach(() => programs.stopAll());

type Answer = readonly [status: number, body: string];

const notReady = (...failed: readonly string[]): Answer => [
  500,
  `[+]ping ok\n${failed.map((name) => `[-]${name} failed: reason withheld\n`).join('')}readyz check failed\n`,
];
const locked: Answer = [
  500,
  JSON.stringify({
    message: 'unable to transform key "/registry/secrets/old/x": no matching prefix found',
  }),
];
const full: Answer = [429, JSON.stringify({ message: 'storage is (re)initializing' })];
const secrets: Answer = [200, JSON.stringify({ metadata: {}, items: [] })];

/** Waits for an API server that gives these answers, one after the other, and its last one for ever. */
async function wait(readyz: readonly Answer[], lists: readonly Answer[]) {
  const asked: string[] = [];
  const answers: Record<string, Answer[]> = {
    '/livez/ping': [[200, 'ok']],
    '/readyz?verbose': [...readyz],
    '/api/v1/secrets?limit=500': [...lists],
  };
  const { endpoint } = await serve(({ url = '' }, response) => {
    asked.push(url);
    const all = answers[url] ?? [];
    const [status, body] = (all.length > 1 ? all.shift() : all[0]) ?? [404, ''];
    response.writeHead(status).end(body);
  });
  const client = new ApiClient({ server: endpoint, options: {} }, { seconds: 20 });
  const [server, etcd] = ['1000000', '1000001'].map((time) => programs.start('sleep', [time]));
  if (server === undefined || etcd === undefined) throw new Error('nothing was started');
  const readiness = await waitUntilReady({ server, client, port: 0, token: '' }, etcd);
  return { readiness, asked: asked.filter((url) => url !== '/livez/ping') };
}

test('a server that cannot decrypt a Secret is not waited for any longer than until all else is ready', async () => {
  const readyz = [notReady('informer-sync', 'poststarthook/a'), notReady('informer-sync')];
  expect(await wait(readyz, [locked])).toEqual({
    readiness: {
      unready:
        'kube-apiserver does not become ready, because it cannot decrypt every Secret: informer-sync',
    },
    asked: ['/readyz?verbose', '/readyz?verbose', '/api/v1/secrets?limit=500'],
  });
});

test('a server that is only slow is waited for; Secrets are listed until that says whether they can be read', async () => {
  const slow = notReady('informer-sync');
  expect(await wait([slow, slow, slow, [200, 'ok']], [full, secrets])).toEqual({
    readiness: {},
    asked: [
      '/readyz?verbose',
      '/api/v1/secrets?limit=500',
      '/readyz?verbose',
      '/api/v1/secrets?limit=500',
      '/readyz?verbose',
      '/readyz?verbose',
    ],
  });
});
