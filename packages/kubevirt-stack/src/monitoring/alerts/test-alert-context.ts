// SPDX-License-Identifier: Apache-2.0
import type { AlertContext } from './alert.ts';

/** The default thresholds and the namespaces of upstream's manifests, for unit tests. */
export const testAlertContext: AlertContext = {
  thresholds: {
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
  namespaces: {
    monitoring: 'monitoring',
    hosts: 'monitoring-hosts',
    kubevirt: 'kubevirt',
    cdi: 'cdi',
    metallb: 'metallb-system',
  },
  peers: [
    { peer: '10.0.0.1:179', isOfAllHosts: true },
    { peer: '10.0.0.2:179', isOfAllHosts: false },
  ],
};
