// SPDX-License-Identifier: Apache-2.0
import { launcherMemoryMib } from '@strata/contracts';
import { runDemoWorkload, type RackSession } from '@strata/sandbox';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeMistakes, undoMistakes, type Mistake, type Original } from './broken-machine.ts';
import {
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  sharedInstance,
  stacks,
  type List,
} from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});

const namespace = ['-n', 'cluster-demo'];

// Proves: cloud-controller.nodes, clusters.joining
test('its nodes have joined, know their machines, and are ready', async () => {
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  interface Node {
    readonly metadata: { readonly name: string; readonly labels: Record<string, string> };
    readonly spec: { readonly providerID: string; readonly taints?: { readonly key: string }[] };
    readonly status: { readonly nodeInfo: { readonly kubeletVersion: string } };
  }
  const nodes = JSON.parse(await user.kubectl('get', 'nodes', '-o', 'json')) as List<Node>;
  expect(
    nodes.items.map(({ metadata, spec, status }) => [
      metadata.name,
      spec.providerID,
      status.nodeInfo.kubeletVersion,
      metadata.labels['topology.kubernetes.io/region'],
    ]),
  ).toEqual([
    ['cp-0', 'kubevirt://cp-0', 'v1.35.4', 'sandbox'],
    ['md-a-0', 'kubevirt://md-a-0', 'v1.35.4', 'sandbox'],
    ['md-a-1', 'kubevirt://md-a-1', 'v1.35.4', 'sandbox'],
  ]);
  const taints = nodes.items.flatMap(({ spec }) => spec.taints ?? []).map(({ key }) => key);
  expect(taints).toEqual(['node-role.kubernetes.io/control-plane']);
});

test('the pod of each machine asks for exactly the memory that is reckoned', async () => {
  interface Container {
    readonly restartPolicy?: string;
    readonly resources: { readonly requests: { readonly memory: string } };
  }
  interface Pod {
    readonly metadata: { readonly labels: Record<string, string> };
    readonly spec: { readonly containers: Container[]; readonly initContainers?: Container[] };
  }
  const selected = ['get', 'pods', ...namespace, '-l', 'kubevirt.io=virt-launcher'];
  const { items } = await kubectlJson<List<Pod>>(session, selected);
  const mib = ({ resources: { requests } }: Container) =>
    Number.parseInt(requests.memory) * (requests.memory.endsWith('Mi') ? 1 : 1e6 / 2 ** 20);
  const asked = items.map(({ metadata, spec: { containers, initContainers = [] } }) => {
    const all = [...containers, ...initContainers.filter((one) => one.restartPolicy === 'Always')];
    const sum = all.reduce((total, container) => total + mib(container), 0);
    return [metadata.labels['vm.kubevirt.io/name'], Math.ceil(sum)];
  });
  const reckoned = launcherMemoryMib({
    cpu: 2,
    memoryGiB: 8,
    hasHostDevice: false,
    hasDedicatedCpus: false,
    hasTpm: false,
    hasContainerDisk: false,
  });
  expect(asked.toSorted()).toEqual([
    ['cp-0', reckoned],
    ['md-a-0', reckoned],
    ['md-a-1', reckoned],
  ]);
});

// Proves: clusters.api-address
test('its API answers at the pinned address, and has the keys of the stack', async () => {
  const { stdout } = await pulumi(session, stacks.demo, ['stack', 'output', '--json']);
  const outputs = JSON.parse(stdout) as Record<string, unknown>;
  expect(outputs).toMatchObject({
    endpoint: 'https://10.244.240.200:6443',
    kubernetes: '1.35.4',
    kubeconfig: '[secret]',
    machineGroups: [
      { name: 'cp', role: 'control-plane', machines: ['cp-0'] },
      { name: 'md-a', role: 'worker', machines: ['md-a-0', 'md-a-1'] },
    ],
  });
  expect(await user.kubectl('auth', 'whoami', '-o', 'jsonpath={.status.userInfo.username}')).toBe(
    'strata-admin',
  );
});

// Proves: keys.renewed
test('no key of it is in the state in plain text', async () => {
  const text = readFileSync(
    join(sharedInstance().pulumiStateDir, '.pulumi/stacks/user-cluster/sandbox.demo.json'),
    'utf8',
  );
  expect(text).toContain('"ciphertext"');
  expect(text).not.toContain('PRIVATE KEY');
  const token = await user.kubectl(
    'get',
    'secrets',
    '-n',
    'kube-system',
    '--field-selector',
    'type=bootstrap.kubernetes.io/token',
    '-o',
    'jsonpath={.items[0].data.token-secret}',
  );
  expect(text).not.toContain(Buffer.from(token, 'base64').toString());
  expect(text).not.toContain(token);
});

// Proves: cloud-controller.load-balancers, volumes.claims
test('a program in it has a volume, and is reached from outside', async () => {
  await runDemoWorkload(session, user.kubeconfig);
  const ip = await user.kubectl(
    'get',
    'service',
    'shop',
    '-o',
    'jsonpath={.status.loadBalancer.ingress[0].ip}',
  );
  expect(ip).toMatch(/^10\.244\.240\.\d+$/);
  interface Service {
    readonly spec: { readonly type: string; readonly selector: Record<string, string> };
    readonly metadata: { readonly labels: Record<string, string> };
  }
  const { items } = await kubectlJson<List<Service>>(session, ['get', 'services', ...namespace]);
  const mirrored = items.find(
    ({ metadata }) => metadata.labels['cluster.x-k8s.io/tenant-service-name'] === 'shop',
  );
  expect(mirrored?.spec).toMatchObject({
    type: 'LoadBalancer',
    selector: {
      'cluster.x-k8s.io/role': 'worker',
      'cluster.x-k8s.io/cluster-name': 'demo',
    },
  });
  const volume = await user.kubectl('get', 'pvc', 'shop-data', '-o', 'jsonpath={.spec.volumeName}');
  const disk = ['get', 'datavolume', volume, ...namespace, '-o', 'jsonpath={.status.phase}'];
  expect(await kubectl(session, disk)).toBe('Succeeded');
  const pods = ['get', 'pods', '-l', 'app=shop', '-o', 'jsonpath={.items[0].spec.nodeName}'];
  const node = await user.kubectl(...pods);
  const status = `{.status.volumeStatus[?(@.name=="${volume}")].phase}`;
  const vmi = ['get', 'vmi', node, ...namespace, '-o', `jsonpath=${status}`];
  expect(await kubectl(session, vmi)).toBe('Ready');
});

// Proves: volumes.growth
test('its volume grows while the program runs, in the infra cluster first', async () => {
  const pods = ['get', 'pods', '-l', 'app=shop', '-o', 'jsonpath={.items[*].metadata.uid}'];
  const running = await user.kubectl(...pods);
  const bigger = { spec: { resources: { requests: { storage: '2Gi' } } } };
  const claim = ['pvc', 'shop-data'];
  await user.kubectl('patch', ...claim, '--type=merge', '-p', JSON.stringify(bigger));
  const grown = '--for=jsonpath={.status.capacity.storage}=2Gi';
  await user.kubectl('wait', 'pvc/shop-data', grown, '--timeout=120s');
  const volume = await user.kubectl('get', ...claim, '-o', 'jsonpath={.spec.volumeName}');
  const sizes = '{.spec.resources.requests.storage} {.status.capacity.storage}';
  const disk = ['get', 'pvc', volume, ...namespace, '-o', `jsonpath=${sizes}`];
  // The driver writes bytes.
  await eventually(
    'the claim of the infra cluster has its new size',
    async () => (await kubectl(session, disk)) === '2147483648 2147483648',
  );
  // The disk of the machine is larger only now, and its kubelet has looked at it before.
  const infra = ['get', 'pvc', volume, ...namespace, '-o', 'jsonpath={.spec.volumeName}'];
  const folder = join(sharedInstance().dir, 'volumes', await kubectl(session, infra));
  const size = join(folder, 'file-system-size');
  await eventually('the file system has its new size', () =>
    Promise.resolve(existsSync(size) && readFileSync(size, 'utf8') === '2147483648\n'),
  );
  expect(await user.kubectl(...pods)).toBe(running);
});

// Proves: volumes.not-undone
test('what its users did is not undone by the next up', async () => {
  const up = ['up', '--yes', '--skip-preview', '--expect-no-changes'];
  expectSuccess(await pulumi(session, stacks.demo, up));
});

// Proves: clusters.least-rights
test('neither of its controllers lacked a right', () => {
  const { logsDir } = sharedInstance();
  const logs = readdirSync(logsDir).filter((file) =>
    /^cluster-demo_(cloud-controller-manager|csi-controller)/.test(file),
  );
  expect(logs.length).toBeGreaterThanOrEqual(2);
  for (const log of logs) {
    const text = readFileSync(join(logsDir, log), 'utf8');
    expect(text.split('\n').filter((line) => /forbidden|cluster refuses/i.test(line))).toEqual([]);
  }
});

const mistakes: readonly (Mistake & { readonly what: string })[] = [
  {
    what: 'another authority',
    name: 'wrong-pin',
    break: (text: string) => text.replace(/sha256:[0-9a-f]{4}/g, 'sha256:0000'),
    says: /none of the public keys .* are pinned/,
  },
  {
    what: 'a token that nobody knows',
    name: 'wrong-token',
    break: (text: string) =>
      text.replace(/\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g, 'aaaaaa.aaaaaaaaaaaaaaaa'),
    says: /strata: joining the cluster/,
  },
  {
    what: 'an endpoint that is not there',
    name: 'wrong-endpoint',
    break: (text: string) => text.replaceAll('10.244.240.200', '10.244.240.219'),
    says: /waiting for the API: again in 2 s/,
  },
  {
    what: 'no kubeadm configuration',
    name: 'no-config',
    break: (text: string) =>
      text.replace(/(path"?: *"?\/etc\/strata)\/kubeadm\.yaml/, '$1/other.yaml'),
    says: /kubeadm\.yaml.*(no such file|not exist)/,
  },
  {
    what: 'data that is no cloud-config',
    name: 'no-header',
    break: (text: string) => text.replace('#cloud-config', '#config'),
    says: /cloud-init: .*#cloud-config/,
  },
  {
    what: 'Ignition instead of cloud-config',
    name: 'wrong-format',
    break: () => '{"ignition":{"version":"3.3.0"}}',
    says: /cloud-init: user-data does not begin with #cloud-config/,
  },
];

const original: Original = {
  cluster: 'demo',
  pool: 'md-a',
  disk: 'cloudInitNoCloud',
  image: 'quay.io/containerdisks/ubuntu:24.04',
};

// Proves: clusters.joining
test('a machine that is told something wrong does not join, and its console says why', async () => {
  await makeMistakes(session, original, mistakes);
  const nodes = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
  expect(nodes).toBe('cp-0 md-a-0 md-a-1');
  await undoMistakes(session, original, mistakes);
}, 300_000);
