// SPDX-License-Identifier: Apache-2.0
import { runDemoWorkload, type RackSession } from '@strata/sandbox';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});

const namespace = ['-n', 'cluster-demo'];

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

test('no key of it is in the state in plain text', async () => {
  const text = readFileSync(
    join(sharedInstance().pulumiStateDir, '.pulumi/stacks/user-cluster/sandbox.demo.json'),
    'utf8',
  );
  expect(text).toContain('"ciphertext"');
  expect(text).not.toContain('PRIVATE KEY');
  const token = await user.kubectl(
    ...['get', 'secrets', '-n', 'kube-system', '--field-selector'],
    ...['type=bootstrap.kubernetes.io/token', '-o', 'jsonpath={.items[0].data.token-secret}'],
  );
  expect(text).not.toContain(Buffer.from(token, 'base64').toString());
  expect(text).not.toContain(token);
});

test('a program in it has a volume, and is reached from outside', async () => {
  await runDemoWorkload(session, user.kubeconfig);
  const ip = await user.kubectl(
    ...['get', 'service', 'shop', '-o', 'jsonpath={.status.loadBalancer.ingress[0].ip}'],
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

test('what its users did is not undone by the next up', async () => {
  const up = ['up', '--yes', '--skip-preview', '--expect-no-changes'];
  const { code, stdout } = await pulumi(session, stacks.demo, up);
  expect({ code, output: code === 0 ? '' : stdout }).toEqual({ code: 0, output: '' });
});

test('neither of its controllers lacked a right', () => {
  const { logsDir } = sharedInstance();
  const logs = readdirSync(logsDir).filter((file) =>
    /^cluster-demo_(cloud-controller-manager|csi-controller)/.test(file),
  );
  expect(logs.length).toBeGreaterThanOrEqual(2);
  for (const log of logs) {
    const text = readFileSync(join(logsDir, log), 'utf8');
    expect(text.split('\n').filter((line) => /\b403\b|forbidden/i.test(line))).toEqual([]);
  }
});

/** Ways to break what a worker is told, and what its console says then. */
const mistakes = [
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
] as const;

test('a machine that is told something wrong does not join, and its console says why', async () => {
  interface Pool {
    readonly spec: {
      readonly virtualMachineTemplate: {
        readonly metadata: { readonly labels: Record<string, string> };
        readonly spec: {
          readonly template: {
            readonly spec: {
              readonly volumes: Record<string, { readonly secretRef?: { name: string } }>[];
            };
          };
        };
      };
    };
  }
  const pool = await kubectlJson<Pool>(session, ['get', 'vmpool', 'md-a', ...namespace]);
  const { template } = pool.spec.virtualMachineTemplate.spec;
  const secret = template.spec.volumes.flatMap((volume) =>
    Object.values(volume).flatMap((source) => source.secretRef?.name ?? []),
  )[0];
  const told = await kubectl(session, [
    ...['get', 'secret', secret ?? '', ...namespace],
    ...['-o', 'jsonpath={.data.userdata}'],
  ]);
  const userData = Buffer.from(told, 'base64').toString();
  for (const { name, break: change } of mistakes) {
    const changed = change(userData);
    expect(changed).not.toBe(userData);
    await create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: 'cluster-demo' },
      stringData: { userdata: changed },
    });
    await create({
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachineInstance',
      metadata: {
        name,
        namespace: 'cluster-demo',
        labels: { 'strata.dev/pool': 'broken', 'cluster.x-k8s.io/cluster-name': 'demo' },
      },
      spec: {
        terminationGracePeriodSeconds: 0,
        domain: {
          cpu: { cores: 1 },
          memory: { guest: '512Mi' },
          devices: {
            disks: ['root', 'cloudinit'].map((disk) => ({ name: disk, disk: { bus: 'virtio' } })),
            interfaces: [{ name: 'default', masquerade: {} }],
          },
        },
        networks: [{ name: 'default', pod: {} }],
        volumes: [
          { name: 'root', containerDisk: { image: 'quay.io/containerdisks/ubuntu:24.04' } },
          { name: 'cloudinit', cloudInitNoCloud: { secretRef: { name } } },
        ],
        readinessProbe: { tcpSocket: { port: 10250 }, periodSeconds: 2 },
      },
    });
  }
  for (const { name, says } of mistakes) {
    const log = join(sharedInstance().logsDir, `guest_cluster-demo_${name}.log`);
    await eventually(`the console of ${name} says ${String(says)}`, async () =>
      Promise.resolve(says.test(readConsole(log))),
    );
  }
  const nodes = await user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');
  expect(nodes).toBe('cp-0 md-a-0 md-a-1');
  const names = mistakes.map(({ name }) => name);
  await kubectl(session, ['delete', 'vmi', ...names, ...namespace]);
  await kubectl(session, ['delete', 'secret', ...names, ...namespace]);
}, 300_000);

async function create(object: object): Promise<void> {
  const { code, stderr } = await session.capture([
    ...['sh', '-c', 'printf %s "$1" | kubectl create -f -', 'sh', JSON.stringify(object)],
  ]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
}

function readConsole(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
