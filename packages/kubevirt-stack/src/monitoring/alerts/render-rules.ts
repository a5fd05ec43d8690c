// SPDX-License-Identifier: Apache-2.0
import type { Alert, AlertContext } from './alert.ts';
import { runbookName } from './alert.ts';
import type { AlertGroup } from './all-alerts.ts';

/** A rule file of Prometheus, and the spec of a PrometheusRule. @see https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ */
export interface RuleFile {
  readonly groups: readonly {
    readonly name: string;
    readonly rules: readonly RenderedAlert[];
  }[];
}

/** One rule. */
export interface RenderedAlert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

function renderAlert(alert: Alert, context: AlertContext): RenderedAlert {
  const { thresholds } = context;
  const forMinutes = alert.forMinutes(thresholds);
  return {
    alert: alert.name,
    expr: alert.expression(context),
    ...(forMinutes === 0 ? {} : { for: `${forMinutes}m` }),
    labels: { severity: alert.severity },
    annotations: {
      summary: alert.summary,
      description: alert.description,
      runbook_url: `${thresholds.runbooks.replace(/\/$/, '')}/${runbookName(alert.name)}.md`,
    },
  };
}

/** Renders alerts as rules of Prometheus. */
export function renderRules(groups: readonly AlertGroup[], context: AlertContext): RuleFile {
  return {
    groups: groups.map(({ name, alerts }) => ({
      name: `strata-${name}`,
      rules: alerts.map((alert) => renderAlert(alert, context)),
    })),
  };
}
