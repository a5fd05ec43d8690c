// SPDX-License-Identifier: Apache-2.0
import { alertGroups } from '../alerts/all-alerts.ts';
import { testAlertContext } from '../alerts/test-alert-context.ts';
import { dashboards } from '../dashboards/all-dashboards.ts';
import { labelsOf } from './labels-of.ts';
import { seriesLabels } from './series-labels.ts';

const alerts = alertGroups.flatMap((group) => group.alerts);
const panels = dashboards.flatMap(({ title, panels: of, variables }) => [
  ...of.flatMap((panel) =>
    panel.queries.map(({ expression, legend }) => ({
      where: `${title}: ${panel.title}`,
      expression,
      texts: legend,
    })),
  ),
  ...variables.map(({ label, metric }) => ({
    where: `${title}: the choice of ${label}`,
    expression: metric,
    texts: `{{${label}}}`,
  })),
]);

// Proves: monitoring.alerts
test.each(alerts)('$name asks for labels that its series have', (alert) => {
  const labels = labelsOf(alert.expression(testAlertContext), seriesLabels);
  const named = [...`${alert.summary} ${alert.description}`.matchAll(/\{\{ \$labels\.(\w+) \}\}/g)];
  expect(named.map(([, label]) => label).filter((label = '') => !labels?.has(label))).toEqual([]);
});

// Proves: monitoring.dashboards
test.each(panels)('$where asks for labels that its series have', ({ expression, texts }) => {
  const labels = labelsOf(expression, seriesLabels);
  const named = [...texts.matchAll(/\{\{(\w+)\}\}/g)];
  expect(named.map(([, label]) => label).filter((label = '') => !labels?.has(label))).toEqual([]);
});
