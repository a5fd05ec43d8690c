// SPDX-License-Identifier: Apache-2.0
import { clustersDashboard } from './clusters-dashboard.ts';
import type { Dashboard } from './dashboard.ts';
import { hostsDashboard } from './hosts-dashboard.ts';
import { machinesDashboard } from './machines-dashboard.ts';
import { platformDashboard } from './platform-dashboard.ts';

/** All dashboards; the first one is Grafana's home page. */
export const dashboards: readonly [Dashboard, ...Dashboard[]] = [
  platformDashboard,
  hostsDashboard,
  machinesDashboard,
  clustersDashboard,
];
