// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { monitoring } from './monitoring-fields.ts';

const schema = z.strictObject({ monitoring });

function inspect(value: unknown, secretKeys: readonly string[] = []) {
  return inspectConfig(schema, {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: { 'kubevirt-stack:monitoring': JSON.stringify(value) },
    secretKeys,
  });
}

const messages = (value: unknown, secretKeys: readonly string[] = []) =>
  inspect(value, secretKeys).problems.map(({ path, message }) => `${path.join('.')}: ${message}`);

test('by default, monitoring is on with a volume, and Alertmanager and Grafana are off', () => {
  expect(schema.parse({}).monitoring).toEqual({
    enabled: true,
    prometheus: {
      replicas: 1,
      retention: '15d',
      storage: { sizeGiB: 50 },
      scrapeInterval: '30s',
      cpu: 0.5,
      memoryGiB: 4,
      externalLabels: {},
    },
    kubelets: true,
    certificates: true,
    alerts: {
      runbooks: 'docs/runbooks/alerts',
      machineErrorMinutes: 10,
      machineStartMinutes: 30,
      migrationMinutes: 60,
      hostAwayMinutes: 10,
      hostMemoryPercent: 92,
      hostDiskPercent: 85,
      goldenImageHours: 6,
      addressPoolPercent: 85,
      certificateDays: 7,
      operatorCertificateHours: 4,
      volumePercent: 85,
    },
  });
});

test.each(['15d', '1w', '12h', '1d12h'])('accepts the retention %s', (retention) => {
  expect(messages({ prometheus: { retention } })).toEqual([]);
});

test('rejects a volume that the measurements would fill', () => {
  const messagesOf = (sizeGiB: number) => messages({ prometheus: { storage: { sizeGiB } } });
  expect(messagesOf(2)).toEqual([]);
  expect(messagesOf(1)).toEqual([
    'monitoring.prometheus.storage.sizeGiB: expected a whole number of 2 or more, got 1',
  ]);
});

test('lists all problems at once', () => {
  expect(
    messages({
      prometheus: { retention: '15 days', storage: 'nothing', memory: 4 },
      alerts: { addressPoolPercent: 100 },
      grafana: { allowFrom: ['Team A'] },
    }),
  ).toEqual([
    'monitoring.prometheus.retention: expected a duration such as "30s", "12h" or "15d", got "15 days"',
    'monitoring.prometheus.storage: expected "none" or a mapping with sizeGiB, got "nothing"',
    'monitoring.prometheus.memory: unknown key; did you mean "memoryGiB"?',
    'monitoring.alerts.addressPoolPercent: expected a whole number between 1 and 99, got 100',
    'monitoring.grafana.adminPassword: missing; expected a password of at least 12 characters',
    'monitoring.grafana.allowFrom.0: expected a name of at most 63 lower-case letters, digits and dashes, got "Team A"',
  ]);
});

test('rejects secrets in plain text', () => {
  const value = { grafana: { adminPassword: 'correct horse battery' } };
  expect(messages(value)).toEqual([
    'monitoring.grafana.adminPassword: a secret in plain text; remove it, then ' +
      'pulumi -C packages/kubevirt-stack config set --stack sandbox --secret ' +
      "--path 'monitoring.grafana.adminPassword'",
  ]);
  expect(messages(value, ['kubevirt-stack:monitoring'])).toEqual([]);
});

test('never prints a password that is too short', () => {
  expect(messages({ grafana: { adminPassword: 'short' } }, ['kubevirt-stack:monitoring'])).toEqual([
    'monitoring.grafana.adminPassword: expected a password of at least 12 characters, got a secret value that is not shown',
  ]);
});

test.each(['https://10.0.0.256', 'https://wiki.example.org:99999/x', 'https://wiki..example.org'])(
  'rejects %s, which no browser opens',
  (page) => {
    const expected = (key: string, example: string) =>
      `monitoring.grafana.${key}: expected a URL without user, query and fragment, such as "${example}", got "${page}"`;
    expect(messages({ grafana: { url: page, fleetPage: page } })).toEqual([
      'monitoring.grafana.adminPassword: missing; expected a password of at least 12 characters',
      expected('url', 'https://grafana.example.org'),
      expected('fleetPage', 'https://pages.example.org/fleet.html'),
    ]);
  },
);
