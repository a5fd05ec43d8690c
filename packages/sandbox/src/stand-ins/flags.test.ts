// SPDX-License-Identifier: Apache-2.0
import { flagTable as cloudFlags } from './cloud-controller/flag-table.ts';
import { durationOf, parseFlags } from './flags.ts';
import { fatalOf } from './test-wait.ts';

test('flags come with = or as the next word, and switches without a value', () => {
  const args = ['--cluster-name=demo', '--cloud-config', '/etc/cloud/cloud-config'];
  const flags = parseFlags([...args, '--authentication-skip-lookup'], cloudFlags);
  expect(flags.text('cluster-name')).toBe('demo');
  expect(flags.text('cloud-config')).toBe('/etc/cloud/cloud-config');
  expect(flags.isOn('authentication-skip-lookup')).toBe(true);
});

test('what is not given is as upstream has it', () => {
  const flags = parseFlags([], cloudFlags);
  expect(flags.text('cluster-name')).toBe('kubernetes');
  expect(flags.isOn('leader-elect')).toBe(true);
  expect(flags.milliseconds('leader-elect-lease-duration')).toBe(15_000);
  expect(flags.milliseconds('node-status-update-frequency')).toBe(300_000);
  expect(flags.number('concurrent-service-syncs')).toBe(1);
});

test.each([
  [['--cluster-nmae=x'], 'Error: unknown flag: --cluster-nmae'],
  [['-cluster-name=x'], "Error: unknown shorthand flag: 'c' in -cluster-name=x"],
  [['--cluster-name'], 'Error: flag needs an argument: --cluster-name'],
  [['--leader-elect=yes'], 'Error: invalid argument "yes" for "--leader-elect" flag'],
  [['--node-monitor-period=5'], 'Error: invalid argument "5" for "--node-monitor-period" flag'],
  [['x'], 'Error: "cloud-controller-manager" does not take any arguments, got ["x"]'],
])('the cloud controller manager ends with 1 for %j', (args, message) => {
  expect(fatalOf(() => parseFlags(args, cloudFlags))).toEqual({ message, exitCode: 1 });
});

test('durations are in the notation of Go', () => {
  expect(durationOf('1m30s')).toBe(90_000);
  expect(durationOf('0')).toBe(0);
  expect(durationOf('5')).toBeUndefined();
});
