// SPDX-License-Identifier: Apache-2.0
import { withReadiness } from './readiness.ts';

const reason = 'its probe does not ask for webhooks';
const table = {
  'metallb-system/controller': { port: 'webhook', startSeconds: 301, minReadySeconds: 2, reason },
};

const readinessProbe = { httpGet: { path: '/readyz' }, initialDelaySeconds: 10 };

const deployment = (ports: readonly object[], probes: object = { readinessProbe }) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'controller', namespace: 'metallb-system' },
  spec: {
    replicas: 1,
    template: {
      metadata: { labels: { app: 'metallb' } },
      spec: {
        serviceAccountName: 'controller',
        containers: [{ name: 'other' }, { name: 'controller', ports, ...probes }],
      },
    },
  },
});

test('adds a startup probe on its port to a Deployment of the table, and keeps its other probes', () => {
  const ports = [{ name: 'webhook', containerPort: 9443 }];
  const { spec } = deployment(ports, {
    readinessProbe,
    startupProbe: { tcpSocket: { port: 'webhook' }, periodSeconds: 2, failureThreshold: 151 },
  });
  expect(withReadiness(deployment(ports), table)).toEqual({
    ...deployment(ports),
    spec: { ...spec, minReadySeconds: 2 },
  });
});

test('returns all other objects unchanged', () => {
  const other = { ...deployment([]), metadata: { name: 'speaker', namespace: 'metallb-system' } };
  expect(withReadiness(other, table)).toBe(other);
  const account = { ...deployment([]), kind: 'ServiceAccount' };
  expect(withReadiness(account, table)).toBe(account);
});

test('refuses a Deployment of the table that does not have the port', () => {
  expect(() => withReadiness(deployment([{ name: 'metrics' }]), table)).toThrow(
    'the Deployment metallb-system/controller has no port "webhook" for its startup probe; correct the table of readiness.',
  );
});

test('a Deployment without webhooks counts as available as soon as it is ready', () => {
  const ports = [{ name: 'webhook', containerPort: 9443 }];
  const { minReadySeconds: _, ...slow } = table['metallb-system/controller'];
  const { spec } = withReadiness(deployment(ports), { 'metallb-system/controller': slow });
  expect(Object.keys(spec as object)).toEqual(['replicas', 'template']);
});
