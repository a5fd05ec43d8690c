// SPDX-License-Identifier: Apache-2.0
import { excessiveRights, named, ofType, recordProgram, strayImages } from '@strata/testing';
import { execFileSync } from 'node:child_process';
import { testContext, testPlatform } from '../test-context.ts';
import { createMachineMetrics, createSshAccess, machineCommands } from './index.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ann';

const record = (ssh: object, more: object = {}) =>
  recordProgram(() =>
    createSshAccess('ssh', {
      ...testContext({ access: { ssh: { authorizedKeys: [key], ...ssh } } }),
      hostKeyPem: 'hush',
      ...more,
    }),
  );

type Recorded = Awaited<ReturnType<typeof record>>;
const serviceOf = (recording: Recorded) =>
  named(recording, 'ssh-service').inputs as {
    readonly metadata: { readonly annotations: object };
    readonly spec: object;
  };
const custom = ({ resources }: Recorded) =>
  resources.filter((resource) => resource.custom).map(({ name }) => name);

const port = { name: 'ssh', protocol: 'TCP', port: 22 };

test('makes no Service and no bastion with via: none and via: network', async () => {
  expect(custom(await record({}))).toEqual([]);
  expect(custom(await record({ via: 'network', network: 'backbone' }))).toEqual([]);
});

// Proves: access.bastion
test('makes a bastion at an address of the platform', async () => {
  const recording = await record({ via: 'bastion', address: '203.0.113.7' });
  expect(custom(recording).toSorted()).toEqual([
    'ssh-bastion-host-key',
    'ssh-bastion-server',
    'ssh-bastion-settings',
    'ssh-service',
  ]);
  const { metadata, spec } = serviceOf(recording);
  expect(metadata.annotations).toEqual({
    'pulumi.com/patchFieldManager': 'strata',
    'pulumi.com/waitFor': 'jsonpath={.status.loadBalancer.ingress[0].ip}=203.0.113.7',
    'metallb.io/loadBalancerIPs': '203.0.113.7',
    'metallb.io/address-pool': 'shared',
  });
  expect(spec).toEqual({
    type: 'LoadBalancer',
    selector: {
      'strata.dev/component': 'ssh-bastion',
      'cluster.x-k8s.io/cluster-name': 'demo',
    },
    sessionAffinity: 'ClientIP',
    externalTrafficPolicy: 'Cluster',
    allocateLoadBalancerNodePorts: false,
    ports: [{ ...port, targetPort: 2222 }],
  });
});

test("makes a bastion at a port of every host, and keeps clients' addresses where sources are named", async () => {
  const ssh = { via: 'bastion', nodePort: 30_022, sources: ['10.0.0.0/8'] };
  expect(serviceOf(await record(ssh)).spec).toMatchObject({
    type: 'NodePort',
    externalTrafficPolicy: 'Local',
    ports: [{ ...port, targetPort: 2222, nodePort: 30_022 }],
  });
});

// Proves: access.node-port, access.pool-address
test.each([
  ['node-port', {}, 'NodePort'],
  ['load-balancer', { address: '203.0.113.7' }, 'LoadBalancer'],
])('%s leads to a control-plane machine, with one object', async (via, more, type) => {
  const recording = await record({ via, ...more });
  expect(custom(recording)).toEqual(['ssh-service']);
  expect(serviceOf(recording).spec).toMatchObject({
    type,
    selector: {
      'cluster.x-k8s.io/role': 'control-plane',
      'cluster.x-k8s.io/cluster-name': 'demo',
    },
    ports: [{ ...port, targetPort: 22 }],
  });
});

// Proves: access.bastion
test('the bastion forwards to port 22 and can do nothing else', async () => {
  const recording = await record({ via: 'bastion' });
  const { data } = named(recording, 'ssh-bastion-settings').inputs as {
    readonly data: Record<string, string>;
  };
  expect(data.authorized_keys).toBe(`restrict,port-forwarding,permitopen="*:22" ${key}\n`);
  expect(data.sshd_config?.split('\n')).toEqual(
    expect.arrayContaining([
      'AllowTcpForwarding local',
      'PermitOpen *:22',
      'PermitTTY no',
      'ForceCommand /bin/false',
      'PasswordAuthentication no',
      'AllowAgentForwarding no',
    ]),
  );
  expect(named(recording, 'ssh-bastion-host-key').secretInputs).toEqual(['stringData']);
});

// Clients of a host have its address, unless the Service keeps theirs.
// Proves: access.bastion
test.each([
  [undefined, true],
  [['10.0.0.0/8'], false],
])(
  'failed logins of one client do not keep out others of the same address, with sources %j',
  async (sources, isOff) => {
    const recording = await record({ via: 'bastion', ...(sources !== undefined && { sources }) });
    const { data } = named(recording, 'ssh-bastion-settings').inputs as {
      readonly data: Record<string, string>;
    };
    const lines = data.sshd_config?.split('\n') ?? [];
    expect(lines.includes('PerSourcePenalties no')).toBe(isOff);
    expect(serviceOf(recording).spec).toMatchObject({
      externalTrafficPolicy: isOff ? 'Cluster' : 'Local',
    });
  },
);

// Proves: access.bastion
test('the bastion meets the strictest level of Pod Security', async () => {
  const recording = await record({ via: 'bastion' });
  const { spec } = named(recording, 'ssh-bastion-server').inputs as {
    readonly spec: { readonly template: { readonly spec: object } };
  };
  expect(spec.template.spec).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 911,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        image: 'ghcr.io/linuxserver/openssh-server:10.3_p1-r2-ls242',
        command: ['/usr/sbin/sshd.pam', '-D', '-e', '-f', '/etc/bastion/settings/sshd_config'],
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  });
});

// Not by a policy alone: the infra cluster's DNS may have a cache on the pod's own host, which none covers.
test('the bastion asks nobody for names', async () => {
  const recording = await record({ via: 'bastion' });
  const { spec } = named(recording, 'ssh-bastion-server').inputs as {
    readonly spec: { readonly template: { readonly spec: object } };
  };
  expect(spec.template.spec).toMatchObject({
    dnsPolicy: 'None',
    dnsConfig: { nameservers: ['127.0.0.1'] },
  });
});

test("the bastion's image comes from the mirror", async () => {
  const platform = { ...testPlatform, registryMirror: 'm.example' };
  const { resources } = await record({ via: 'bastion' }, { platform });
  expect(resources.flatMap((resource) => strayImages(resource, 'm.example'))).toEqual([]);
});

test('throws for a bastion without a host key', async () => {
  const lost = record({ via: 'bastion' }, { hostKeyPem: undefined });
  await expect(lost).rejects.toThrow('a bastion needs a host key');
});

// Proves: access.serial-console, access.vnc
test('returns the commands that reach each machine', () => {
  const none = machineCommands(testContext());
  expect(none.map(({ machine }) => machine)).toEqual(['cp-0', 'md-a-0', 'md-a-1']);
  expect(none[1]).toStrictEqual({
    machine: 'md-a-0',
    console: 'virtctl console --namespace cluster-demo md-a-0',
    vnc: 'virtctl vnc --namespace cluster-demo md-a-0',
  });
});

test('returns no command for the screen of a machine without one', () => {
  const headless = { headlessPreferences: ['sockets-advantage'] };
  expect(machineCommands(testContext({}, headless))[1]).toEqual({
    machine: 'md-a-0',
    console: 'virtctl console --namespace cluster-demo md-a-0',
  });
});

const firstOnly = String.raw`tr ' ' '\n' | grep -m 1 -x '[0-9.]*[0-9]'`;

test.each([
  [{ via: 'bastion', address: '203.0.113.7' }, 22, 'ssh -J abc@203.0.113.7:22 "strata@'],
  [{ via: 'bastion' }, 30_022, 'ssh -J abc@host-a:30022 "strata@'],
  [{ via: 'node-port', user: 'ann' }, 30_022, 'ssh -J ann@host-a:30022 "ann@'],
  // An address does nothing there.
  [{ via: 'node-port', address: '203.0.113.7' }, 30_022, 'ssh -J strata@host-a:30022 "strata@'],
  [{ via: 'load-balancer', address: '203.0.113.7' }, 22, 'ssh -J strata@203.0.113.7:22 "strata@'],
])('SSH with %j jumps', (ssh, jumpPort, expected) => {
  const hosts = [{ name: 'host-a', cpu: 8, memoryGiB: 64 }];
  const context = { ...testContext({ access: { ssh } }), infra: { hosts } };
  const node = `$(kubectl get node cp-0 --output jsonpath='{.status.addresses[?(@.type=="InternalIP")].address}' | ${firstOnly})"`;
  expect(machineCommands(context, jumpPort)[0]?.ssh).toBe(`${expected}${node}`);
});

test.each([
  [['192.0.2.7', '2001:db8::7'], 'strata@192.0.2.7:30022'],
  [['2001:db8::7'], 'strata@[2001:db8::7]:30022'],
  [[], 'strata@host-a:30022'],
])(
  'a host with the addresses %j is the jump by the first of them, or by its name',
  (addresses, jump) => {
    const hosts = [{ name: 'host-a', cpu: 8, memoryGiB: 64, addresses }];
    const context = { ...testContext({ access: { ssh: { via: 'node-port' } } }), infra: { hosts } };
    expect(machineCommands(context, 30_022)[0]?.ssh).toContain(`ssh -J ${jump} `);
  },
);

test('where no host is known, the command says where one goes', () => {
  const context = testContext({ access: { ssh: { via: 'node-port' } } });
  expect(machineCommands(context, 30_022)[0]?.ssh).toMatch(/^ssh -J strata@HOST:30022 "strata@/);
});

// Proves: access.other-network
test('SSH on a network of its own goes straight to the machine, at the address that the machine writes on its node', () => {
  const context = testContext({ access: { ssh: { via: 'network', network: 'backbone' } } });
  expect(machineCommands(context)[0]?.ssh).toBe(
    String.raw`ssh "strata@$(kubectl get node cp-0 --output jsonpath='{.metadata.annotations.strata\.dev/ssh-address}' | ${firstOnly})"`,
  );
});

// A tenant controls what a VM writes on its node, and the command runs on the computer of an
// administrator.
const hostile = "10.20.0.11 -oProxyCommand='touch owned' [a-z]*";

test.each([
  ['network', hostile, []],
  ['load-balancer', hostile, ['-J', 'strata@203.0.113.7:22']],
  ['load-balancer', '10.20.0.11 fd00:244::8007', ['-J', 'strata@203.0.113.7:22']],
  ['load-balancer', 'fd00:244::8007 10.20.0.11', ['-J', 'strata@203.0.113.7:22']],
])(
  'SSH by %s takes an IPv4 address and nothing else from a node that says %s',
  (via, said, jump) => {
    const ssh = { via, ...(via === 'network' ? { network: 'lan' } : { address: '203.0.113.7' }) };
    const command = machineCommands(testContext({ access: { ssh } }))[0]?.ssh ?? '';
    const played = 'kubectl() { printf %s "$SAID"; }; ssh() { printf "%s\\n" "$@"; }';
    const env = { ...process.env, SAID: said };
    const words = execFileSync('sh', ['-c', `${played}; ${command}`], { env, encoding: 'utf8' });
    expect(words.trimEnd().split('\n')).toEqual([...jump, 'strata@10.20.0.11']);
  },
);

const recordMetrics = (change: object = {}, platform: object = testPlatform) =>
  recordProgram(() =>
    createMachineMetrics('metrics', {
      ...testContext({ access: change }),
      platform: platform as typeof testPlatform,
      owner: { apiVersion: 'v1', kind: 'Namespace', name: 'cluster-demo', uid: 'u' },
    }),
  );

// Proves: access.node-metrics, monitoring.inside-vms
test('lets the platform scrape the machines, with the labels of the VM', async () => {
  const recording = await recordMetrics();
  expect(named(recording, 'metrics-machines').inputs.spec).toEqual({
    clusterIP: 'None',
    selector: { 'kubevirt.io': 'virt-launcher' },
    ports: [{ name: 'node-metrics', port: 9100, protocol: 'TCP' }],
  });
  const monitor = named(recording, 'metrics-monitor');
  expect(monitor.inputs).toMatchObject({
    metadata: { name: 'cluster-demo-machines', namespace: 'monitoring' },
    spec: {
      namespaceSelector: { matchNames: ['cluster-demo'] },
      selector: { matchLabels: { 'cluster.x-k8s.io/cluster-name': 'demo' } },
      // A tenant controls what its VM answers, and the Prometheus that stores it serves all clusters.
      sampleLimit: 5_000,
      bodySizeLimit: '5MB',
      labelLimit: 40,
      labelNameLengthLimit: 128,
      labelValueLengthLimit: 512,
      endpoints: [
        {
          port: 'node-metrics',
          honorTimestamps: false,
          followRedirects: false,
          relabelings: [
            // By no label of a pod: whoever may write Deployments of the cluster writes those.
            { targetLabel: 'cluster', replacement: 'demo' },
            {
              sourceLabels: ['__meta_kubernetes_pod_label_cluster_x_k8s_io_role'],
              targetLabel: 'role',
            },
            { sourceLabels: ['__meta_kubernetes_pod_label_strata_dev_pool'], targetLabel: 'pool' },
            {
              sourceLabels: ['__meta_kubernetes_pod_label_vm_kubevirt_io_name'],
              targetLabel: 'machine',
            },
            { targetLabel: 'job', replacement: 'user-cluster-machines' },
          ],
          // Nothing that a tenant answers passes for a series of the platform.
          metricRelabelings: [{ sourceLabels: ['__name__'], regex: 'node_.*', action: 'keep' }],
        },
      ],
    },
  });
  expect(monitor.dependsOn).toEqual(['metrics-discovery', 'metrics-machines']);
  expect(named(recording, 'metrics-discovery').inputs).toMatchObject({
    roleRef: { kind: 'ClusterRole', name: 'strata-prometheus-discovery' },
    subjects: [{ kind: 'ServiceAccount', name: 'prometheus-k8s', namespace: 'monitoring' }],
  });
});

// Proves: clusters.least-rights
test('grants nobody more than it needs', async () => {
  const recording = await recordMetrics();
  expect(recording.resources.flatMap(excessiveRights)).toEqual([]);
  expect(ofType(recording, 'kubernetes:rbac.authorization.k8s.io/v1:Role')).toEqual([]);
});

// Proves: access.node-metrics
test.each([
  ['switched off', { nodeMetrics: false }, testPlatform],
  ['without monitoring', {}, { ...testPlatform, monitoring: undefined }],
])('measures nothing when %s', async (_, change, platform) => {
  const { resources } = await recordMetrics(change, platform);
  expect(resources.filter((resource) => resource.custom)).toEqual([]);
});
