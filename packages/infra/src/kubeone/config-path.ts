// SPDX-License-Identifier: Apache-2.0
import type { HostConfig } from '../config/index.ts';

type Path = readonly PropertyKey[];

/** Configuration keys that the fields of the manifest are rendered from. The first matching row counts. */
const origins: readonly { readonly field: string; readonly path: Path }[] = [
  { field: 'name', path: ['kubeone', 'name'] },
  { field: 'versions.kubernetes', path: ['kubeone', 'version'] },
  { field: 'apiEndpoint.host', path: ['kubeone', 'apiEndpoint', 'host'] },
  { field: 'apiEndpoint.port', path: ['kubeone', 'apiEndpoint', 'port'] },
  { field: 'apiEndpoint', path: ['kubeone', 'apiEndpoint', 'alternativeNames'] },
  { field: 'clusterNetwork.podSubnet', path: ['kubeone', 'network', 'podSubnet'] },
  { field: 'clusterNetwork.serviceSubnet', path: ['kubeone', 'network', 'serviceSubnet'] },
  {
    field: 'clusterNetwork.nodeCIDRMaskSizeIPv4',
    path: ['kubeone', 'network', 'nodePrefixLength'],
  },
  { field: 'clusterNetwork.cni', path: ['kubeone', 'network', 'cni'] },
  { field: 'clusterNetwork', path: ['kubeone', 'network'] },
  { field: 'containerRuntime.containerd', path: ['kubeone', 'containerd'] },
  { field: 'features.staticAuditLog', path: ['kubeone', 'features', 'auditLog'] },
  { field: 'features', path: ['kubeone', 'features'] },
  { field: 'addons', path: ['kubeone', 'backups'] },
  { field: 'registryConfiguration', path: ['kubeone', 'imageRegistry'] },
  { field: 'controlPlane', path: ['hosts'] },
  { field: 'staticWorkers', path: ['hosts'] },
];

/** Fields of a host that have the same name in the configuration. */
const hostFields = [
  'publicAddress',
  'privateAddress',
  'sshUsername',
  'labels',
  'annotations',
  'taints',
];

const hostPattern = /^(controlPlane|staticWorkers)\.hosts\[(\d+)\](?:\.(\w+))?/;

const roles: Readonly<Record<string, HostConfig['role']>> = {
  controlPlane: 'control-plane',
  staticWorkers: 'worker',
};

function hostPath(field: string, hosts: readonly HostConfig[]): Path | undefined {
  const [, list = '', index = '', rest = ''] = hostPattern.exec(field) ?? [];
  const ofRole = hosts.filter(({ role }) => role === roles[list]);
  const host = ofRole[Number(index)];
  if (host === undefined || index === '') return undefined;
  return ['hosts', hosts.indexOf(host), ...(hostFields.includes(rest) ? [rest] : [])];
}

/**
 * Returns the configuration key that a field of the manifest was rendered from.
 *
 * @returns `kubeone` when no key fits better.
 */
export function configPath(field: string, hosts: readonly HostConfig[]): Path {
  const origin = origins.find(
    (one) =>
      field === one.field || field.startsWith(`${one.field}.`) || field.startsWith(`${one.field}[`),
  );
  return hostPath(field, hosts) ?? origin?.path ?? ['kubeone'];
}
