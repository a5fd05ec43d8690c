// SPDX-License-Identifier: Apache-2.0
import { runDemoWorkload } from '@strata/sandbox';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, kubectl } from '../environment.ts';
import { apply } from '../apply.ts';
import type { KillLab } from './kill-lab.ts';
import { versionAfter } from './cluster-files.ts';
import type { Operation } from './kill-schedule.ts';

/** Secret that a user keeps in the cluster. */
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'kept', namespace: 'default' },
  stringData: { what: 'of a user' },
};

/** The file on the volume in which the user's program has written, in the sandbox's own folder. */
async function volumeFile(lab: KillLab, kubeconfig: string): Promise<string> {
  const claim = ['get', 'pvc', 'shop-data', '-o', 'jsonpath={.spec.volumeName}'];
  const disk = await kubectl(lab.session, ['--kubeconfig', kubeconfig, ...claim]);
  const volume = ['get', 'pvc', disk, '-n', 'cluster-demo', '-o', 'jsonpath={.spec.volumeName}'];
  return join(lab.instance.dir, 'volumes', await kubectl(lab.session, volume), 'kept');
}

/** A program with a volume and an address, a Secret, and a file on the volume. */
export async function bringUserData(lab: KillLab): Promise<void> {
  const kubeconfig = await lab.kubeconfig();
  await runDemoWorkload(lab.session, kubeconfig);
  await apply(lab.session, [secret], kubeconfig);
  const file = await volumeFile(lab, kubeconfig);
  if (existsSync(file)) return;
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(file, 'written by a program\n');
}

/**
 * Returns a text that proves that this is still the same cluster with the same data. It contains
 * the unique IDs of objects, the content of the Secret, and the content of the volume.
 */
export async function userIdentity(lab: KillLab): Promise<string> {
  const kubeconfig = await lab.kubeconfig();
  const inside = (...args: readonly string[]) =>
    kubectl(lab.session, ['--kubeconfig', kubeconfig, ...args]);
  const uid = ['-o', 'jsonpath={.metadata.uid}'];
  const etcd = ['get', 'pvc', 'cp-0-etcd', '-n', 'cluster-demo', ...uid];
  const file = await volumeFile(lab, kubeconfig);
  return [
    `cluster ${await inside('get', 'namespace', 'kube-system', ...uid)}`,
    `claim ${await inside('get', 'pvc', 'shop-data', ...uid)}`,
    `secret ${await inside('get', 'secret', 'kept', '-o', 'jsonpath={.metadata.uid} {.data.what}')}`,
    `disk of etcd ${await kubectl(lab.session, etcd)}`,
    `file ${existsSync(file) ? readFileSync(file, 'utf8').trim() : 'is lost'}`,
  ].join('\n');
}

/** Waits until the nodes are ready and of the version that is wanted, and the user's program runs. */
export async function expectService(lab: KillLab, operation: Operation): Promise<void> {
  const kubeconfig = await lab.kubeconfig();
  const inside = (...args: readonly string[]) =>
    kubectl(lab.session, ['--kubeconfig', kubeconfig, ...args]);
  await inside('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=180s');
  await inside('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
  const versions = '{.items[*].status.nodeInfo.kubeletVersion}';
  const wanted = `${versionAfter[operation]} ${versionAfter[operation]}`;
  await eventually(
    `both nodes are of ${versionAfter[operation]}`,
    async () => (await inside('get', 'nodes', '-o', `jsonpath=${versions}`)) === wanted,
    60,
  );
}
