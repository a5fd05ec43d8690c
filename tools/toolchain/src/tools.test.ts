// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { patchNames, readToolSource } from './build-key.ts';
import { operatorTools } from './operator-tools.ts';
import type { Tool } from './tool-types.ts';
import { minimumGo, toolNames, tools, toolsFor } from './tools.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const goMod = (name: string) => readFile(join(root, name, 'go.mod'), 'utf8');

test('the table lists exactly the folders that hold a go.mod', async () => {
  // A tool's folder may hold modules that stand in for others; these are not in the tables.
  const entries = await readdir(root, { recursive: true });
  const folders = entries
    .filter((path) => /^[^/]+\/go\.mod$/.test(path))
    .map((path) => dirname(path));
  expect([...toolNames].sort()).toEqual(folders.sort());
});

test.each(toolNames)('%s: go.mod requires the version in the table', async (name) => {
  const { module, version }: Tool = tools[name];
  const lines = (await goMod(name)).split('\n').map((line) => line.replace(/^require /, '').trim());
  const wanted = `${module.path} ${module.version ?? `v${version}`}`;
  expect(lines.map((line) => line.replace(/ \/\/ indirect$/, ''))).toContain(wanted);
});

test.each(toolNames)(
  '%s: the tool directives of go.mod are the packages in the table',
  async (name) => {
    const text = await goMod(name);
    const block = /^tool \(\n([^)]*)\)/m.exec(text)?.[1]?.split('\n') ?? [];
    const single = /^tool ([^(\s]+)$/m.exec(text)?.[1] ?? '';
    const directives = [...block, single].map((line) => line.trim()).filter((line) => line !== '');
    const { binaries }: Tool = tools[name];
    const packages = binaries.map((binary) => binary.package).filter((path) => path !== '.');
    expect(directives.sort()).toEqual(packages.sort());
  },
);

test.each(toolNames)('%s: go.mod does not ask for a newer Go than is checked for', async (name) => {
  const [, wanted] = /^go (\S+)$/m.exec(await goMod(name)) ?? [];
  const { minimumGo: own }: Tool = tools[name];
  const checked = own ?? `${minimumGo.major}.${minimumGo.minor}.0`;
  expect(semver.lte(semver.coerce(wanted) ?? '999.0.0', checked)).toBe(true);
});

test('npm start needs all tools except those of other releases and of tests', () => {
  expect(toolsFor('start')).toEqual([
    'pulumi',
    'pulumi-language-nodejs',
    'pulumi-resource-kubernetes',
    'kubevirt',
    'cdi',
    'helm',
    'etcd',
    'kubernetes',
    'network-policies',
    'kwok',
    'metallb',
    'snapshot-controller',
    'prometheus-operator',
    'prometheus-config-reloader',
    'csi-provisioner',
    'csi-attacher',
    'csi-resizer',
    'csi-livenessprobe',
    'kubevirt-csi-driver',
    'prometheus',
    'kube-state-metrics',
    'kubevirt-cloud-controller-manager',
    'ignition-validate',
    'nft',
    'kubelet-validate',
  ]);
  const others = [
    ...Object.keys(operatorTools),
    'kubernetes-1.34',
    'kubelet-validate-1.34',
    'kubeone-validate',
    'etcd-clients',
    'restic',
    'versitygw',
    'metrics-server',
    'actionlint',
  ];
  expect(toolsFor('test')).toEqual([...toolsFor('start'), ...others]);
  const inMachines = ['kube-node', 'containerd', 'runc', 'cni-plugins', 'coredns'];
  expect(toolsFor('machine')).toEqual(inMachines);
  expect(toolsFor('long')).toEqual(['cyclonus', 'flux-controllers', 'kubelogin']);
  expect(toolNames).toEqual([...toolsFor('test'), ...toolsFor('long'), ...toolsFor('machine')]);
});

test('no two tools of npm start yield a binary of the same name', () => {
  const names = toolsFor('start').flatMap((name) => tools[name].binaries.map(({ name }) => name));
  expect([...new Set(names)]).toEqual(names);
});

test.each(['cdi', 'kubernetes', 'kubevirt'] as const)(
  'every release of %s has the same programs, whichever it has',
  (family) => {
    const known: readonly string[] = tools[family].binaries.map(({ name }) => name);
    const releases = toolNames.filter((name) => new RegExp(`^${family}-\\d`).test(name));
    expect(releases).not.toEqual([]);
    const foreign = releases
      .flatMap((name) => tools[name].binaries.map((binary) => binary.name))
      .filter((name) => !known.includes(name));
    expect(foreign).toEqual([]);
  },
);

test('a tool with patches never comes from PATH, where nobody sees whether it has them', async () => {
  const patched = await Promise.all(
    toolNames.map(async (name) => patchNames(await readToolSource(name)).length > 0),
  );
  const names = toolNames.filter((_, index) => patched[index]);
  expect(names).toEqual(['pulumi', 'pulumi-resource-kubernetes']);
  const rules = names.map((name): Tool['fromPath'] => (tools[name] as Tool).fromPath);
  expect(rules).toEqual([undefined, undefined]);
});

test('the config reloader has the version of the operator that starts it', () => {
  expect(tools['prometheus-config-reloader'].version).toBe(tools['prometheus-operator'].version);
});

test('what saves and restores etcd has the version of etcd itself', () => {
  expect(tools['etcd-clients'].version).toBe(tools.etcd.version);
});

test.each([
  ['kubelet-validate', 'kubernetes'],
  ['kubelet-validate-1.34', 'kubernetes-1.34'],
] as const)('%s is of the same Kubernetes as %s', async (reader, controlPlane) => {
  const requirements = async (name: string) =>
    (await goMod(name)).split('\n').filter((line) => /^\t(k8s\.io|sigs\.k8s\.io)\//.test(line));
  const known = new Set((await requirements(controlPlane)).map((line) => line.split(' // ')[0]));
  const foreign = (await requirements(reader))
    .map((line) => line.split(' // ')[0])
    .filter((line) => !known.has(line));
  expect(tools[reader].version).toBe(tools[controlPlane].version);
  expect(foreign).toEqual([]);
});

test('every stamp names the version in the table', () => {
  const isOwn = (version: string) => (value: string) =>
    value === version || value === `v${version}`;
  const kubernetesParts = (minor: string) => ['1', minor, 'clean'];
  const foreign = toolNames.flatMap((name) => {
    const { stamps, version }: Tool = tools[name];
    return Object.values(stamps).filter((value) => !isOwn(version)(value));
  });
  const minors = ['35', '35', '35', '35', '34', '34', '34', '34', '35', '35'];
  const expected = minors.flatMap(kubernetesParts);
  expect(foreign).toEqual(expected);
});
