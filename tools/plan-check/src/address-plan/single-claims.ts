// SPDX-License-Identifier: Apache-2.0
import { clusterPath, platformPath } from './environment-files.ts';
import type { PlannedCluster, PlannedEnvironment } from './environment-files.ts';
import { ownAddresses } from './own-addresses.ts';
import type { Place, PlanProblem } from './plan-problem.ts';

/** Something that only one owner may have. */
interface SingleClaim extends Place {
  /** Two claims with the same key are a problem. */
  readonly key: string;
  /** Name in messages: `VLAN 200 of "br1"`. */
  readonly thing: string;
  /** Completes "which ... has, too". */
  readonly owner: string;
  /** Whether claims of this kind may be shared among each other. @default false */
  readonly isShared?: boolean;
}

function addressClaims(cluster: PlannedCluster): SingleClaim[] {
  return ownAddresses(cluster.config).map(({ address, of, path }) => ({
    file: cluster.file,
    path: clusterPath(...path),
    key: `address ${address}`,
    thing: address,
    owner: `${of} of ${ownerOf(cluster)}`,
  }));
}

function ownerOf({ environment, name }: PlannedCluster): string {
  return `the cluster "${name}" of "${environment}"`;
}

function vlanClaims(cluster: PlannedCluster): SingleClaim[] {
  return (cluster.config.network?.vlans ?? []).map(({ bridge, vlan }, index) => ({
    file: cluster.file,
    path: clusterPath('network', 'vlans', index, 'vlan'),
    key: `vlan ${bridge} ${vlan}`,
    thing: `VLAN ${vlan} of "${bridge}"`,
    owner: ownerOf(cluster),
  }));
}

/**
 * Returns the claims of the platform's networks. They are for all: environments of one site may
 * have the same.
 */
function networkClaims({ name, platform, platformFile }: PlannedEnvironment): SingleClaim[] {
  return (platform?.networks ?? []).flatMap(({ bridge, name: network, vlan }, index) =>
    bridge === undefined || vlan === undefined
      ? []
      : [
          {
            file: platformFile,
            path: platformPath('networks', index, 'vlan'),
            key: `vlan ${bridge} ${vlan}`,
            thing: `VLAN ${vlan} of "${bridge}"`,
            owner: `the network "${network}" of the platform of "${name}"`,
            isShared: true,
          },
        ],
  );
}

function portClaims(cluster: PlannedCluster): SingleClaim[] {
  const port = cluster.config.access?.ssh.nodePort;
  if (port === undefined) return [];
  const path = clusterPath('access', 'ssh', 'nodePort');
  const key = `port ${cluster.environment} ${port}`;
  return [
    { file: cluster.file, path, key, thing: `port ${port} of the hosts`, owner: ownerOf(cluster) },
  ];
}

function peerClaims(cluster: PlannedCluster): SingleClaim[] {
  const { network = '', addresses = [] } = cluster.config.controlPlane?.peers ?? {};
  return addresses.map((address, index) => {
    const [single = ''] = address.split('/');
    return {
      file: cluster.file,
      path: clusterPath('controlPlane', 'peers', 'addresses', index),
      key: `peer ${cluster.environment} ${network} ${single}`,
      thing: `${single} in the network "${network}"`,
      owner: `the control plane of ${ownerOf(cluster)}`,
    };
  });
}

/**
 * Returns the claims of tunnel ports: two clusters whose nodes are in one network tell each other's
 * tunnels apart by the port.
 */
function tunnelClaims(cluster: PlannedCluster, shared: ReadonlySet<string>): SingleClaim[] {
  const { cni, controlPlane, pools = [] } = cluster.config;
  if (cni?.type !== 'cilium') return [];
  const machines = controlPlane === undefined ? pools : [controlPlane, ...pools];
  const networks = new Set(
    machines.flatMap(({ interfaces }) => interfaces.map(({ network }) => network)),
  );
  return [...networks]
    .filter((network) => shared.has(network))
    .map((network) => ({
      file: cluster.file,
      path: clusterPath('cni', 'tunnelPort'),
      key: `tunnel ${cluster.environment} ${network} ${cni.tunnelPort}`,
      thing: `tunnel port ${cni.tunnelPort} in the network "${network}"`,
      owner: ownerOf(cluster),
    }));
}

function claimsOf(environment: PlannedEnvironment): SingleClaim[] {
  const shared = new Set((environment.platform?.networks ?? []).map(({ name }) => name));
  return [
    ...networkClaims(environment),
    ...environment.clusters.flatMap((cluster) => [
      ...addressClaims(cluster),
      ...vlanClaims(cluster),
      ...portClaims(cluster),
      ...peerClaims(cluster),
      ...tunnelClaims(cluster, shared),
    ]),
  ];
}

/**
 * Reports everything with more than one owner that may have only one, in environments of one site.
 */
export function checkSingles(site: readonly PlannedEnvironment[]): PlanProblem[] {
  const firsts = new Map<string, SingleClaim>();
  const problems: PlanProblem[] = [];
  for (const claim of site.flatMap(claimsOf)) {
    const first = firsts.get(claim.key);
    if (first === undefined) firsts.set(claim.key, claim);
    else if (first.isShared !== true || claim.isShared !== true) {
      const message = `${claim.thing} is already used by ${first.owner}; take another`;
      const { file, path } = claim;
      problems.push({ file, path, message, other: { file: first.file, path: first.path } });
    }
  }
  return problems;
}
