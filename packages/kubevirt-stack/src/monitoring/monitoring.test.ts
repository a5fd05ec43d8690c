// SPDX-License-Identifier: Apache-2.0
import { mirrorImage, releases } from '@strata/contracts';
import { named, ofType, recordProgram } from '@strata/testing';
import type { Recording } from '@strata/testing';
import { Monitoring } from './monitoring.ts';
import type { MonitoringArgs } from './monitoring.ts';
import { monitoringImages } from './monitoring-images.ts';
import { defaultMonitoring, fullMonitoring } from './test-monitoring.ts';

const [release] = releases;

const record = (change: Partial<MonitoringArgs> = {}) =>
  recordProgram(
    () =>
      new Monitoring('watch', {
        environment: 'sandbox',
        namespace: 'monitoring',
        account: 'prometheus-k8s',
        config: defaultMonitoring,
        storage: { className: 'slow', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
        namespaces: { kubevirt: 'kubevirt', cdi: 'cdi', metallb: 'metallb-system' },
        images: monitoringImages(release),
        ...change,
      }).facts,
  );

interface Container {
  readonly image: string;
  readonly securityContext: object;
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext: object;
  readonly [field: string]: unknown;
}

function podOf(recording: Recording<unknown>, name: string): PodSpec {
  const { spec } = named(recording, name).inputs as {
    spec: { template: { spec: PodSpec } };
  };
  return spec.template.spec;
}

const customResources = ({ resources }: Recording<unknown>) =>
  resources.filter(({ custom }) => custom);

test('makes 22 objects by default and 29 with everything on', async () => {
  expect(customResources(await record())).toHaveLength(22);
  expect(customResources(await record({ config: fullMonitoring }))).toHaveLength(29);
});

test('returns its namespace and URLs', async () => {
  const facts = {
    namespace: 'monitoring',
    prometheus: 'http://prometheus-operated.monitoring.svc:9090',
  };
  expect((await record()).result).toEqual({ ...facts, grafana: undefined });
  expect((await record({ config: fullMonitoring })).result).toEqual({
    ...facts,
    grafana: 'http://grafana.monitoring.svc',
  });
});

test('every object is labelled with its owner', async () => {
  const recording = await record({ config: fullMonitoring });
  for (const { inputs } of customResources(recording)) {
    const { annotations, labels } = inputs.metadata as Record<string, Record<string, string>>;
    expect(annotations?.['pulumi.com/patchFieldManager']).toBe('strata');
    expect(labels).toMatchObject({
      'app.kubernetes.io/managed-by': 'strata',
      'strata.dev/environment': 'sandbox',
    });
  }
});

test('Prometheus may only discover its targets and read metrics', async () => {
  const recording = await record();
  const rules = (name: string) => named(recording, name).inputs.rules;
  expect(rules('watch-prometheus-discovery-role')).toEqual([
    {
      apiGroups: [''],
      resources: ['services', 'endpoints', 'pods'],
      verbs: ['get', 'list', 'watch'],
    },
  ]);
  expect(rules('watch-prometheus-metrics-role')).toEqual([
    { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
    { nonResourceURLs: ['/metrics'], verbs: ['get'] },
  ]);
  const bindings = ofType(recording, 'kubernetes:rbac.authorization.k8s.io/v1:RoleBinding');
  expect(
    bindings.map(({ inputs }) => (inputs.metadata as { namespace: string }).namespace),
  ).toEqual(['monitoring', 'monitoring-hosts', 'metallb-system', 'kube-system']);
  expect(named(recording, 'watch-prometheus-metrics-binding').inputs.subjects).toEqual([
    { kind: 'ServiceAccount', name: 'prometheus-k8s', namespace: 'monitoring' },
  ]);
});

// Proves: installation.least-rights
test('no other account may write anything, or read a Secret', async () => {
  const recording = await record({ config: fullMonitoring });
  const roles = ofType(recording, 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRole');
  const rules = roles.flatMap(({ inputs }) => inputs.rules as Record<string, string[]>[]);
  const verbs = new Set(rules.flatMap((rule) => rule.verbs ?? []));
  expect([...verbs].sort()).toEqual(['get', 'list', 'watch']);
  expect(rules.flatMap((rule) => rule.resources ?? [])).not.toContain('secrets');
});

test('MetalLB may ask the API server who requests its metrics', async () => {
  const { inputs } = named(await record(), 'watch-targets-metallb-delegation');
  expect(inputs.roleRef).toEqual({
    apiGroup: 'rbac.authorization.k8s.io',
    kind: 'ClusterRole',
    name: 'system:auth-delegator',
  });
  expect(inputs.subjects).toEqual([
    { kind: 'ServiceAccount', name: 'controller', namespace: 'metallb-system' },
    { kind: 'ServiceAccount', name: 'speaker', namespace: 'metallb-system' },
  ]);
});

test('all pods but those on the hosts fit the Pod Security level restricted', async () => {
  const recording = await record({ config: fullMonitoring });
  for (const name of [
    'watch-objects-exporter',
    'watch-certificates-exporter',
    'watch-grafana-server',
  ]) {
    const pod = podOf(recording, name);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod).not.toHaveProperty('hostNetwork');
    expect(pod.containers.map(({ securityContext }) => securityContext)).toEqual([
      {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    ]);
  }
});

test('the exporter that reads the hosts has a namespace of its own, and no token', async () => {
  const recording = await record();
  expect(named(recording, 'watch-hosts-namespace').inputs.metadata).toMatchObject({
    name: 'monitoring-hosts',
    labels: { 'pod-security.kubernetes.io/enforce': 'privileged' },
  });
  const exporter = named(recording, 'watch-hosts-exporter');
  expect(exporter.inputs.metadata).toMatchObject({ namespace: 'monitoring-hosts' });
  expect(exporter.dependsOn).toContain('watch-hosts-namespace');
  expect(podOf(recording, 'watch-hosts-exporter')).toMatchObject({
    automountServiceAccountToken: false,
    hostNetwork: true,
    hostPID: true,
    securityContext: { runAsNonRoot: true },
  });
  // Its children are made after it.
  expect(named(recording, 'watch-prometheus').dependsOn).toEqual(['watch-hosts-namespace']);
});

test('servers are probed for their certificates, unless that is turned off', async () => {
  const probes = async (certificates: boolean) => {
    const recording = await record({ config: { ...defaultMonitoring, certificates } });
    const { spec } = named(recording, 'watch-targets-monitoring').inputs as {
      readonly spec: { readonly podMetricsEndpoints: readonly { readonly port?: string }[] };
    };
    return spec.podMetricsEndpoints.filter(({ port }) => port === 'probe' || port === undefined);
  };
  expect((await probes(true)).length).toBeGreaterThan(0);
  expect(await probes(false)).toEqual([]);
});

// Proves: monitoring.host-metrics
test('file systems for all images and pods of a host are measured, those of single pods are not', async () => {
  const pod = podOf(await record(), 'watch-hosts-exporter') as unknown as {
    containers: readonly { args: readonly string[] }[];
  };
  const option = '--collector.filesystem.mount-points-exclude=';
  const excluded = pod.containers[0]?.args.find((one) => one.startsWith(option));
  const left = new RegExp(excluded?.slice(option.length) ?? '.');
  const isMeasured = (path: string) => !left.test(path);
  expect(
    ['/', '/var', '/var/lib/containerd', '/var/lib/kubelet', '/var/lib/kubelet-other'].filter(
      isMeasured,
    ),
  ).toHaveLength(5);
  expect(
    ['/run', '/sys/fs', '/var/lib/kubelet/pods/a/volumes/b', '/var/lib/containerd/io/c'].filter(
      isMeasured,
    ),
  ).toEqual([]);
});

test('marks secrets as secret from the start', async () => {
  const recording = await record({ config: fullMonitoring });
  const secrets = ofType(recording, 'kubernetes:core/v1:Secret');
  expect(secrets.map(({ inputs, secretInputs }) => [inputs.stringData, secretInputs])).toEqual([
    [
      { 'alertmanager.yaml': 'receivers: [{ name: hush }]\nroute: { receiver: hush }' },
      ['stringData'],
    ],
    [{ 'admin-password': 'grafana hush' }, ['stringData']],
    [{ username: 'north', password: 'remote hush' }, ['stringData']],
  ]);
  const others = recording.resources.filter(({ type }) => !type.endsWith(':Secret'));
  expect(JSON.stringify(others.map(({ inputs }) => inputs))).not.toContain('hush');
});

test('only pods of the same namespace reach monitoring, and configured namespaces reach Grafana', async () => {
  const namespaces = (...values: string[]) => ({
    namespaceSelector: {
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values }],
    },
  });
  const walls = async (config = defaultMonitoring) =>
    (named(await record({ config }), 'watch-walls').inputs.spec as { ingress: unknown }).ingress;
  expect(await walls()).toEqual([{ from: [namespaces('monitoring')] }]);
  expect(await walls(fullMonitoring)).toEqual([
    { from: [namespaces('monitoring')] },
    { from: [namespaces('ingress')], ports: [{ port: 3000, protocol: 'TCP' }] },
  ]);
});

// Proves: offline.mirror
test('runs the images of its release, from a mirror if one is configured', async () => {
  const mirror = (image: string) => mirrorImage(image, 'mirror.example:5000/strata');
  const images = monitoringImages(release, mirror);
  const recording = await record({ config: fullMonitoring, images });
  const found = JSON.stringify(recording.resources.map(({ inputs }) => inputs)).matchAll(
    /"image":"([^"]+)"/g,
  );
  expect([...found].map(([, image]) => image).sort()).toEqual([
    'mirror.example:5000/strata/grafana/grafana:12.4.10',
    'mirror.example:5000/strata/kube-state-metrics/kube-state-metrics:v2.18.0',
    'mirror.example:5000/strata/prometheus/alertmanager:v0.33.1',
    'mirror.example:5000/strata/prometheus/blackbox-exporter:v0.28.0',
    'mirror.example:5000/strata/prometheus/node-exporter:v1.12.1',
    'mirror.example:5000/strata/prometheus/prometheus:v3.15.0',
  ]);
});

test('tells the operator which versions it runs, from any registry', async () => {
  const images = monitoringImages(release, (image) => mirrorImage(image, 'mirror.example:5000'));
  const recording = await record({ config: fullMonitoring, images });
  const versionOf = (name: string) =>
    (named(recording, name).inputs.spec as { version: string }).version;
  expect(versionOf('watch-prometheus-server')).toBe('v3.15.0');
  expect(versionOf('watch-alertmanager-server')).toBe('v0.33.1');
});

test('Grafana makes no outgoing calls and requires the password', async () => {
  const recording = await record({ config: fullMonitoring });
  const [container] = podOf(recording, 'watch-grafana-server').containers as unknown as {
    env: { name: string; value?: string; valueFrom?: unknown }[];
  }[];
  const env = Object.fromEntries((container?.env ?? []).map((entry) => [entry.name, entry]));
  for (const off of [
    'GF_ANALYTICS_REPORTING_ENABLED',
    'GF_ANALYTICS_CHECK_FOR_UPDATES',
    'GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES',
    'GF_NEWS_NEWS_FEED_ENABLED',
    'GF_AUTH_ANONYMOUS_ENABLED',
    'GF_USERS_ALLOW_SIGN_UP',
    'GF_PLUGINS_PLUGIN_ADMIN_ENABLED',
  ]) {
    expect(env[off]?.value).toBe('false');
  }
  expect(env.GF_SECURITY_ADMIN_PASSWORD?.valueFrom).toEqual({
    secretKeyRef: { name: 'grafana', key: 'admin-password' },
  });
  expect(Object.keys(env).filter((name) => !name.startsWith('GF_'))).toEqual([]);
  expect(env).not.toHaveProperty('GF_SERVER_ROOT_URL');
  const { data } = named(recording, 'watch-grafana-dashboards').inputs as {
    data: Record<string, string>;
  };
  expect(Object.keys(data).sort()).toEqual([
    'datasources.yaml',
    'providers.yaml',
    'strata-clusters.json',
    'strata-hosts.json',
    'strata-machines.json',
    'strata-platform.json',
  ]);
  expect(data['datasources.yaml']).toContain('"http://prometheus-operated.monitoring.svc:9090"');
});

// Proves: monitoring.dashboards
test('Grafana knows where people reach it, and its dashboards link to the fleet page', async () => {
  const grafana = {
    adminPassword: 'a long password',
    allowFrom: [],
    url: 'https://grafana.example.org',
    fleetPage: 'https://pages.example.org/fleet.html',
  };
  const recording = await record({ config: { ...fullMonitoring, grafana } });
  const [container] = podOf(recording, 'watch-grafana-server').containers as unknown as {
    env: { name: string; value?: string }[];
  }[];
  expect(container?.env).toContainEqual({ name: 'GF_SERVER_ROOT_URL', value: grafana.url });
  const { data } = named(recording, 'watch-grafana-dashboards').inputs as {
    data: Record<string, string>;
  };
  expect(data['strata-hosts.json']).toContain(
    '"https://pages.example.org/fleet.html#sandbox/hosts"',
  );
});

test('makes nothing for a part that is switched off', async () => {
  const config = { ...defaultMonitoring, kubelets: false, certificates: false };
  const recording = await record({ config });
  const names = recording.resources.map(({ name }) => name);
  expect(names.filter((name) => /kubelets|kube-system|certificates/.test(name))).toEqual([]);
  const bindings = ofType(recording, 'kubernetes:rbac.authorization.k8s.io/v1:RoleBinding');
  expect(
    bindings.map(({ inputs }) => (inputs.metadata as { namespace: string }).namespace),
  ).toEqual(['monitoring', 'monitoring-hosts', 'metallb-system']);
});
