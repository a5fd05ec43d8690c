// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, named, recordProgram } from '@strata/testing';
import { mirrored, testContext } from '../../test-context.ts';
import { createNodeMetrics } from './node-metrics.ts';

const record = () => recordProgram(() => createNodeMetrics('metrics', testContext({}, mirrored)));

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const ofExporter = { 'strata.dev/component': 'node-exporter' };

interface Exporter {
  readonly metadata: object;
  readonly spec: {
    readonly template: {
      readonly metadata: object;
      readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] };
    };
  };
}

const exporterOf = async () =>
  named(await record(), 'metrics-exporter').inputs as unknown as Exporter;

test('node-exporter runs on every node, and an update leaves most nodes measured', async () => {
  const { metadata, spec } = await exporterOf();
  expect(metadata).toEqual({
    name: 'node-exporter',
    namespace: 'strata-system',
    labels,
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  });
  expect(spec).toMatchObject({
    selector: { matchLabels: ofExporter },
    updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
    template: {
      metadata: { labels: { ...labels, ...ofExporter } },
      spec: {
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        tolerations: [{ operator: 'Exists' }],
      },
    },
  });
});

test('its pod sees the node and can change nothing there', async () => {
  const mount = (name: string, mountPath: string) => ({
    name,
    mountPath,
    readOnly: true,
    mountPropagation: 'HostToContainer',
  });
  const { spec } = (await exporterOf()).spec.template;
  expect(spec).toMatchObject({
    automountServiceAccountToken: false,
    hostNetwork: true,
    hostPID: true,
    securityContext: { runAsNonRoot: true, runAsUser: 65_534 },
    volumes: [
      { name: 'root', hostPath: { path: '/' } },
      { name: 'sys', hostPath: { path: '/sys' } },
    ],
  });
  expect(spec.containers).toEqual([
    {
      name: 'node-exporter',
      image: expect.stringMatching(
        /^registry\.example\.org:5000\/mirror\/prometheus\/node-exporter:v/,
      ) as string,
      args: expect.any(Array) as string[],
      ports: [{ name: 'node-metrics', containerPort: 9100, hostPort: 9100 }],
      resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '128Mi' } },
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      volumeMounts: [mount('root', '/host/root'), mount('sys', '/host/sys')],
    },
  ]);
});

const flags = async () =>
  new Map(
    ((await exporterOf()).spec.template.spec.containers[0]?.args ?? []).map((arg) => {
      const [flag = '', value = ''] = arg.split(/=(.*)/);
      return [flag, value] as const;
    }),
  );

test('it answers at every address of the node, and reads the files of the node', async () => {
  const all = await flags();
  expect([...all.keys()]).toEqual([
    '--web.listen-address',
    '--path.rootfs',
    '--path.sysfs',
    '--collector.filesystem.mount-points-exclude',
    '--collector.netdev.device-exclude',
    '--collector.netclass.ignored-devices',
    '--no-collector.wifi',
  ]);
  expect(all.get('--web.listen-address')).toBe(':9100');
  expect(all.get('--path.rootfs')).toBe('/host/root');
  expect(all.get('--path.sysfs')).toBe('/host/sys');
});

test('it measures the disks and networks of the node, and not those of single pods', async () => {
  const all = await flags();
  const left = (flag: string, names: readonly string[]) =>
    names.filter((name) => !new RegExp(all.get(flag) ?? '').test(name));
  expect(
    left('--collector.filesystem.mount-points-exclude', [
      '/',
      '/var/lib/containerd',
      '/var/lib/containerd/io.containerd.grpc/rootfs',
      '/var/lib/kubelet',
      '/var/lib/kubelet/pods/a',
      '/var/lib/etcd',
      '/devices',
      '/dev/shm',
      '/proc',
      '/run/lock',
      '/sys',
      '/mnt/sys',
    ]),
  ).toEqual([
    '/',
    '/var/lib/containerd',
    '/var/lib/kubelet',
    '/var/lib/etcd',
    '/devices',
    '/mnt/sys',
  ]);
  const interfaces = ['enp1s0', 'veth1', 'lxc0', 'cali1', 'bond-veth0', 'cilium_host'];
  for (const flag of [
    '--collector.netdev.device-exclude',
    '--collector.netclass.ignored-devices',
  ]) {
    expect(left(flag, interfaces)).toEqual(['enp1s0', 'bond-veth0', 'cilium_host']);
  }
});

test('a state of an earlier version has it in a component of its own', async () => {
  expect(byFormerParent(await record())).toEqual({
    'strata:user-cluster:NodeMetrics::metrics': ['metrics-exporter'],
  });
});
