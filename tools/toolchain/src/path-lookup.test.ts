// SPDX-License-Identifier: Apache-2.0
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from '../test/fake-go.ts';
import { makeMachine } from '../test/fake-go.ts';
import { lookUpOnPath } from './path-lookup.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';

let machine: Machine;
beforeEach(async () => (machine = await makeMachine()));
afterEach(() => machine.remove());

const put = async (folder: string, name: string, says: string) => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
};

const pulumiOnPath = async (version: string) => {
  await put(machine.bin, 'pulumi', version);
  return lookUpOnPath('pulumi', machine.env, []);
};

test.each(['v3.259.0', 'v3.259.1', '3.300.0'])('takes pulumi %s', async (version) => {
  expect(await pulumiOnPath(version)).toEqual([
    {
      tool: 'pulumi',
      binary: 'pulumi',
      version: version.replace('v', ''),
      path: join(machine.bin, 'pulumi'),
      source: 'path',
    },
  ]);
});

test.each(['v3.258.9', 'v4.0.0', 'v3.260.0-alpha.1', 'v2.0.0', 'no version'])(
  'does not take pulumi %s',
  async (version) => {
    expect(await pulumiOnPath(version)).toBeUndefined();
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
  const found = await lookUpOnPath('kubernetes', machine.env, []);
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
  expect(await lookUpOnPath('kubernetes', machine.env, [])).toBeUndefined();
});

test.each([
  ['kubevirt', 'virt-operator'],
  ['snapshot-controller', 'snapshot-controller'],
  ['pulumi-resource-kubernetes', 'pulumi-resource-kubernetes'],
] as const)('never takes %s', async (tool, binary) => {
  await put(machine.bin, binary, 'v1.8.4');
  expect(await lookUpOnPath(tool, machine.env, [])).toBeUndefined();
});

test("ignores binaries in Strata's own cache when the cache is on PATH", async () => {
  const built = join(machine.cache, 'toolchain', 'pulumi-3.259.0-0123456789abcdef');
  const links = join(machine.cache, 'bin-0123456789abcdef');
  const machines = join(machine.home, 'opt');
  await put(built, 'pulumi', 'v3.259.0');
  await put(machines, 'pulumi', 'v3.260.0');
  await mkdir(links);
  await symlink(join(built, 'pulumi'), join(machine.bin, 'pulumi'));
  await symlink(join(machines, 'pulumi'), join(links, 'pulumi'));
  const lookUp = (...folders: string[]) =>
    lookUpOnPath('pulumi', { ...machine.env, PATH: folders.join(':') }, []);
  expect(await lookUp(links, built, machine.bin)).toBeUndefined();
  const [found] = (await lookUp(links, built, machine.bin, machines)) ?? [];
  expect(found?.path).toBe(join(machines, 'pulumi'));
});

test("takes pulumi's language host only from the folder of the pulumi that was taken", async () => {
  const real = join(machine.home, 'pulumi');
  const pulumi: ResolvedBinary = {
    tool: 'pulumi',
    binary: 'pulumi',
    version: '3.260.0',
    path: join(machine.bin, 'pulumi'),
    source: 'path',
  };
  const name = 'pulumi-language-nodejs';
  await put(real, 'pulumi', 'v3.260.0');
  await symlink(join(real, 'pulumi'), join(machine.bin, 'pulumi'));
  await put(machine.bin, name, '');
  expect(await lookUpOnPath(name, machine.env, [pulumi])).toBeUndefined();
  await put(real, name, '');
  expect(await lookUpOnPath(name, machine.env, [{ ...pulumi, source: 'cache' }])).toBeUndefined();
  expect(await lookUpOnPath(name, machine.env, [pulumi])).toEqual([
    { tool: name, binary: name, version: '3.260.0', path: join(real, name), source: 'path' },
  ]);
});
