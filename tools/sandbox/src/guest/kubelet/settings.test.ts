// SPDX-License-Identifier: Apache-2.0
import { resolveToolchain } from '@strata/toolchain';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goDuration, readSettings, type KubeletSettings } from './settings.ts';

const root = mkdtempSync(join(tmpdir(), 'kubelet-'));
const folder = join(root, 'var/lib/kubelet');
mkdirSync(folder, { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

let reader: string;
let readerOf134: string;
beforeAll(async () => {
  const tools = ['kubelet-validate', 'kubelet-validate-1.34'] as const;
  const toolchain = await resolveToolchain({ tools });
  [reader, readerOf134] = tools.map((tool) => toolchain.get(tool, 'kubelet-validate').path) as [
    string,
    string,
  ];
});

const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n';

/** Returns the settings that a kubelet reads from a file and from flags, and its warnings. */
function read(
  config: string,
  flags = '',
  by = reader,
): { settings: KubeletSettings; warnings: string[] } {
  writeFileSync(join(folder, 'config.yaml'), config);
  writeFileSync(join(folder, 'kubeadm-flags.env'), `KUBELET_KUBEADM_ARGS="${flags}"\n`);
  const warnings: string[] = [];
  const warn = (line: string) => warnings.push(line);
  return { settings: readSettings({ root, hostName: 'W-0', reader: by, warn }), warnings };
}

const defaults: KubeletSettings = {
  nodeName: 'w-0',
  nodeLabels: {},
  taints: [],
  externalCloudProvider: false,
  nodeIp: undefined,
  providerId: undefined,
  healthzPort: 10248,
  port: 10250,
  staticPodPath: undefined,
  shutdownGracePeriod: 0,
  maxPods: 110,
};

test('reports the missing configuration as a kubelet does', () => {
  rmSync(join(folder, 'config.yaml'), { force: true });
  expect(() => readSettings({ root, hostName: 'w-0', reader, warn: () => undefined })).toThrow(
    'failed to load kubelet config file, path: /var/lib/kubelet/config.yaml, error: failed to load Kubelet config file /var/lib/kubelet/config.yaml, error failed to read kubelet config file "/var/lib/kubelet/config.yaml", error: open /var/lib/kubelet/config.yaml: no such file or directory',
  );
});

test('does not start a kubelet on a machine without the reader, and says so', () => {
  writeFileSync(join(folder, 'config.yaml'), head);
  expect(() =>
    readSettings({ root, hostName: 'w-0', reader: undefined, warn: () => undefined }),
  ).toThrow('kubelet-validate is not built');
});

test('reads what kubeadm wrote', () => {
  const { settings, warnings } = read(
    `${head}staticPodPath: /etc/kubernetes/manifests\nshutdownGracePeriod: 1m30s\nshutdownGracePeriodCriticalPods: 30s\n`,
    '--cloud-provider=external --node-labels=a=b,node.kubernetes.io/x=y --register-with-taints=a=b:NoSchedule,c:NoExecute',
  );
  expect(warnings).toEqual([]);
  expect(settings).toEqual({
    ...defaults,
    nodeLabels: { a: 'b', 'node.kubernetes.io/x': 'y' },
    taints: [
      { key: 'a', value: 'b', effect: 'NoSchedule' },
      { key: 'c', effect: 'NoExecute' },
    ],
    externalCloudProvider: true,
    staticPodPath: '/etc/kubernetes/manifests',
    shutdownGracePeriod: 90_000,
  });
});

const accepted: readonly (readonly [string, string, string, Partial<KubeletSettings>])[] = [
  ['nothing but its kind', '', '', {}],
  ['a flag over the file', 'maxPods: 50\n', '--max-pods=20', { maxPods: 20 }],
  ['the file without a flag', 'maxPods: 50\n', '', { maxPods: 50 }],
  [
    'a name and an address by flags',
    '',
    '--hostname-override=other --node-ip 192.0.2.7',
    { nodeName: 'other', nodeIp: '192.0.2.7' },
  ],
  ['a flag of two words', '', '--max_pods=7', { maxPods: 7 }],
  ['no port for health', 'healthzPort: 0\n', '', { healthzPort: 0 }],
  ['swap for guests', 'failSwapOn: false\nmemorySwap:\n  swapBehavior: LimitedSwap\n', '', {}],
  [
    'a label that kubelets may have',
    '',
    '--node-labels=topology.kubernetes.io/zone=a',
    {
      nodeLabels: { 'topology.kubernetes.io/zone': 'a' },
    },
  ],
];

test.each(accepted)('accepts %s without a warning', (_what, config, flags, change) => {
  expect(read(head + config, flags)).toEqual({
    settings: { ...defaults, ...change },
    warnings: [],
  });
});

test.each([
  ['an unknown key', 'maxPod: 50\n', 'unknown field "maxPod"'],
  ['a key that is there twice', 'maxPods: 50\nmaxPods: 60\n', 'key "maxPods" already set in map'],
])('starts the kubelet, with a warning: %s', (_what, config, warning) => {
  const { warnings } = read(head + config);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(warning);
});

test.each([
  ['a file without its kind', 'maxPods: 50\n', '', "Object 'Kind' is missing"],
  ['an empty file', '', '', 'kubelet config file was empty'],
  ['a text for a number', `${head}maxPods: many\n`, '', 'of type int32'],
  [
    'fewer than no pods',
    `${head}maxPods: -1\n`,
    '',
    'invalid configuration: maxPods (--max-pods) -1 must not be a negative number',
  ],
  [
    'pods that matter get longer than all',
    `${head}shutdownGracePeriod: 10s\nshutdownGracePeriodCriticalPods: 20s\n`,
    '',
    'invalid configuration: shutdownGracePeriodCriticalPods {20s} must be <= shutdownGracePeriod {10s}',
  ],
  [
    'a policy of topology that nobody has',
    `${head}topologyManagerPolicy: best\n`,
    '',
    'invalid configuration: topologyManagerPolicy (--topology-manager-policy) "best" must be one of: ["none" "best-effort" "restricted" "single-numa-node"]',
  ],
  ['a flag that no kubelet has', head, '--node-lables=a=b', 'unknown flag: --node-lables'],
  [
    'a flag that 1.35 has no longer',
    head,
    '--pod-infra-container-image=a',
    'unknown flag: --pod-infra-container-image',
  ],
  ['an argument that is no flag', head, 'start', 'unknown command start'],
  [
    'a label that a node may not give itself',
    head,
    '--node-labels=node-role.kubernetes.io/worker=,a=b',
    "unknown 'kubernetes.io' or 'k8s.io' labels specified with --node-labels: [node-role.kubernetes.io/worker]",
  ],
  [
    'a taint without an effect',
    head,
    '--register-with-taints=a=b',
    'invalid argument "a=b" for "--register-with-taints" flag',
  ],
])('rejects %s', (_what, config, flags, problem) => {
  expect(() => read(config, flags)).toThrow(problem);
});

test('a machine of 1.34 accepts the flags of its own kubelet, which its kubeadm writes', () => {
  const flags = '--pod-infra-container-image=registry.k8s.io/pause:3.10.1 --max-pods=20';
  expect(read(head, flags, readerOf134).settings).toEqual({ ...defaults, maxPods: 20 });
});

test('reports all problems of a configuration at once', () => {
  expect(() => read(`${head}maxPods: -1\neventBurst: -2\n`)).toThrow(
    /^invalid configuration: eventBurst .*; invalid configuration: maxPods .*$/,
  );
});

test("reads durations in Go's format", () => {
  expect(['0s', '20s', '1h0m5s', '1m30.5s', '1.5ms'].map(goDuration)).toEqual([
    0, 20_000, 3_605_000, 90_500, 1.5,
  ]);
});
