// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { valueOf } from '@strata/testing';
import { readExistingCluster } from './index.ts';

const nodes = { kind: 'NodeList', apiVersion: 'v1', metadata: {}, items: [] };
const namespace = (uid: string, labels = {}) => ({ metadata: { uid, labels } });

/** Objects of the cluster besides its nodes, by path. */
let objects: Readonly<Record<string, object>> = {};
const server = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'application/json');
  const object = url === '/api/v1/nodes' ? nodes : objects[url];
  if (object === undefined) response.statusCode = 404;
  response.end(JSON.stringify(object ?? {}));
});
beforeEach(() => {
  objects = { '/api/v1/namespaces/kube-system': namespace('one') };
});
const directory = mkdtempSync(join(tmpdir(), 'existing-'));
const file = join(directory, 'kubeconfig');
let text: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  text = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'c',
        cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true },
      },
    ],
    users: [{ name: 'u', user: { token: 'hush' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
  writeFileSync(file, text);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true });
});

/** Reads the cluster for the environment "lab", whose last run has these outputs. */
const read = (
  existing: Parameters<typeof readExistingCluster>[0],
  env: NodeJS.ProcessEnv = {},
  last: object = {},
) => readExistingCluster(existing, { environment: 'lab', last: { nodes: [], ...last }, env });

// Proves: infra-cluster.existing
test('reads the file that an environment variable names', async () => {
  const cluster = await read({ kubeconfigEnv: 'RACK' }, { RACK: file });
  const { port } = server.address() as AddressInfo;
  expect(cluster.apiEndpoint).toBe(`http://127.0.0.1:${port}`);
  expect(cluster.hosts).toEqual([]);
  expect(JSON.parse(await valueOf(cluster.kubeconfig))).toMatchObject({
    users: [{ name: 'u', user: { token: 'hush' } }],
  });
});

test('marks the kubeconfig as a secret, from a file and from the configuration', async () => {
  const fromFile = await read({ kubeconfigEnv: 'RACK' }, { RACK: file });
  const fromConfig = await read({ kubeconfig: text });
  expect(await pulumi.isSecret(fromFile.kubeconfig)).toBe(true);
  expect(await pulumi.isSecret(fromConfig.kubeconfig)).toBe(true);
  expect(await valueOf(fromConfig.kubeconfig)).toBe(await valueOf(fromFile.kubeconfig));
});

test.each([{}, { RACK: '' }])('says which variable is missing in %j', async (env) => {
  await expect(read({ kubeconfigEnv: 'RACK' }, env)).rejects.toThrow(
    'environment variable RACK is not set; config.infra:existing.kubeconfigEnv says that it ' +
      "names the infra cluster's kubeconfig file. A pipeline has no such file: encrypt the " +
      'kubeconfig as existing.kubeconfig (docs/bare-metal.md#an-existing-cluster).',
  );
});

test('says which file is missing, and which environment variable names it', async () => {
  const gone = join(directory, 'gone');
  await expect(read({ kubeconfigEnv: 'RACK' }, { RACK: gone })).rejects.toThrow(
    new pulumi.RunError(
      `the kubeconfig ${gone} (environment variable RACK) cannot be read: ` +
        `ENOENT: no such file or directory, open '${gone}'`,
    ),
  );
});

const portOf = () => (server.address() as AddressInfo).port;

test('records which cluster it is, and accepts the same one again', async () => {
  const last = { clusterUid: 'one', apiEndpoint: 'https://10.0.0.9:6443', nodes: ['a'] };
  const { clusterUid } = await read({ kubeconfig: text }, {}, last);
  expect(clusterUid).toBe('one');
});

// Proves: infra-cluster.existing
test('refuses another cluster than that of the last run, and names both', async () => {
  const last = { clusterUid: 'two', apiEndpoint: 'https://10.0.0.9:6443', nodes: ['a', 'b'] };
  await expect(read({ kubeconfigEnv: 'RACK' }, { RACK: file }, last)).rejects.toThrow(
    new pulumi.RunError(
      `the cluster at http://127.0.0.1:${portOf()} (0 hosts) is not the one that "lab" was brought ` +
        'up with, which was at https://10.0.0.9:6443 (2 hosts). Look at the kubeconfig ' +
        `${file} (environment variable RACK). If the cluster was made anew, forget the old one ` +
        'first: docs/bare-metal.md#another-cluster',
    ),
  );
});

// Proves: infra-cluster.existing
test('refuses the cluster of another environment before anything is made in it', async () => {
  const access = namespace('three', { 'strata.dev/environment': 'production' });
  objects = { ...objects, '/api/v1/namespaces/strata-access': access };
  await expect(read({ kubeconfig: text })).rejects.toThrow(
    new pulumi.RunError(
      `the cluster at http://127.0.0.1:${portOf()} (0 hosts) belongs to the environment ` +
        '"production", as its namespace strata-access says; "lab" needs a cluster of its own. Look ' +
        'at the kubeconfig in config.infra:existing.kubeconfig; if "production" is to go, destroy ' +
        'it first',
    ),
  );
  const own = namespace('three', { 'strata.dev/environment': 'lab' });
  objects = { ...objects, '/api/v1/namespaces/strata-access': own };
  await expect(read({ kubeconfig: text })).resolves.toMatchObject({ clusterUid: 'one' });
});
