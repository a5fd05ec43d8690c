// SPDX-License-Identifier: Apache-2.0
import { formatPath, isBuggyAddress, isInside, parseRange } from '@strata/contracts';
import type { MetallbConfig } from '@strata/kubevirt-stack/config';
import type { AddressPlan } from './address-plan.ts';
import { clusterPath, platformPath } from './environment-files.ts';
import type { PlannedCluster, PlannedEnvironment } from './environment-files.ts';
import type { Place, PlanProblem } from './plan-problem.ts';

/** Bytes that the tunnel between nodes (VXLAN) adds to each packet. */
const tunnelOverhead = 50;

/** Returns whether one of the ranges contains all addresses of a text. */
function isIn(text: string, ranges: readonly string[]): boolean {
  return ranges.some((range) => isInside(text, range));
}

/** A cluster's values, and the plan that limits them. */
interface Limited {
  readonly cluster: PlannedCluster;
  readonly environment: PlannedEnvironment;
  readonly plan: AddressPlan;
}

function problem(
  { cluster, environment }: Limited,
  path: readonly PropertyKey[],
  message: string,
  planPath: readonly PropertyKey[],
): PlanProblem {
  const other: Place = { file: environment.planFile, path: formatPath(planPath) };
  return { file: cluster.file, path: clusterPath(...path), message, other };
}

function blocks(limited: Limited): PlanProblem[] {
  const { kubernetes } = limited.cluster.config;
  if (kubernetes === undefined) return [];
  const { pods, services } = limited.plan;
  return (
    [
      ['podCidr', 'pods', pods.ranges],
      ['serviceCidr', 'services', services.ranges],
    ] as const
  )
    .filter(([key, , ranges]) => !isIn(kubernetes[key], ranges))
    .map(([key, planKey, ranges]) =>
      problem(
        limited,
        ['kubernetes', key],
        `${kubernetes[key]} is not in the address plan; take a range of ${ranges.join(', ')}`,
        [planKey, 'ranges'],
      ),
    );
}

type Pool = MetallbConfig['pools'][number];

function address(limited: Limited, text: string, path: readonly PropertyKey[]): PlanProblem[] {
  const { cluster, environment, plan } = limited;
  const pools: readonly Pool[] | undefined = environment.platform?.metallb?.pools;
  const pool = pools?.find(({ addresses }) => isIn(text, addresses));
  const atPools: Place = { file: environment.platformFile, path: platformPath('metallb', 'pools') };
  const refuse = (message: string): PlanProblem[] => [
    { file: cluster.file, path: clusterPath(...path), message, other: atPools },
  ];
  if (pools !== undefined && pool === undefined) {
    return refuse(`${text} is in no load balancer pool of the platform; take one of a pool`);
  }
  const range = parseRange(text);
  if (pool?.avoidBuggyIPs === true && range !== undefined && isBuggyAddress(range)) {
    return refuse(
      `${text} is in the pool "${pool.name}", which leaves out addresses that end in .0 or .255 (avoidBuggyIPs); take another one`,
    );
  }
  if (pool?.boundTo === cluster.name) return [];
  if (pool?.boundTo !== undefined) {
    return refuse(
      `${text} is in the pool "${pool.name}", which only the cluster "${pool.boundTo}" may use`,
    );
  }
  if (pool?.autoAssign) {
    return refuse(
      `${text} is in the pool "${pool.name}", of which any Service gets addresses; take one of a pool with autoAssign: false`,
    );
  }
  if (isIn(text, plan.endpoints.ranges)) return [];
  const message = `${text} is not in the address plan; take one of ${plan.endpoints.ranges.join(', ')}`;
  return [problem(limited, path, message, ['endpoints', 'ranges'])];
}

function addresses(limited: Limited): PlanProblem[] {
  const { access, controlPlane } = limited.cluster.config;
  const endpoint = controlPlane?.endpoint.address;
  const ssh = access?.ssh.address;
  return [
    ...(endpoint === undefined
      ? []
      : address(limited, endpoint, ['controlPlane', 'endpoint', 'address'])),
    ...(ssh === undefined ? [] : address(limited, ssh, ['access', 'ssh', 'address'])),
  ];
}

function numbers(limited: Limited): PlanProblem[] {
  const { tunnelPorts, vlans } = limited.plan;
  const { cni, network } = limited.cluster.config;
  const port = cni?.type === 'cilium' ? cni.tunnelPort : undefined;
  const outside = (value: number, { first, last }: typeof tunnelPorts) =>
    value < first || value > last;
  return [
    ...(port !== undefined && outside(port, tunnelPorts)
      ? [
          problem(
            limited,
            ['cni', 'tunnelPort'],
            `${port} is not in the address plan; take a port from ${tunnelPorts.first} to ${tunnelPorts.last}`,
            ['tunnelPorts'],
          ),
        ]
      : []),
    ...(network?.vlans ?? []).flatMap(({ bridge, vlan }, index) =>
      vlans?.bridge === bridge && outside(vlan, vlans)
        ? [
            problem(
              limited,
              ['network', 'vlans', index, 'vlan'],
              `VLAN ${vlan} of "${bridge}" is not in the address plan; take one from ${vlans.first} to ${vlans.last}`,
              ['vlans'],
            ),
          ]
        : [],
    ),
  ];
}

function mtu(limited: Limited): PlanProblem[] {
  const { cni, network } = limited.cluster.config;
  const largest = limited.plan.mtu;
  const own = network?.mtu;
  if (own !== undefined && own > largest) {
    const message = `packets of ${own} bytes do not go through the infra cluster's pod network; at most ${largest}`;
    return [problem(limited, ['network', 'mtu'], message, ['mtu'])];
  }
  const room = (own ?? largest) - tunnelOverhead;
  if (cni?.type !== 'cilium' || cni.mtu === undefined || cni.mtu <= room) return [];
  const message = `packets of ${cni.mtu} bytes do not go through the tunnel between machines, which puts ${tunnelOverhead} on top; at most ${room}`;
  return [problem(limited, ['cni', 'mtu'], message, ['mtu'])];
}

/**
 * Reports an error for every network of the platform whose VLAN is in the plan's VLANs for
 * clusters.
 */
function platformVlans(environment: PlannedEnvironment): PlanProblem[] {
  const vlans = environment.plan?.vlans;
  if (vlans === undefined) return [];
  return (environment.platform?.networks ?? []).flatMap(({ bridge, name, vlan }, index) =>
    vlan === undefined || bridge !== vlans.bridge || vlan < vlans.first || vlan > vlans.last
      ? []
      : [
          {
            file: environment.platformFile,
            path: platformPath('networks', index, 'vlan'),
            message: `VLAN ${vlan} of "${bridge}", the network "${name}", is one that the address plan gives to clusters; take one outside of ${vlans.first} to ${vlans.last}`,
            other: { file: environment.planFile, path: 'vlans' },
          },
        ],
  );
}

/** Reports every value of a cluster that its environment's plan does not offer. */
export function checkLimits(environment: PlannedEnvironment): PlanProblem[] {
  const { clusters, plan } = environment;
  if (plan === undefined) return [];
  return [
    ...platformVlans(environment),
    ...clusters.flatMap((cluster) => {
      const limited = { cluster, environment, plan };
      return [...blocks(limited), ...addresses(limited), ...numbers(limited), ...mtu(limited)];
    }),
  ];
}
