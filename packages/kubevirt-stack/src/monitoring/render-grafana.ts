// SPDX-License-Identifier: Apache-2.0
import { dashboards } from './dashboards/all-dashboards.ts';
import { renderDashboard, renderDatasources } from './dashboards/render-dashboard.ts';
import type { FleetPage } from './dashboards/render-dashboard.ts';
import { restrictedContainer, restrictedPod } from './pod-security.ts';

/** Name of Grafana's objects. */
export const grafanaWorkload = 'grafana';

/** Port that Grafana listens on. */
export const grafanaPort = 3000;

/** Key of the admin's password in Grafana's Secret. */
export const passwordKey = 'admin-password';

/** UID and GID of the user in Grafana's image. */
const user = 472;

const folder = '/etc/grafana/provisioning';
const [home] = dashboards;

/** Returns the file name of a dashboard, such as `strata-hosts.json`. */
const dashboardFile = (uid: string) => `${uid}.json`;

/**
 * Environment variables of Grafana: nobody gets in without the password, and Grafana makes no
 * outgoing calls.
 *
 * @see https://grafana.com/docs/grafana/latest/setup-grafana/configure-grafana/
 */
const settings: Readonly<Record<string, string>> = {
  GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES: 'false',
  GF_ANALYTICS_CHECK_FOR_UPDATES: 'false',
  GF_ANALYTICS_FEEDBACK_LINKS_ENABLED: 'false',
  GF_ANALYTICS_REPORTING_ENABLED: 'false',
  GF_AUTH_ANONYMOUS_ENABLED: 'false',
  GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH: `${folder}/dashboards/${dashboardFile(home.uid)}`,
  GF_LOG_MODE: 'console',
  GF_NEWS_NEWS_FEED_ENABLED: 'false',
  GF_PATHS_PROVISIONING: folder,
  GF_PLUGINS_PLUGIN_ADMIN_ENABLED: 'false',
  GF_PLUGINS_PREINSTALL_DISABLED: 'true',
  GF_SECURITY_DISABLE_GRAVATAR: 'true',
  GF_SNAPSHOTS_EXTERNAL_ENABLED: 'false',
  GF_USERS_ALLOW_SIGN_UP: 'false',
};

/**
 * Returns the files of its ConfigMap. Grafana reads YAML, which JSON is part of.
 *
 * @param prometheus - URL of Prometheus.
 * @param fleet - see {@link renderDashboard}.
 */
export function renderGrafanaFiles(prometheus: string, fleet?: FleetPage): Record<string, string> {
  const asText = (value: unknown) => `${JSON.stringify(value, undefined, 1)}\n`;
  return {
    'datasources.yaml': asText(renderDatasources(prometheus)),
    'providers.yaml': asText({
      apiVersion: 1,
      providers: [
        {
          name: 'strata',
          type: 'file',
          disableDeletion: true,
          allowUiUpdates: false,
          options: { path: `${folder}/dashboards` },
        },
      ],
    }),
    ...Object.fromEntries(
      dashboards.map((dashboard) => [
        dashboardFile(dashboard.uid),
        asText(renderDashboard(dashboard, fleet)),
      ]),
    ),
  };
}

/**
 * Returns the spec of its pod.
 *
 * @param url - where people reach it; Grafana builds the links in its pages from it.
 */
export function renderGrafanaPod(image: string, url?: string) {
  const files = (keys: readonly string[]) => ({
    configMap: { name: grafanaWorkload, items: keys.map((key) => ({ key, path: key })) },
  });
  return {
    automountServiceAccountToken: false,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    securityContext: restrictedPod(user),
    containers: [
      {
        name: grafanaWorkload,
        image,
        env: [
          ...Object.entries(settings).map(([name, value]) => ({ name, value })),
          ...(url === undefined ? [] : [{ name: 'GF_SERVER_ROOT_URL', value: url }]),
          {
            name: 'GF_SECURITY_ADMIN_PASSWORD',
            valueFrom: { secretKeyRef: { name: grafanaWorkload, key: passwordKey } },
          },
        ],
        ports: [{ name: 'http', containerPort: grafanaPort }],
        readinessProbe: { httpGet: { path: '/api/health', port: 'http' } },
        resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } },
        securityContext: restrictedContainer,
        volumeMounts: [
          { name: 'data', mountPath: '/var/lib/grafana' },
          { name: 'temporary', mountPath: '/tmp' },
          { name: 'datasources', mountPath: `${folder}/datasources`, readOnly: true },
          { name: 'dashboards', mountPath: `${folder}/dashboards`, readOnly: true },
        ],
      },
    ],
    volumes: [
      // Not persistent: everything that Grafana shows comes from Git.
      { name: 'data', emptyDir: {} },
      { name: 'temporary', emptyDir: {} },
      { name: 'datasources', ...files(['datasources.yaml']) },
      {
        name: 'dashboards',
        ...files(['providers.yaml', ...dashboards.map(({ uid }) => dashboardFile(uid))]),
      },
    ],
  };
}
