// SPDX-License-Identifier: Apache-2.0
import { secret } from '@pulumi/pulumi';
import { excessiveRights, named, ofType, recordProgram, strayImages } from '@strata/testing';
import { createCloudController } from './index.ts';
import type { Change } from '../test-context.ts';
import { mirrored, testContext } from '../test-context.ts';

const record = (change: Change = {}, kubeconfig = 'hush') =>
  recordProgram(() =>
    createCloudController('ccm', {
      ...testContext(change, mirrored),
      tenantKubeconfig: secret(kubeconfig),
    }),
  );

const deployment = async (change: Change = {}, kubeconfig?: string) =>
  named(await record(change, kubeconfig), 'ccm-infra-deployment');

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const metadata = {
  name: 'cloud-controller-manager',
  namespace: 'cluster-demo',
  labels,
  annotations: { 'pulumi.com/patchFieldManager': 'strata' },
};

// Proves: placement.zones
test('may do in the namespace what it calls, and may read a host when zones are on', async () => {
  const recording = await record();
  expect(named(recording, 'ccm-infra-role').inputs).toMatchObject({
    metadata,
    rules: [
      {
        apiGroups: ['kubevirt.io'],
        resources: ['virtualmachineinstances'],
        verbs: ['get', 'list'],
      },
      { apiGroups: [''], resources: ['services'], verbs: ['get', 'create', 'update', 'delete'] },
    ],
  });
  expect(named(recording, 'ccm-infra-cluster-role').inputs).toMatchObject({
    metadata: { name: 'cluster-demo-cloud-controller-manager', labels },
    rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
  });
  expect(recording.resources.flatMap(excessiveRights)).toEqual([]);
});

// Proves: cloud-controller.no-infra-credentials
test('has no right outside of the namespace when zones are off', async () => {
  const recording = await record({ cloud: { zones: false } });
  expect(ofType(recording, 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRole')).toEqual([]);
  expect(ofType(recording, 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding')).toEqual(
    [],
  );
});

// Proves: cloud-controller.local-traffic
test.each([
  [{ loadBalancers: false, selectorless: true }, ['kubevirt.io virtualmachineinstances get list']],
  [
    { selectorless: true },
    [
      'kubevirt.io virtualmachineinstances get list',
      ' services get create update delete',
      ' services list watch',
      'discovery.k8s.io endpointslices list watch create update delete',
    ],
  ],
])('with %j has no more rights than needed', async (cloud, rights) => {
  const { rules } = named(await record({ cloud }), 'ccm-infra-role').inputs as {
    rules: { apiGroups: string[]; resources: string[]; verbs: string[] }[];
  };
  const shown = rules.map(({ apiGroups, resources, verbs }) =>
    [...apiGroups, ...resources, ...verbs].join(' '),
  );
  expect(shown).toEqual(rights);
});

test('binds the rights to its own account, whose token only its pod gets', async () => {
  const recording = await record();
  expect(named(recording, 'ccm-infra-account').inputs).toMatchObject({
    metadata,
    automountServiceAccountToken: false,
  });
  const subjects = [
    { kind: 'ServiceAccount', name: 'cloud-controller-manager', namespace: 'cluster-demo' },
  ];
  expect(named(recording, 'ccm-infra-role-binding').inputs).toMatchObject({
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'Role',
      name: 'cloud-controller-manager',
    },
    subjects,
  });
  expect(named(recording, 'ccm-infra-cluster-role-binding').inputs).toMatchObject({
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'ClusterRole',
      name: 'cluster-demo-cloud-controller-manager',
    },
    subjects,
  });
});

// Proves: cloud-controller.load-balancers
test.each([
  [
    {},
    { enabled: true, creationPollInterval: 5, creationPollTimeout: 300 },
    { enabled: true, zoneAndRegionEnabled: true },
  ],
  [
    { selectorless: true, zones: false },
    {
      enabled: true,
      creationPollInterval: 5,
      creationPollTimeout: 300,
      selectorless: true,
      enableEPSController: true,
    },
    { enabled: true, zoneAndRegionEnabled: false },
  ],
  [
    { loadBalancers: false },
    { enabled: false, creationPollInterval: 5, creationPollTimeout: 300 },
    { enabled: true, zoneAndRegionEnabled: true },
  ],
])('writes %j into its configuration file', async (cloud, loadBalancer, instancesV2) => {
  const { data } = named(await record({ cloud }), 'ccm-infra-config').inputs as {
    data: Record<string, string>;
  };
  expect(JSON.parse(data['cloud-config'] ?? '')).toEqual({
    namespace: 'cluster-demo',
    infraLabels: { 'app.kubernetes.io/part-of': 'demo', 'strata.dev/environment': 'sandbox' },
    loadBalancer,
    instancesV2,
  });
});

// Proves: cloud-controller.no-infra-credentials
test('keeps the kubeconfig of the user cluster in a Secret, which is a secret in the state', async () => {
  const recording = await record();
  const found = named(recording, 'ccm-infra-tenant-access');
  expect(found.inputs).toMatchObject({
    metadata: { ...metadata, name: 'cloud-controller-manager-kubeconfig' },
    stringData: { kubeconfig: 'hush' },
  });
  expect(found.secretInputs).toEqual(['stringData']);
  expect(recording.resources.flatMap(({ secretInputs }) => secretInputs)).toEqual(['stringData']);
});

// Proves: cloud-controller.load-balancers
test('starts as one restricted pod once it has its rights and its files', async () => {
  const recording = await record();
  const found = named(recording, 'ccm-infra-deployment');
  const selector = { 'strata.dev/component': 'cloud-controller-manager' };
  const volumes = [
    { name: 'tenant', secret: { secretName: 'cloud-controller-manager-kubeconfig' } },
    { name: 'config', configMap: { name: 'cloud-config' } },
    { name: 'hosts', emptyDir: { medium: 'Memory' } },
  ];
  expect(found.dependsOn).toEqual([
    'ccm-infra-account',
    'ccm-infra-cluster-role-binding',
    'ccm-infra-config',
    'ccm-infra-role-binding',
    'ccm-infra-tenant-access',
  ]);
  expect(found.inputs).toMatchObject({
    metadata,
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: selector },
      template: {
        metadata: {
          labels: { ...labels, ...selector },
          annotations: { 'strata.dev/checksum': expect.stringMatching(/^[0-9a-f]{16}$/) as string },
        },
        spec: {
          serviceAccountName: 'cloud-controller-manager',
          automountServiceAccountToken: true,
          enableServiceLinks: false,
          tolerations: [
            {
              key: 'node-role.kubernetes.io/control-plane',
              operator: 'Exists',
              effect: 'NoSchedule',
            },
          ],
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              image:
                'registry.example.org:5000/mirror/kubevirt/kubevirt-cloud-controller-manager:v0.6.0',
              command: ['/bin/kubevirt-cloud-controller-manager'],
              args: [
                '--cloud-provider=kubevirt',
                '--cloud-config=/etc/cloud/cloud-config',
                '--kubeconfig=/etc/tenant/kubeconfig',
                '--cluster-name=demo',
                '--authentication-skip-lookup=true',
                '--leader-elect=true',
                '--concurrent-service-syncs=10',
                '--node-status-update-frequency=10s',
              ],
              ports: [{ name: 'health', containerPort: 10258 }],
              livenessProbe: {
                httpGet: { path: '/healthz', port: 10258, scheme: 'HTTPS' },
                initialDelaySeconds: 20,
                periodSeconds: 20,
              },
              resources: { requests: { cpu: '20m', memory: '64Mi' }, limits: { memory: '256Mi' } },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [
                { name: 'config', mountPath: '/etc/cloud', readOnly: true },
                { name: 'tenant', mountPath: '/etc/tenant', readOnly: true },
              ],
            },
            {
              name: 'host-follower',
              image: 'registry.example.org:5000/mirror/openshift/origin-csi-livenessprobe:4.20.0',
              command: ['/bin/sh', '/etc/cloud/follow-hosts.sh', 'zones'],
              resources: { requests: { cpu: '5m', memory: '16Mi' }, limits: { memory: '64Mi' } },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [
                { name: 'config', mountPath: '/etc/cloud', readOnly: true },
                { name: 'tenant', mountPath: '/etc/tenant', readOnly: true },
                { name: 'hosts', mountPath: '/run/hosts' },
              ],
            },
          ],
          volumes,
        },
      },
    },
  });
  const stray = recording.resources.flatMap((one) =>
    strayImages(one, 'registry.example.org:5000/mirror'),
  );
  expect(stray).toEqual([]);
});

test('starts anew when its kubeconfig or its configuration changes, and only then', async () => {
  const checksum = async (change: Change, kubeconfig: string) =>
    JSON.stringify((await deployment(change, kubeconfig)).inputs.spec);
  const first = await checksum({}, 'one');
  expect(await checksum({}, 'one')).toBe(first);
  expect(await checksum({}, 'two')).not.toBe(first);
  expect(await checksum({ cloud: { loadBalancers: false } }, 'one')).not.toBe(first);
  expect(first).not.toContain('one"');
});
