// SPDX-License-Identifier: Apache-2.0
import type { AlertThresholds } from '../../config/index.ts';

/**
 * `critical` pages somebody at any hour, `warning` can wait until the morning, `none` is for
 * programs.
 */
export type Severity = 'critical' | 'warning' | 'none';

/** The values that the expressions of alerts depend on. */
export interface AlertContext {
  readonly thresholds: AlertThresholds;
  /** Namespaces of the platform's components. */
  readonly namespaces: {
    readonly monitoring: string;
    /** Of the exporter that runs on hosts. */
    readonly hosts: string;
    readonly kubevirt: string;
    readonly cdi: string;
    readonly metallb: string;
  };
  /** The routers that MetalLB has sessions with. */
  readonly peers: readonly BgpRouter[];
}

/** A router as the alerts on BGP need it. */
export interface BgpRouter {
  /** The label `peer` of MetalLB's measurements: address and port. */
  readonly peer: string;
  /** Whether every host has a session with it. */
  readonly isOfAllHosts: boolean;
}

/** A series as promtool writes them. @see https://prometheus.io/docs/prometheus/latest/configuration/unit_testing_rules/#series */
export interface TestSeries {
  readonly series: string;
  /** One value for each minute, such as `0x9 1x20`. */
  readonly values: string;
}

/** A test case: a situation, and the alerts that fire in it. */
export interface AlertCase {
  /** Completes "it fires when ..." or "it stays silent when ...". */
  readonly when: string;
  readonly given: readonly TestSeries[];
  /** Minute at which the alerts are compared. */
  readonly after: number;
  /** Labels of each alert that fires, without `severity`; an empty list means that none fires. */
  readonly fires: readonly Readonly<Record<string, string>>[];
}

/** An alert with its texts and test cases. */
export interface Alert {
  /** Name in Prometheus; its runbook has the same name in kebab case. */
  readonly name: string;
  readonly expression: (context: AlertContext) => string;
  /** Minutes for which the expression must hold. */
  readonly forMinutes: (thresholds: AlertThresholds) => number;
  readonly severity: Severity;
  /** One line; may contain labels as `{{ $labels.name }}`. */
  readonly summary: string;
  /** Meaning of the alert for people who run VMs. */
  readonly description: string;
  /** The measurements it needs: without them the alert is left out. @default none */
  readonly needs?: 'kubelets' | 'certificates' | 'bgp';
  /** Test cases, with the default thresholds and the namespaces of upstream's manifests. */
  readonly cases: readonly AlertCase[];
}

/** Returns a fixed number of minutes, which no threshold changes. */
export const minutes = (count: number) => () => count;

/**
 * Returns the name of an alert's runbook: `VirtualMachineStuck` becomes `virtual-machine-stuck`.
 */
export function runbookName(alert: string): string {
  return alert.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}
