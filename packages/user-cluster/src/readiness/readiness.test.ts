// SPDX-License-Identifier: Apache-2.0
import { answeringCluster, freePort, testCluster, testKubeconfig } from '@strata/testing';
import { testConfig } from '../test-context.ts';
import { labelSelector } from './label-selector.ts';
import { readinessOf } from './readiness.ts';
import { rollingMachines } from './rolling-machines.ts';
import { upcomingRoll } from './upcoming-roll.ts';

const config = testConfig();
const budgetsPath = '/apis/policy/v1/poddisruptionbudgets';
const wanted = config.kubernetes.version;
const versions = (...all: readonly string[]) => ({ config, versions: all });

test('an update is one to a newer minor, and pools that roll count without one', () => {
  expect(upcomingRoll({ config }, [])).toBeUndefined();
  expect(upcomingRoll(versions(), [])).toBeUndefined();
  expect(upcomingRoll(versions(wanted), [])).toBeUndefined();
  expect(upcomingRoll(versions('1.35.1'), [])).toBeUndefined();
  expect(upcomingRoll(versions(wanted), ['md-a'])).toEqual({ pools: ['md-a'] });
  // Half done: one machine has the new one already.
  expect(upcomingRoll(versions(wanted, '1.34.4'), [])).toEqual({
    update: { from: '1.34.4', to: wanted },
    pools: [],
  });
});

test('the nodes of a pool are those with its name and a number', () => {
  const pool = (name: string) => ({ name, drain: { timeoutSeconds: 300 } });
  const machines = rollingMachines([pool('web'), pool('web-1'), pool('other')], {
    pools: ['web', 'web-1'],
  });
  const nodes = ['web-0', 'web-12', 'web-1-3', 'web', 'web-a', 'other-0', 'cp-0', ''];
  expect(nodes.filter((node) => machines.has(node))).toEqual(['web-0', 'web-12', 'web-1-3']);
  expect(machines.drainSeconds('web-0')).toBe(300);
  expect(machines.drainSeconds('other-0')).toBe(0);
});

test('a selector has all its requirements', () => {
  const matchExpressions = [
    { key: 'tier', operator: 'In', values: ['a', 'b'] },
    { key: 'zone', operator: 'NotIn', values: ['c'] },
    { key: 'app', operator: 'Exists' },
    { key: 'test', operator: 'DoesNotExist' },
  ];
  expect(labelSelector({ matchLabels: { team: 'shop' }, matchExpressions })).toBe(
    'team=shop,tier in (a,b),zone notin (c),app,!test',
  );
  expect(labelSelector({})).toBe('');
});

test('says that it is not known where a cluster does not answer, and where it refuses', async () => {
  const server = `http://127.0.0.1:${await freePort()}`;
  const said = await readinessOf(testKubeconfig(server), config, { pools: ['md-a'] });
  expect(said.severity).toBe('warn');
  expect(said.text).toMatch(
    `Whether the cluster is ready for the roll of md-a is not known: ${server}: `,
  );
  expect(said.text).not.toContain('hush');
  await using refusing = await testCluster({});
  const update = { from: '1.34.4', to: wanted };
  expect(await readinessOf(refusing.kubeconfig, config, { update, pools: [] })).toEqual({
    severity: 'warn',
    text: `Whether the cluster is ready for Kubernetes 1.34.4 -> ${wanted} is not known: ${refusing.endpoint}: it refuses to GET /metrics: HTTP 404`,
  });
});

const status = { disruptionsAllowed: 0, expectedPods: 1, currentHealthy: 1, desiredHealthy: 1 };

test.each<[string, string, string]>([
  [
    'objects without metadata',
    JSON.stringify({ items: [{ status }] }),
    'it does not answer as an API server does',
  ],
  ['no list', JSON.stringify({ items: 'none' }), 'it does not answer as an API server does'],
  [
    'a part of an answer',
    '{"items": [',
    `it answers GET ${budgetsPath} with something that is not JSON`,
  ],
])('says that it is not known where a cluster answers with %s', async (_, answer, why) => {
  await using cluster = await answeringCluster(({ url = '' }, response) =>
    response.end(url === budgetsPath ? answer : '{"items": []}'),
  );
  expect(await readinessOf(cluster.kubeconfig, config, { pools: ['md-a'] })).toEqual({
    severity: 'warn',
    text: `Whether the cluster is ready for the roll of md-a is not known: ${cluster.endpoint}: ${why}`,
  });
});

test('each finding stays on its line, whatever names a cluster has', async () => {
  const metadata = { namespace: 'shop', name: 'a\n::warning::all clear \u001b[2J' };
  const budgets = { items: [{ metadata, spec: { selector: {} }, status }] };
  const pods = { items: [{ metadata: { name: 'cart' }, spec: { nodeName: 'md-a-0' } }] };
  await using cluster = await answeringCluster(({ url = '' }, response) => {
    const found = url === budgetsPath ? budgets : url.includes('/pods?') ? pods : { items: [] };
    response.end(JSON.stringify(found));
  });
  const { text } = await readinessOf(cluster.kubeconfig, config, { pools: ['md-a'] });
  const [head, line, ...more] = text.split('\n');
  expect(head).toBe('Before the roll of md-a, look at:');
  expect(line).toMatch(
    /^ {2}PodDisruptionBudget shop\/a\\n::warning::all clear \\u001b\[2J lets no pod go now /,
  );
  expect(more).toEqual([]);
});

const coreDns = (name: string, image: string) => ({
  metadata: { namespace: 'kube-system', name },
  spec: { template: { spec: { containers: [{ image }] } } },
});
const left = 'CoreDNS stays as it is, for kubeadm does not update it:';

// Proves: drains-and-updates.readiness
test.each<[string, readonly object[], string | undefined]>([
  ['no CoreDNS', [], undefined],
  ['the earlier one', [coreDns('coredns', 'registry.k8s.io/coredns/coredns:v1.12.1')], undefined],
  ['its own', [coreDns('coredns', 'm.example:5000/coredns/coredns:v1.13.1')], undefined],
  ['one without a tag', [coreDns('coredns', 'm.example:5000/coredns@sha256:0a1b')], undefined],
  [
    'a newer one',
    [coreDns('coredns', 'registry.k8s.io/coredns/coredns:v1.14.1@sha256:0a1b')],
    'Deployment kube-system/coredns has the version v1.14.1, and kubeadm knows those up to 1.13.1',
  ],
  [
    'that of a vendor',
    [coreDns('coredns', 'm.example/coredns:v1.12.1-r2')],
    'Deployment kube-system/coredns has the version v1.12.1-r2, and kubeadm knows those up to 1.13.1',
  ],
  [
    'two',
    [
      coreDns('coredns', 'm.example/coredns:v1.12.1'),
      coreDns('second', 'm.example/coredns:v1.12.1'),
    ],
    'several Deployments have the label k8s-app=kube-dns (kube-system/coredns, kube-system/second)',
  ],
])(
  'says before an update that CoreDNS stays as it is where kubeadm does not know it: %s',
  async (_, items, reason) => {
    const deployments =
      '/apis/apps/v1/namespaces/kube-system/deployments?labelSelector=k8s-app%3Dkube-dns';
    await using cluster = await answeringCluster(({ url = '' }, response) =>
      response.end(JSON.stringify({ items: url === deployments ? items : [] })),
    );
    const update = { from: '1.34.4', to: '1.35.4' };
    const { severity, text } = await readinessOf(cluster.kubeconfig, config, { update, pools: [] });
    expect({ severity, text }).toEqual(
      reason === undefined
        ? {
            severity: 'info',
            text: 'Ready for Kubernetes 1.34.4 -> 1.35.4: the cluster was asked, and nothing stands in the way.',
          }
        : {
            severity: 'warn',
            text: `Before Kubernetes 1.34.4 -> 1.35.4, look at:\n  ${left} ${reason}; keep it up to date by hand`,
          },
    );
  },
);
