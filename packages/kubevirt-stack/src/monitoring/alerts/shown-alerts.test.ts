// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { alertGroups, enabledGroups } from './all-alerts.ts';
import { renderRules } from './render-rules.ts';
import { testAlertContext } from './test-alert-context.ts';

const alerts = alertGroups.flatMap((group) => group.alerts);

// The file shows a reviewer what Prometheus gets; promtool.test.ts tries each rule.
// Proves: monitoring.alerts
test('the rules are what alert-rules.yaml shows, word for word', async () => {
  const shown = await readFile(join(import.meta.dirname, 'alert-rules.yaml'), 'utf8');
  expect(renderRules(alertGroups, testAlertContext)).toStrictEqual(parse(shown));
});

test('every environment has alerts of each group, and one where everything is measured has all', () => {
  const measured = { kubelets: false, certificates: false, bgp: false };
  const some = enabledGroups(measured).filter((group) => group.alerts.length > 0);
  expect(some.map(({ name }) => name)).toEqual([
    'machines',
    'images',
    'quotas',
    'hosts',
    'platform',
    'certificates',
    'backups',
    'monitoring',
  ]);
  const all = enabledGroups({ kubelets: true, certificates: true, bgp: true });
  expect(all.flatMap((group) => group.alerts)).toEqual(alerts);
});
