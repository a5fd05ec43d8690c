// SPDX-License-Identifier: Apache-2.0
import { credentialSeries } from '@strata/contracts';
import { exportedMetrics } from '@strata/kubevirt-stack';
import type { RackSession } from '@strata/sandbox';
import { askPrometheus } from './ask-prometheus.ts';
import { eventually, kubectl, kubectlJson, openSession, type List } from './environment.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

/** Creates an object, as somebody else if told so. */
async function create(object: object, as: readonly string[] = []): Promise<string> {
  const script = 'printf %s "$1" | kubectl create -f - "$2" 2>&1';
  const user = as[0] ?? '--validate=true';
  const { stdout } = await session.capture([
    'sh',
    '-c',
    script,
    'sh',
    JSON.stringify(object),
    user,
  ]);
  return stdout.trim();
}

interface Namespace {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
}

// Proves: installation.least-rights
test('every namespace of the platform has its Pod Security level', async () => {
  const { items } = await kubectlJson<List<Namespace>>(session, ['get', 'namespaces']);
  const levels = items
    .filter(({ metadata }) => !/^(default|kube-.*|cluster-.*)$/.test(metadata.name))
    .map(({ metadata: { name, labels } }) => [name, labels['pod-security.kubernetes.io/enforce']]);
  expect(Object.fromEntries(levels)).toEqual({
    cdi: 'restricted',
    'golden-images': 'restricted',
    kubevirt: 'privileged',
    'metallb-system': 'privileged',
    monitoring: 'restricted',
    'monitoring-hosts': 'privileged',
    'platform-networks': 'restricted',
  });
});

// Proves: installation.least-rights
test('no component was given cluster-admin', async () => {
  interface Binding {
    readonly metadata: { readonly name: string };
    readonly roleRef: { readonly name: string };
  }
  const kinds = 'clusterrolebindings,rolebindings';
  const { items } = await kubectlJson<List<Binding>>(session, ['get', kinds, '-A']);
  const admins = items.filter(({ roleRef }) => roleRef.name === 'cluster-admin');
  // Kubernetes' own, for the people in the group system:masters.
  expect(admins.map(({ metadata }) => metadata.name)).toEqual(['cluster-admin']);
});

describe('golden images', () => {
  const namespace = 'copies';
  const account = `system:serviceaccount:${namespace}:cloner`;
  const copy = (name: string) => ({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: { name, namespace },
    spec: {
      sourceRef: { kind: 'DataSource', name: 'ubuntu-24-04', namespace: 'golden-images' },
      storage: { resources: { requests: { storage: '20Gi' } } },
    },
  });

  beforeAll(async () => {
    await kubectl(session, ['create', 'namespace', namespace]);
    await kubectl(session, ['create', 'serviceaccount', 'cloner', '-n', namespace]);
    const verbs = ['--verb=create,get', '--resource=datavolumes.cdi.kubevirt.io'];
    await kubectl(session, ['create', 'role', 'disks', '-n', namespace, ...verbs]);
    const own = ['--role=disks', `--serviceaccount=${namespace}:cloner`];
    await kubectl(session, ['create', 'rolebinding', 'disks', '-n', namespace, ...own]);
  });
  afterAll(async () => {
    await kubectl(session, ['delete', 'namespace', namespace]);
    await kubectl(session, ['delete', 'rolebinding', 'copies', '-n', 'golden-images']);
  });

  // Proves: cdi.import-upload-clone, images.catalogue
  test('are imported and ready, container disks and files', async () => {
    const ready =
      '{range .items[*]}{.metadata.name} {.status.conditions[?(@.type=="Ready")].status}{"\\n"}{end}';
    const sources = ['get', 'datasources', '-n', 'golden-images', '-o', `jsonpath=${ready}`];
    expect(await kubectl(session, sources)).toBe('flatcar-4230 True\nubuntu-24-04 True');
  });

  // Proves: images.clone-rights
  test('cannot be copied by who was not given the role', async () => {
    expect(await create(copy('refused'), [`--as=${account}`])).toMatch(
      /User system:serviceaccount:copies:cloner has insufficient permissions in clone source namespace golden-images/,
    );
  });

  // Proves: cdi.import-upload-clone, images.clone-rights
  test('are copied by who was given it, and it gives nothing more', async () => {
    const given = ['--role=golden-image-cloner', `--serviceaccount=${namespace}:cloner`];
    await kubectl(session, ['create', 'rolebinding', 'copies', '-n', 'golden-images', ...given]);
    expect(await create(copy('disk'), [`--as=${account}`])).toContain('disk created');
    const phase = ['get', 'datavolume', 'disk', '-n', namespace, '-o', 'jsonpath={.status.phase}'];
    await eventually(
      'the copy is done',
      async () => (await kubectl(session, phase)) === 'Succeeded',
    );
    const may = async (...what: readonly string[]) => {
      const question = [
        'kubectl',
        'auth',
        'can-i',
        ...what,
        '-n',
        'golden-images',
        '--as',
        account,
      ];
      return (await session.capture(question)).stdout.trim();
    };
    expect(await may('create', 'datavolumes.cdi.kubevirt.io', '--subresource=source')).toBe('yes');
    expect(await may('create', 'datavolumes.cdi.kubevirt.io')).toBe('no');
    expect(await may('get', 'datavolumes.cdi.kubevirt.io')).toBe('no');
    expect(await may('get', 'persistentvolumeclaims')).toBe('no');
    expect(await may('get', 'secrets')).toBe('no');
    expect(await may('create', 'pods')).toBe('no');
  });
});

// Proves: networks.pool-of-one-cluster
test('a pool of one cluster gives addresses to that cluster alone', async () => {
  const service = (namespace: string) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'bound',
      namespace,
      annotations: { 'metallb.io/address-pool': 'demo' },
    },
    spec: { type: 'LoadBalancer', ports: [{ port: 80 }], selector: { app: 'none' } },
  });
  const address = (namespace: string) =>
    kubectl(session, [
      'get',
      'service',
      'bound',
      '-n',
      namespace,
      '-o',
      'jsonpath={.status.loadBalancer.ingress[0].ip}',
    ]);
  await create(service('cluster-demo'));
  await create(service('default'));
  await eventually('demo has its address', async () => (await address('cluster-demo')) !== '');
  expect(await address('cluster-demo')).toMatch(/^10\.244\.240\.2(0\d|1\d|20)$/);
  const events = ['get', 'events', '-n', 'default', '--field-selector=reason=AllocationFailed'];
  await eventually('the other is refused', async () =>
    (await kubectl(session, [...events, '-o', 'name'])).includes('event/'),
  );
  expect(await address('default')).toBe('');
  for (const namespace of ['cluster-demo', 'default']) {
    await kubectl(session, ['delete', 'service', 'bound', '-n', namespace]);
  }
});

// Proves: networks.bridge-marker
test('hosts offer their bridges, and a machine whose bridge no host has waits, with the reason', async () => {
  const offers = ['get', 'nodes', '-o', 'jsonpath={.items[*].status.allocatable}'];
  const found = await kubectl(session, offers);
  expect(found.match(/"bridge\.network\.kubevirt\.io\/br1":"1k"/g)).toHaveLength(3);
  const namespace = 'default';
  const resource = 'bridge.network.kubevirt.io/br9';
  await create({
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: {
      name: 'nowhere',
      namespace,
      annotations: { 'k8s.v1.cni.cncf.io/resourceName': resource },
    },
    spec: { config: '{"cniVersion":"0.3.1","name":"nowhere","type":"bridge","bridge":"br9"}' },
  });
  await create({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name: 'bridged', namespace },
    spec: {
      domain: {
        memory: { guest: '64Mi' },
        devices: { interfaces: [{ name: 'second', bridge: {} }] },
      },
      networks: [{ name: 'second', multus: { networkName: 'nowhere' } }],
      terminationGracePeriodSeconds: 0,
    },
  });
  const reason = [
    'get',
    'vmi',
    'bridged',
    '-n',
    namespace,
    '-o',
    'jsonpath={.status.conditions[?(@.type=="PodScheduled")].message}',
  ];
  await eventually('the scheduler says why', async () =>
    (await kubectl(session, reason)).includes(`Insufficient ${resource}`),
  );
  await kubectl(session, ['delete', 'vmi', 'bridged', '-n', namespace]);
  await kubectl(session, ['delete', 'net-attach-def', 'nowhere', '-n', namespace]);
});

describe('monitoring', () => {
  const ask = <T>(path: string) => askPrometheus<T>(session, path);

  interface Target {
    readonly health: string;
    readonly labels: Readonly<Record<string, string>>;
  }
  const programs =
    /^(virt-(api|controller|operator)|cdi-(deployment|operator)|controller-|kube-state-metrics|prometheus-platform)/;

  // Proves: installation.other-operators, monitoring.host-metrics, monitoring.prometheus
  test('every real program lets Prometheus in and is scraped', async () => {
    const read = async () => {
      const { activeTargets } = await ask<{ readonly activeTargets: readonly Target[] }>('targets');
      return activeTargets.filter(({ labels }) => programs.test(labels.pod ?? ''));
    };
    await eventually(
      'all are up',
      async () => {
        const targets = await read();
        return targets.length >= 9 && targets.every(({ health }) => health === 'up');
      },
      300,
    );
  });

  // Proves: monitoring.vm-metrics
  test('what they export is what rules and dashboards may use', async () => {
    const metadata =
      await ask<Readonly<Record<string, readonly { readonly type: string }[]>>>('metadata');
    const live = (prefix: RegExp) =>
      Object.fromEntries(
        Object.entries(metadata)
          .filter(([name]) => prefix.test(name))
          .map(([name, [first]]) => [name, first?.type]),
      );
    const found = {
      kubevirt: live(/^kubevirt_(?!cdi_)/),
      cdi: live(/^kubevirt_cdi_/),
      metallb: live(/^metallb_/),
    };
    for (const [component, metrics] of Object.entries(found)) {
      const version = component === 'kubevirt' ? '1.8.4' : undefined;
      const known = exportedMetrics(component as keyof typeof found, version);
      expect(Object.keys(metrics).length).toBeGreaterThan(3);
      expect(known).toMatchObject(metrics);
    }
  });

  // Proves: monitoring.alerts
  test('all of its rules can be evaluated, and each of its alerts has a runbook', async () => {
    interface Rules {
      readonly groups: readonly {
        readonly rules: readonly {
          readonly name: string;
          readonly type: 'alerting' | 'recording';
          readonly health: string;
          readonly annotations?: Readonly<Record<string, string>>;
        }[];
      }[];
    }
    const read = async () => (await ask<Rules>('rules')).groups.flatMap(({ rules }) => rules);
    const alerts = async () => (await read()).filter(({ type }) => type === 'alerting');
    await eventually('all have been evaluated', async () => {
      const rules = await read();
      return (await alerts()).length >= 20 && rules.every(({ health }) => health === 'ok');
    });
    const foreign = (await alerts()).filter(
      ({ annotations }) => annotations?.runbook_url?.startsWith('docs/runbooks/alerts/') !== true,
    );
    expect(foreign.map(({ name }) => name)).toEqual([]);
  });

  test('it knows when what the demo cluster lives by ends, and is not alarmed', async () => {
    interface Answer {
      readonly result: readonly {
        readonly metric: Readonly<Record<string, string>>;
        readonly value: readonly [time: number, value: string];
      }[];
    }
    const daysLeft = async () => {
      const query = `${credentialSeries.end}{cluster="demo"} - time()`;
      const { result } = await ask<Answer>(`query?query=${encodeURIComponent(query)}`);
      return Object.fromEntries(
        result.map(({ metric, value }) => [metric.credential ?? '', Number(value[1]) / 86_400]),
      );
    };
    await eventually('all is recorded', async () => Object.keys(await daysLeft()).length === 8);
    const left = await daysLeft();
    expect(Object.keys(left).sort()).toEqual([
      'authority of etcd',
      'authority of the cluster',
      'authority of the front proxy',
      'certificates of cp-0',
      'join token',
      'kubeconfig of the CSI controller',
      'kubeconfig of the cloud controller',
      'kubeconfig of the stack',
    ]);
    expect(left['join token']).toBeGreaterThan(15);
    // As old as the machine, by virt-controller's own measurement.
    expect(left['certificates of cp-0']).toBeGreaterThan(1_823);
    expect(left['certificates of cp-0']).toBeLessThan(1_825);
    const { alerts } = await ask<{
      readonly alerts: readonly { readonly labels: Readonly<Record<string, string>> }[];
    }>('alerts');
    const names = alerts.map(({ labels }) => labels.alertname);
    expect(names).not.toContain('UserClusterCredentialEnding');
  });

  test('its account may not read secrets', async () => {
    const account = '--as=system:serviceaccount:monitoring:prometheus-k8s';
    const may = await session.capture([
      'kubectl',
      'auth',
      'can-i',
      'list',
      'secrets',
      '-A',
      account,
    ]);
    expect(may.stdout.trim()).toBe('no');
  });
});
