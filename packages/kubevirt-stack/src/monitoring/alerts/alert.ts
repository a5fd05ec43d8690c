// SPDX-License-Identifier: Apache-2.0
import type { AlertThresholds } from '@strata/contracts';

/** `critical` wakes somebody up, `warning` waits for the morning, `none` is for machines. */
export type Severity = 'critical' | 'warning' | 'none';

/** What the expressions of alerts depend on. */
export interface AlertContext {
  readonly thresholds: AlertThresholds;
  /** Where the platform's components run. */
  readonly namespaces: {
    readonly monitoring: string;
    readonly kubevirt: string;
    readonly cdi: string;
    readonly metallb: string;
  };
}

/** A series as promtool writes them. @see https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/#series */
export interface TestSeries {
  readonly series: string;
  /** One value a minute, such as `0x9 1x20`. */
  readonly values: string;
}

/** What happens, and which alerts fire then. */
export interface AlertCase {
  /** Completes "it fires when ..." or "it stays silent when ...". */
  readonly when: string;
  readonly given: readonly TestSeries[];
  /** When it is looked at, in minutes. */
  readonly after: number;
  /** Labels of each alert that fires, `severity` left out; an empty list means silence. */
  readonly fires: readonly Readonly<Record<string, string>>[];
}

/** One reason to call somebody. */
export interface Alert {
  /** In Prometheus; its runbook is called the same, with dashes. */
  readonly name: string;
  readonly expression: (context: AlertContext) => string;
  /** Minutes for which it must hold. */
  readonly forMinutes: (thresholds: AlertThresholds) => number;
  readonly severity: Severity;
  /** One line; may name labels as `{{ $labels.name }}`. */
  readonly summary: string;
  /** What it means for those who run VMs. */
  readonly description: string;
  /** Left out when the kubelets are not asked, or certificates not watched. @default none */
  readonly needs?: 'kubelets' | 'certificates';
  /** Proof, with the default thresholds and the namespaces of upstream's manifests. */
  readonly cases: readonly AlertCase[];
}

/** A number of minutes that no configuration changes. */
export const minutes = (count: number) => () => count;

/** `VirtualMachineStuck` to `virtual-machine-stuck`. */
export function runbookName(alert: string): string {
  return alert.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}
