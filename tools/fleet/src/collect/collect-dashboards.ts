// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts';
import { dashboards } from '@strata/kubevirt-stack/dashboards';
import type { DashboardFacts, DashboardLink } from '../model.ts';
import type { EnvironmentContext } from './environment-context.ts';

type Dashboard = (typeof dashboards)[number];

function linkOf({ fleetView, title, uid, variables }: Dashboard, grafana: string): DashboardLink {
  const byCluster = variables.find(({ name }) => name === 'cluster');
  return {
    title,
    url: `${grafana.replace(/\/$/, '')}/d/${uid}`,
    view: fleetView,
    ...(byCluster && { clusterQuery: `?var-${byCluster.name}=${clusterNamespace('')}` }),
  };
}

/** Returns the dashboards of an environment; undefined when its file does not say where Grafana is. */
export function collectDashboards({
  files,
  platformConfig,
}: EnvironmentContext): DashboardFacts | undefined {
  const url = platformConfig.value?.monitoring.grafana?.url;
  if (url === undefined || files.platform === undefined) return undefined;
  return {
    links: dashboards.map((dashboard) => linkOf(dashboard, url)),
    source: {
      file: files.platform.file,
      key: 'config.kubevirt-stack:monitoring.grafana.url',
    },
  };
}
