// SPDX-License-Identifier: Apache-2.0
import type { AlertCase } from './alert.ts';
import type { AlertGroup } from './all-alerts.ts';
import { completeSeries } from './complete-series.ts';
import type { RenderedAlert, RuleFile } from './render-rules.ts';

/** Replaces `{{ $labels.name }}` by the label's value, as Prometheus does. */
function fillIn(text: string, labels: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');
}

function renderCase(rule: RenderedAlert, { when, given, after, fires }: AlertCase) {
  return {
    name: `${rule.alert}: ${when}`,
    interval: '1m',
    input_series: given.map(({ series, values }) => ({ series: completeSeries(series), values })),
    alert_rule_test: [
      {
        eval_time: `${after}m`,
        alertname: rule.alert,
        exp_alerts: fires.map((labels) => ({
          exp_labels: { ...rule.labels, ...labels },
          exp_annotations: Object.fromEntries(
            Object.entries(rule.annotations).map(([key, text]) => [key, fillIn(text, labels)]),
          ),
        })),
      },
    ],
  };
}

/**
 * Renders the test cases of alerts for promtool.
 * @see https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/
 */
export function renderRuleTests(
  groups: readonly AlertGroup[],
  rules: RuleFile,
  ruleFile: string,
): object {
  const rendered = rules.groups.flatMap((group) => group.rules);
  return {
    rule_files: [ruleFile],
    evaluation_interval: '1m',
    tests: groups
      .flatMap(({ alerts }) => alerts)
      .flatMap(({ name, cases }) =>
        rendered
          .filter(({ alert }) => alert === name)
          .flatMap((rule) => cases.map((alertCase) => renderCase(rule, alertCase))),
      ),
  };
}
