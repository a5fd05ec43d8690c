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
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(nodes));
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

// Proves: infra-cluster.existing
test('reads the file that an environment variable names', async () => {
  const cluster = await readExistingCluster({ kubeconfigEnv: 'RACK' }, { RACK: file });
  const { port } = server.address() as AddressInfo;
  expect(cluster.apiEndpoint).toBe(`http://127.0.0.1:${port}`);
  expect(cluster.hosts).toEqual([]);
  expect(JSON.parse(await valueOf(cluster.kubeconfig))).toMatchObject({
    users: [{ name: 'u', user: { token: 'hush' } }],
  });
});

test('marks the kubeconfig as a secret, from a file and from the configuration', async () => {
  const fromFile = await readExistingCluster({ kubeconfigEnv: 'RACK' }, { RACK: file });
  const fromConfig = await readExistingCluster({ kubeconfig: text }, {});
  expect(await pulumi.isSecret(fromFile.kubeconfig)).toBe(true);
  expect(await pulumi.isSecret(fromConfig.kubeconfig)).toBe(true);
  expect(await valueOf(fromConfig.kubeconfig)).toBe(await valueOf(fromFile.kubeconfig));
});

test.each([{}, { RACK: '' }])('says which variable is missing in %j', async (env) => {
  await expect(readExistingCluster({ kubeconfigEnv: 'RACK' }, env)).rejects.toThrow(
    'environment variable RACK is not set; config.infra:existing.kubeconfigEnv says that it ' +
      "names the infra cluster's kubeconfig file.",
  );
});

test('says which file is missing, and which environment variable names it', async () => {
  const gone = join(directory, 'gone');
  await expect(readExistingCluster({ kubeconfigEnv: 'RACK' }, { RACK: gone })).rejects.toThrow(
    new pulumi.RunError(
      `the kubeconfig ${gone} (environment variable RACK) cannot be read: ` +
        `ENOENT: no such file or directory, open '${gone}'`,
    ),
  );
});
