// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { installStandIn } from '../test/install-stand-in.ts';
import type { StandIn } from '../test/install-stand-in.ts';
import { loaderPath } from '../test/loader-path.ts';
import { makeTestStack } from '../test/test-stack.ts';
import type { TestStack } from '../test/test-stack.ts';
import { planes, worker } from './kubeone/test-config.ts';

// The real engine, several times.
jest.setTimeout(240_000);

const canary = 'canary-token-of-the-admin';
let running = 'v1.34.4';
/** The API server of the cluster that KubeOne is said to have made. */
const server = createServer(({ url = '' }, response) => {
  const answers: Readonly<Record<string, unknown>> = {
    '/version': { gitVersion: running },
    '/api/v1/nodes': {
      items: [
        { metadata: { name: 'metal-0' }, status: { capacity: { cpu: '8', memory: '32Gi' } } },
      ],
    },
  };
  response.writeHead(url in answers ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answers[url] ?? {}));
});

let kubeone: StandIn;
let stack: TestStack;
let kubeconfig: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const cluster = { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  kubeconfig = JSON.stringify({
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user: { token: canary } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
  kubeone = installStandIn(loaderPath());
  stack = await makeTestStack(kubeone);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  kubeone.remove();
});

const cluster = { version: '1.34.4', apiEndpoint: { host: '192.0.2.9' } };
const configure = (hosts: readonly unknown[], changed: object = {}) =>
  stack.configure({
    'infra:provisioner': 'kubeone',
    'infra:hosts': hosts,
    'infra:kubeone': { ...cluster, ...changed },
  });

const up = () => stack.pulumi('up', '--yes', '--skip-preview');
const applies = () => kubeone.calls().filter(({ args }) => args.includes('--auto-approve')).length;

test('the life of an infra stack, under the real engine', async () => {
  configure(planes);
  const preview = await stack.pulumi('preview');
  expect(preview.text).toContain('cluster-apply create');
  expect(preview.code).toBe(0);
  expect(kubeone.calls()).toEqual([]);

  kubeone.set({ kubeconfig, failAt: 'metal-1' });
  const failed = await up();
  expect(failed.code).not.toBe(0);
  expect(failed.text).toContain('INFO[0001] Preparing node... node=10.0.0.10');
  expect(failed.text).toContain(
    'error: kubeone apply stopped with exit code 13: SSH to a host failed',
  );
  expect(Object.keys(kubeone.joined())).toEqual(['metal-0']);

  kubeone.set({ kubeconfig });
  const resumed = await up();
  expect(resumed.text).toContain('KubeOne: + join control plane node "metal-1" (10.0.0.11)');
  expect(resumed.text).toContain('the infra cluster has no default StorageClass yet');
  expect(resumed.code).toBe(0);
  expect(Object.keys(kubeone.joined())).toEqual(['metal-0', 'metal-1', 'metal-2']);

  const before = applies();
  expect((await stack.pulumi('preview', '--expect-no-changes')).code).toBe(0);
  expect(applies()).toBe(before);

  configure([...planes, worker]);
  const grown = await up();
  expect(grown.text).toContain('strata: planned + join static worker node "metal-3" (192.0.2.13)');
  expect(grown.text).not.toContain('strata: planned + join control plane');
  expect(Object.keys(kubeone.joined())).toContain('metal-3');

  running = 'v1.33.9';
  configure([...planes, worker], { version: '1.35.4' });
  const leap = await stack.pulumi('preview');
  expect(leap.text).toContain(
    'config.infra:kubeone.version: the cluster runs Kubernetes 1.33.9; an update goes one minor ' +
      'at a time: set a version of 1.34 first',
  );
  expect(leap.code).not.toBe(0);

  configure([...planes, worker]);
  const destroyed = await stack.pulumi('destroy', '--yes', '--skip-preview');
  expect(destroyed.code).toBe(0);
  expect(Object.keys(kubeone.joined())).toHaveLength(4);
  expect(kubeone.calls().map(({ args }) => args[0])).not.toContain('reset');

  const everything = [preview, failed, resumed, grown, leap, destroyed].map((one) => one.text);
  expect([...everything, stack.state()].join('\n')).not.toContain(canary);
  expect(JSON.stringify(kubeone.calls())).not.toContain(canary);
});

test('a destroy takes Kubernetes off the hosts where that is allowed twice', async () => {
  running = 'v1.34.4';
  kubeone.forget();
  configure([planes[0]], { allowReset: true, allowResetOf: 'rack-a' });
  expect((await up()).code).toBe(0);
  expect(kubeone.joined()).toEqual({ 'metal-0': '1.34.4' });
  const destroyed = await stack.pulumi('destroy', '--yes', '--skip-preview');
  expect(destroyed.code).toBe(0);
  expect(kubeone.calls().at(-1)?.args.slice(0, 1)).toEqual(['reset']);
  expect(kubeone.joined()).toEqual({});
});
