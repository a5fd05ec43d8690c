// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forbiddenLabels, goDuration, parseTaint, readSettings } from './settings.ts';

const root = mkdtempSync(join(tmpdir(), 'kubelet-'));
const folder = join(root, 'var/lib/kubelet');
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

const write = (config: string, flags: string) => {
  writeFileSync(join(folder, 'config.yaml'), config);
  writeFileSync(join(folder, 'kubeadm-flags.env'), `KUBELET_KUBEADM_ARGS="${flags}"\n`);
};

test('without its configuration a kubelet says what is missing', () => {
  expect(() => readSettings(root, 'w-0')).toThrow(
    'failed to load kubelet config file, path: /var/lib/kubelet/config.yaml, error: open /var/lib/kubelet/config.yaml: no such file or directory',
  );
});

test('what kubeadm wrote is read', () => {
  write(
    'healthzPort: 10248\nstaticPodPath: /etc/kubernetes/manifests\nshutdownGracePeriod: 1m30s\n',
    '--cloud-provider=external --node-labels=a=b,node.kubernetes.io/x=y --register-with-taints=a=b:NoSchedule,c:NoExecute',
  );
  expect(readSettings(root, 'W-0')).toEqual({
    nodeName: 'w-0',
    nodeLabels: { a: 'b', 'node.kubernetes.io/x': 'y' },
    taints: [
      { key: 'a', value: 'b', effect: 'NoSchedule' },
      { key: 'c', effect: 'NoExecute' },
    ],
    externalCloudProvider: true,
    ...{ nodeIp: undefined, providerId: undefined, healthzPort: 10248, port: 10250 },
    ...{ staticPodPath: '/etc/kubernetes/manifests', shutdownGracePeriod: 90_000, maxPods: 110 },
  });
});

test('a flag that no kubelet has ends it', () => {
  write('{}\n', '--node-lables=a=b');
  expect(() => readSettings(root, 'w-0')).toThrow(
    'failed to parse flag: unknown flag: --node-lables',
  );
});

test('labels that a node may not give itself end it', () => {
  write('{}\n', '--node-labels=node-role.kubernetes.io/worker=,a=b');
  expect(() => readSettings(root, 'w-0')).toThrow(
    "unknown 'kubernetes.io' or 'k8s.io' labels specified with --node-labels: [node-role.kubernetes.io/worker]",
  );
  expect(
    forbiddenLabels({
      ...{ 'kubernetes.io/os': '', 'kubelet.kubernetes.io/a': '', 'x.node.kubernetes.io/a': '' },
      ...{ 'strata.dev/pool': '', 'topology.kubernetes.io/zone': '', 'foo.k8s.io/a': '' },
    }),
  ).toEqual(['foo.k8s.io/a']);
});

test('taints and durations as Go writes them', () => {
  expect(parseTaint('key=value:NoSchedule')).toEqual({
    ...{ key: 'key', value: 'value', effect: 'NoSchedule' },
  });
  expect([
    goDuration('0s'),
    goDuration('20s'),
    goDuration('1h0m5s'),
    goDuration(undefined),
  ]).toEqual([0, 20_000, 3_605_000, 0]);
});
