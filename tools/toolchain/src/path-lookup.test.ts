// SPDX-License-Identifier: Apache-2.0
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { lookUpOnPath } from './path-lookup.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

const put = async (folder: string, name: string, says: string) => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
};

const etcdOnPath = async (version: string) => {
  await put(machine.bin, 'etcd', `etcd Version: ${version}`);
  return lookUpOnPath('etcd', machine.env);
};

test.each(['3.6.5', '3.6.9', '3.7.0'])('takes etcd %s', async (version) => {
  expect(await etcdOnPath(version)).toEqual([
    { tool: 'etcd', binary: 'etcd', version, path: join(machine.bin, 'etcd'), source: 'path' },
  ]);
});

test.each(['3.6.4', '4.0.0', '3.7.0-alpha.1', '2.0.0', 'no version'])(
  'does not take etcd %s',
  async (version) => {
    expect(await etcdOnPath(version)).toBeUndefined();
  },
);

const kubernetes = {
  'kube-apiserver': 'Kubernetes v',
  'kube-controller-manager': 'Kubernetes v',
  'kube-scheduler': 'Kubernetes v',
  'kube-proxy': 'Kubernetes v',
  kubeadm: 'v',
  kubectl: 'Client Version: v',
};

async function putKubernetes(versions: Partial<Record<keyof typeof kubernetes, string>>) {
  for (const [name, prefix] of Object.entries(kubernetes)) {
    const version = versions[name as keyof typeof kubernetes] ?? '1.35.4';
    await put(machine.bin, name, `${prefix}${version}`);
  }
  const found = await lookUpOnPath('kubernetes', machine.env);
  return found?.map(({ binary, version }) => [binary, version]);
}

test('takes Kubernetes when all its binaries have the minor version', async () => {
  expect(await putKubernetes({ kubectl: '1.35.9' })).toEqual([
    ['kube-apiserver', '1.35.4'],
    ['kube-controller-manager', '1.35.4'],
    ['kube-scheduler', '1.35.4'],
    ['kube-proxy', '1.35.4'],
    ['kubeadm', '1.35.4'],
    ['kubectl', '1.35.9'],
  ]);
});

test.each(['1.36.0', '1.34.9', '1.35.3'])(
  'does not take Kubernetes with kubectl %s',
  async (kubectl) => {
    expect(await putKubernetes({ kubectl })).toBeUndefined();
  },
);

test('does not take a tool from PATH when one of its binaries is missing', async () => {
  await put(machine.bin, 'kubectl', 'Client Version: v1.35.4');
  expect(await lookUpOnPath('kubernetes', machine.env)).toBeUndefined();
});

test.each([
  ['pulumi', 'pulumi', 'v3.259.0'],
  ['pulumi-language-nodejs', 'pulumi-language-nodejs', 'v3.259.0'],
  ['pulumi-resource-kubernetes', 'pulumi-resource-kubernetes', 'v4.29.0'],
  ['kubevirt', 'virt-operator', 'v1.8.4'],
  ['snapshot-controller', 'snapshot-controller', 'v8.7.0'],
] as const)('never takes %s', async (tool, binary, version) => {
  await put(machine.bin, binary, version);
  expect(await lookUpOnPath(tool, machine.env)).toBeUndefined();
});

test("ignores binaries in Strata's own cache when the cache is on PATH", async () => {
  const built = join(machine.cache, 'toolchain', 'etcd-3.6.5-0123456789abcdef');
  const links = join(machine.cache, 'bin-0123456789abcdef');
  const machines = join(machine.home, 'opt');
  await put(built, 'etcd', 'etcd Version: 3.6.5');
  await put(machines, 'etcd', 'etcd Version: 3.6.6');
  await mkdir(links);
  await symlink(join(built, 'etcd'), join(machine.bin, 'etcd'));
  await symlink(join(machines, 'etcd'), join(links, 'etcd'));
  const lookUp = (...folders: string[]) =>
    lookUpOnPath('etcd', { ...machine.env, PATH: folders.join(':') });
  expect(await lookUp(links, built, machine.bin)).toBeUndefined();
  const [found] = (await lookUp(links, built, machine.bin, machines)) ?? [];
  expect(found?.path).toBe(join(machines, 'etcd'));
});
