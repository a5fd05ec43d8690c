// SPDX-License-Identifier: Apache-2.0
import { forward, type RackSession } from '@strata/sandbox';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import {
  connectCommand,
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  sharedInstance,
  statusOf,
  type List,
} from './environment.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

test('every simulated host is Ready, in its zone', async () => {
  await eventually('three hosts are Ready', async () => {
    const ready = await kubectl(session, ['get', 'nodes', '--no-headers']);
    return ready.split('\n').filter((line) => line.includes(' Ready ')).length === 3;
  });
  const { items } = await kubectlJson<List<{ metadata: { labels: Record<string, string> } }>>(
    session,
    ['get', 'nodes'],
  );
  expect(items.map(({ metadata }) => metadata.labels['topology.kubernetes.io/zone'])).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('from inside the rack nothing outside can be reached: there is no route', async () => {
  const machine = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  for (const host of ['192.0.2.1', machine ?? '198.51.100.1']) {
    const { stdout } = await session.capture(connectCommand(host, 443));
    expect(stdout.trim()).toBe('ENETUNREACH');
  }
  const routes = await session.capture(['ip', 'route', 'show', 'default']);
  expect(routes.stdout).toBe('');
});

test('tools outside reach the API server through the forwarder', async () => {
  const forwarded = await forward(sharedInstance());
  try {
    expect(readFileSync(forwarded.kubeconfig ?? '', 'utf8')).toContain(
      `server: https://127.0.0.1:${forwarded.port}`,
    );
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: forwarded.port, path: '/readyz' };
      request({ ...options, rejectUnauthorized: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  } finally {
    forwarded.server.close();
  }
});

test.each(['kube-apiserver', 'etcd'])(
  '%s comes back after kill -9, and loses nothing',
  async (name) => {
    await kubectl(session, ['create', 'configmap', `before-${name}`, '--from-literal=kept=yes']);
    const pidOf = async () =>
      (await statusOf(sharedInstance())).processes.find((process) => process.name === name)?.pid;
    const before = await pidOf();
    process.kill(before ?? 0, 'SIGKILL');
    await eventually(`${name} runs again`, async () => {
      const { unready } = await statusOf(sharedInstance());
      const now = await pidOf();
      return now !== undefined && now !== before && unready.length === 0;
    });
    const kept = ['get', 'configmap', `before-${name}`, '-o', 'jsonpath={.data.kept}'];
    expect(await kubectl(session, kept)).toBe('yes');
  },
);

test('every process of the rack is on record with the id the machine knows it by', async () => {
  const { supervisorPid, processes } = await statusOf(sharedInstance());
  const recorded = JSON.parse(readFileSync(sharedInstance().pidsFile, 'utf8')) as object;
  expect(Object.keys(recorded)).toEqual(
    expect.arrayContaining(['supervisor', 'etcd', 'kube-apiserver', 'kwok']),
  );
  for (const { name, pid } of processes) {
    const command = readFileSync(`/proc/${pid ?? 0}/cmdline`, 'utf8').split('\0')[0] ?? '';
    expect(command).toMatch(new RegExp(`${name}$`));
  }
  expect(spawnSync('test', ['-d', `/proc/${supervisorPid}`]).status).toBe(0);
});
