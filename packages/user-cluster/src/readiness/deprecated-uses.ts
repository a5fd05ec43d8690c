// SPDX-License-Identifier: Apache-2.0
import { metadataOnly } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { compareVersions, minorOf } from '@strata/contracts';
import { fullName, nameList } from './api-objects.ts';
import type { Metadata } from './api-objects.ts';
import type { Finding } from './finding.ts';

/** A version of an API that somebody has asked for since the API server started, and that will go. */
export interface DeprecatedUse {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** Kubernetes that no longer has it, such as `1.37`. */
  readonly removedIn: string;
}

const metric = 'apiserver_requested_deprecated_apis';

/** Pattern of the names of groups, versions and resources. */
const apiName = /^[a-z0-9.-]*$/;

/**
 * Returns the versions of APIs that have been asked for and will go, from the metrics of an API server.
 * Those for which no removal is planned are left out.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (deprecatedRequestGauge)
 */
export function deprecatedUses(metrics: string): DeprecatedUse[] {
  return metrics
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) && !line.endsWith(' 0'))
    .map((line) => {
      const label = (name: string) => new RegExp(`[{,]${name}="([^"]*)"`).exec(line)?.[1] ?? '';
      return {
        group: label('group'),
        version: label('version'),
        resource: label('resource'),
        subresource: label('subresource'),
        removedIn: label('removed_release'),
      };
    })
    .filter(({ removedIn, ...names }) => {
      return /^1\.\d+$/.test(removedIn) && Object.values(names).every((name) => apiName.test(name));
    });
}

/** Objects that are read to find who writes them. */
const mostObjects = 500;

/** Returns which programs have written which objects by a version of an API. */
async function writers(api: ApiClient, use: DeprecatedUse): Promise<string[]> {
  const apiVersion = use.group === '' ? use.version : `${use.group}/${use.version}`;
  const base = use.group === '' ? `/api/${use.version}` : `/apis/${apiVersion}`;
  const path = `${base}/${use.resource}?limit=${mostObjects}`;
  const { items = [] } = JSON.parse(await api.text(path, { accept: metadataOnly.list })) as {
    readonly items?: readonly { readonly metadata: Metadata }[];
  };
  return items.flatMap(({ metadata }) => {
    const entry = metadata.managedFields?.find((one) => one.apiVersion === apiVersion);
    return entry === undefined ? [] : [`${fullName(metadata)} by ${entry.manager ?? 'somebody'}`];
  });
}

async function findingOf(api: ApiClient, use: DeprecatedUse, to: string): Promise<Finding> {
  const { group, removedIn, resource, subresource, version } = use;
  // Kinds such as reviews have no lists.
  const written = subresource === '' ? await writers(api, use).catch(() => []) : [];
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const who =
    written.length === 0
      ? 'no object names its writer; the audit log has the requests, with the annotation k8s.io/deprecated'
      : `written: ${nameList(written)}`;
  return {
    weight: compareVersions(removedIn, minorOf(to)) <= 0 ? 'blocks' : 'later',
    text:
      `${what} of ${group === '' ? version : `${group}/${version}`} are asked for, and Kubernetes ` +
      `${removedIn} has that version no longer; ${who}`,
  };
}

/** Requests by which all API servers behind one address are looked for. */
const mostRequests = 20;

/**
 * Returns the metrics of each API server that answers: a load balancer hands each new connection to any
 * of them, and the time at which its process started tells them apart.
 *
 * @param servers - number of API servers that the cluster has.
 */
async function metricsOfEach(api: ApiClient, servers: number): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (let request = 0; request < mostRequests && found.size < servers; request += 1) {
    const metrics = await api.text('/metrics');
    found.set(/^process_start_time_seconds (\S+)$/m.exec(metrics)?.[1] ?? '', metrics);
  }
  return [...found.values()];
}

/**
 * Finds versions of APIs that are in use and will go, with the objects and programs that use them. Each
 * API server counts only what it was asked itself.
 *
 * @param api - with a new connection for each request.
 * @param to - version of Kubernetes that the cluster would get.
 * @param servers - number of API servers that the cluster has.
 */
export async function findDeprecatedUses(
  api: ApiClient,
  to: string,
  servers: number,
): Promise<Finding[]> {
  const metrics = await metricsOfEach(api, servers);
  const uses = new Map(
    metrics.flatMap(deprecatedUses).map((use) => [JSON.stringify(use), use] as const),
  );
  const found = await Promise.all([...uses.values()].map((use) => findingOf(api, use, to)));
  if (metrics.length >= servers) return found;
  const text =
    `${metrics.length} of ${servers} API servers were reached, and each knows only the deprecated APIs ` +
    `that it was asked for itself: preview again, or look for ${metric} in the metrics of the others`;
  return [...found, { weight: 'blocks', text }];
}
