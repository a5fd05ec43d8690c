// SPDX-License-Identifier: Apache-2.0
import type { MonitoringConfig } from '../../config/index.ts';
import { addressAlerts } from './address-alerts.ts';
import type { Alert } from './alert.ts';
import { alertmanagerAlerts } from './alertmanager-alerts.ts';
import { backupAlerts } from './backup-alerts.ts';
import { certificateAlerts } from './certificate-alerts.ts';
import { endingAlerts } from './ending-alerts.ts';
import { hostAlerts } from './host-alerts.ts';
import { imageAlerts } from './image-alerts.ts';
import { machineAlerts } from './machine-alerts.ts';
import { migrationAlerts } from './migration-alerts.ts';
import { monitoringAlerts } from './monitoring-alerts.ts';
import { platformAlerts } from './platform-alerts.ts';
import { quotaAlerts } from './quota-alerts.ts';

/**
 * A group of rules. Prometheus evaluates the rules of a group in sequence, and groups in parallel.
 */
export interface AlertGroup {
  readonly name: string;
  readonly alerts: readonly Alert[];
}

/** All alerts, by group. */
export const alertGroups: readonly AlertGroup[] = [
  { name: 'machines', alerts: [...machineAlerts, ...migrationAlerts] },
  { name: 'images', alerts: imageAlerts },
  { name: 'quotas', alerts: quotaAlerts },
  { name: 'hosts', alerts: hostAlerts },
  { name: 'platform', alerts: [...platformAlerts, ...addressAlerts] },
  { name: 'certificates', alerts: [...certificateAlerts, ...endingAlerts] },
  { name: 'backups', alerts: backupAlerts },
  { name: 'monitoring', alerts: [...monitoringAlerts, ...alertmanagerAlerts] },
];

/** Returns the alerts whose measurements exist in this environment. */
export function enabledGroups(
  measured: Pick<MonitoringConfig, 'kubelets' | 'certificates'> & { readonly bgp: boolean },
): AlertGroup[] {
  return alertGroups.map(({ name, alerts }) => ({
    name,
    alerts: alerts.filter(({ needs }) => needs === undefined || measured[needs]),
  }));
}
