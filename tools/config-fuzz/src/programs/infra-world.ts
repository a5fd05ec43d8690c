// SPDX-License-Identifier: Apache-2.0
import { offlineVariable } from '@strata/contracts';
import { testCluster } from '@strata/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canary } from '../generate/secret-texts.ts';

const capacity = { cpu: '32', memory: '128Gi' };
const nodes = ['metal-0', 'metal-1', 'metal-2'].map((name) => ({
  metadata: { name, labels: {} },
  status: { capacity, nodeInfo: { kubeletVersion: 'v1.35.4', architecture: 'amd64' } },
}));

/** Surroundings of the program infra outside of its configuration; they exist until disposed. */
export interface InfraWorld extends AsyncDisposable {
  /** Kubeconfig of a cluster that answers on loopback; its token is the canary. */
  readonly kubeconfig: string;
}

const given = ['KUBECONFIG', offlineVariable] as const;

/** Starts a cluster on loopback and writes its kubeconfig to a file. No host is reachable. */
export async function infraWorld(): Promise<InfraWorld> {
  const cluster = await testCluster({
    '/version': { gitVersion: 'v1.35.4' },
    '/api/v1/nodes': { items: nodes },
    '/apis/storage.k8s.io/v1/storageclasses': { items: [] },
  });
  const kubeconfig = cluster.kubeconfig.replace('hush', canary);
  const folder = mkdtempSync(join(tmpdir(), 'config-fuzz-'));
  const file = join(folder, 'kubeconfig');
  writeFileSync(file, kubeconfig, { mode: 0o600 });
  const before = given.map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, { KUBECONFIG: file, [offlineVariable]: 'true' });
  return {
    kubeconfig,
    [Symbol.asyncDispose]: async () => {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
      rmSync(folder, { recursive: true, force: true });
      await cluster[Symbol.asyncDispose]();
    },
  };
}
