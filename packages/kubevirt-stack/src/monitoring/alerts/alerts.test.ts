// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releases } from '@strata/contracts';
import { knownSeries } from '../metrics/exported-metrics.ts';
import { metricsIn } from '../metrics/metrics-in.ts';
import { runbookName } from './alert.ts';
import { alertGroups, enabledGroups } from './all-alerts.ts';
import { renderRules } from './render-rules.ts';
import { testAlertContext } from './test-alert-context.ts';

const runbooks = join(import.meta.dirname, '../../../../../docs/runbooks/alerts');
const alerts = alertGroups.flatMap((group) => group.alerts);
const names = alerts.map(({ name }) => name);

// Proves: monitoring.alerts
test('has an alert for everything that pages someone', () => {
  expect(names).toEqual([
    'VirtualMachineNotRunning',
    'VirtualMachineStuckStarting',
    'VirtualMachinePaused',
    'VirtualMachineMigrationFailed',
    'VirtualMachineMigrationStuck',
    'GoldenImageStale',
    'GoldenImageNotChecked',
    'UserClusterVolumesNearQuota',
    'HostNotReady',
    'HostCannotRunMachines',
    'HostMemoryLow',
    'HostOutOfMemory',
    'HostDiskAlmostFull',
    'PlatformDeploymentDown',
    'PlatformAgentMissing',
    'KubevirtNotReady',
    'CdiNotReady',
    'AddressPoolNearlyEmpty',
    'AddressesNotAnnounced',
    'BgpSessionDown',
    'MetallbConfigurationRefused',
    'CertificateExpiring',
    'AuthorityExpiring',
    'OperatorCertificateExpiring',
    'PlatformEndpointDown',
    'KubeletCertificateExpiring',
    'UserClusterCredentialEnding',
    'UserClusterExpiring',
    'UserClusterBackupLate',
    'UserClusterVolumeBackupLate',
    'InfraClusterBackupLate',
    'TargetDown',
    'ObjectMetricsMissing',
    'VolumeAlmostFull',
    'PrometheusConfigurationRefused',
    'PrometheusRuleFailing',
    'Watchdog',
    'AlertmanagerConfigurationRefused',
    'NotificationsFailing',
  ]);
});

test.each(alerts.filter(({ severity }) => severity !== 'none'))(
  'test cases of $name include one that fires and one that stays silent',
  ({ cases }) => {
    expect(cases.some(({ fires }) => fires.length > 0)).toBe(true);
    expect(cases.some(({ fires }) => fires.length === 0)).toBe(true);
  },
);

test.each(releases.map(({ name, components }) => [name, components.kubevirt.version]))(
  'every metric in an alert exists in release %s (KubeVirt %s)',
  (_, kubevirt) => {
    const known = knownSeries(kubevirt);
    const unknown = alerts.flatMap(({ name, expression }) =>
      metricsIn(expression(testAlertContext))
        .filter((metric) => !known.has(metric))
        .map((metric) => `${name}: ${metric}`),
    );
    expect(unknown).toEqual([]);
  },
);

// Proves: monitoring.alerts
test('every alert has a runbook that says what it means and what to do, and every runbook has an alert', async () => {
  const files = await readdir(runbooks);
  expect(files.sort()).toEqual(names.map((name) => `${runbookName(name)}.md`).sort());
  for (const name of names) {
    const page = await readFile(join(runbooks, `${runbookName(name)}.md`), 'utf8');
    expect(page.startsWith(`# ${name}\n`)).toBe(true);
    expect(page).toContain('\n## What it means\n');
    expect(page).toContain('\n## What to do\n');
  }
});

test('a rule carries its severity, texts and runbook', () => {
  const { groups } = renderRules(alertGroups, testAlertContext);
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.find(({ alert }) => alert === 'AddressPoolNearlyEmpty')).toEqual({
    alert: 'AddressPoolNearlyEmpty',
    expr:
      '(max by (pool) (metallb_allocator_ipv4_addresses_in_use_total / (metallb_allocator_ipv4_addresses_total > 0))' +
      ' > 0.85 and max by (pool) (metallb_allocator_ipv4_addresses_total) > 1) or' +
      ' (max by (pool) (metallb_allocator_ipv6_addresses_in_use_total / (metallb_allocator_ipv6_addresses_total > 0))' +
      ' > 0.85 and max by (pool) (metallb_allocator_ipv6_addresses_total) > 1)',
    for: '10m',
    labels: { severity: 'warning' },
    annotations: {
      summary: 'Address pool {{ $labels.pool }} is nearly used up',
      description:
        'Soon new Services and new user clusters get no address, and wait for one without an error.',
      runbook_url: 'docs/runbooks/alerts/address-pool-nearly-empty.md',
    },
  });
});

test('thresholds, runbooks and namespaces are those of the environment', () => {
  const { groups } = renderRules(alertGroups, {
    thresholds: {
      ...testAlertContext.thresholds,
      runbooks: 'https://wiki.example/alerts/',
      addressPoolPercent: 50,
    },
    namespaces: { ...testAlertContext.namespaces, cdi: 'disks' },
    peers: [{ peer: '10.9.0.1:1790', isOfAllHosts: true }],
  });
  const rules = groups.flatMap((group) => group.rules);
  const pool = rules.find(({ alert }) => alert === 'AddressPoolNearlyEmpty');
  expect(pool?.expr).toContain(' > 0.5 and ');
  expect(pool?.annotations.runbook_url).toBe(
    'https://wiki.example/alerts/address-pool-nearly-empty.md',
  );
  expect(rules.find(({ alert }) => alert === 'PlatformAgentMissing')?.expr).toContain(
    'namespace=~"monitoring|monitoring-hosts|kubevirt|disks|metallb-system"',
  );
  expect(rules.find(({ alert }) => alert === 'BgpSessionDown')?.expr).toContain(
    '"peer", "10.9.0.1:1790", "", "")',
  );
});

test('leaves out alerts whose measurements are switched off', () => {
  const left = enabledGroups({ kubelets: false, certificates: false, bgp: false }).flatMap(
    (group) => group.alerts.map(({ name }) => name),
  );
  expect(names.filter((name) => !left.includes(name))).toEqual([
    'AddressesNotAnnounced',
    'BgpSessionDown',
    'CertificateExpiring',
    'AuthorityExpiring',
    'OperatorCertificateExpiring',
    'PlatformEndpointDown',
    'KubeletCertificateExpiring',
    'VolumeAlmostFull',
  ]);
});
