// SPDX-License-Identifier: Apache-2.0
import { compareVersions, minorOf } from '@strata/contracts/versions';
import type { Environment, Fleet, PlatformFacts } from '../model.ts';
import { count } from '../page/units.ts';
import { joined } from './answer.ts';
import type { Answered, EnvironmentPart } from './answer.ts';
import { inDeploymentOrder } from './deployment-order.ts';
import { launcherEffect } from './launcher-update.ts';
import { leftOut, nowhere } from './left-out.ts';
import { sortedNames } from './names.ts';

/** Returns the machines of all clusters of an environment, which stand on its KubeVirt. */
function machinesOf(
  { clusters, name }: Environment,
  { launcherUpdate }: PlatformFacts,
): EnvironmentPart['machines'] {
  return clusters.flatMap((cluster) =>
    (cluster.facts.value?.groups ?? []).map((group) => ({
      environment: name,
      cluster: cluster.name,
      group: group.name,
      machines: group.machines,
      effect: launcherEffect(group, launcherUpdate),
    })),
  );
}

function partOf(environment: Environment, platform: PlatformFacts, minor: string): EnvironmentPart {
  const { name, ring } = environment;
  const machines = machinesOf(environment, platform);
  const where = { environment: name, ...(ring !== undefined && { ring }) };
  const way = platform.ways.find(({ kubevirt }) => minorOf(kubevirt) !== minor);
  const total = machines.reduce((sum, one) => sum + one.machines, 0);
  const state = `release ${platform.release} has KubeVirt ${platform.kubevirt}; ${count(total, 'machine')} stand on it`;
  const onward =
    way === undefined
      ? ({ tone: 'bad', text: 'no later release of Strata has another KubeVirt' } as const)
      : way.problem === undefined
        ? ({
            tone: 'calm',
            text: `release ${way.release} has KubeVirt ${way.kubevirt}, ${count(way.edits.length, 'update')} from here`,
          } as const)
        : ({ tone: 'bad', text: `no way to release ${way.release}: ${way.problem}` } as const);
  return {
    findings: [
      { environment: name, tone: 'warn', text: state },
      { environment: name, ...onward },
    ],
    clusters: environment.clusters.map((cluster) => `${name}/${cluster.name}`),
    machines,
    addresses: [],
    steps: (way?.edits ?? []).map((edit) => ({ ...where, ...edit })),
  };
}

const limits = [
  'A release of Strata has one KubeVirt. Machines run on while the platform is updated; what becomes of them is what kubevirt.workloadUpdateStrategy does afterwards (docs/runbooks/upgrade-platform.md).',
];

/** Answers what it means that nobody looks after a KubeVirt any more. */
export function kubevirtEnds(fleet: Fleet, [version = '']: readonly string[]): Answered {
  const minor = minorOf(version);
  const all = inDeploymentOrder(fleet).flatMap((environment) => {
    const { value } = environment.platform;
    return value === undefined ? [] : [{ environment, platform: value }];
  });
  const parts = all.flatMap(({ environment, platform }) =>
    compareVersions(platform.kubevirt, version) === 0 ? [partOf(environment, platform, minor)] : [],
  );
  const holes = leftOut(fleet, ['platform', 'clusters']);
  if (parts.length === 0) {
    const known = sortedNames(all.map(({ platform }) => platform.kubevirt)).join(', ');
    const message = `no environment has KubeVirt ${version}; there are: ${known || 'none'}`;
    return { problem: nowhere(message, holes) };
  }
  const title = `What if there is no more KubeVirt ${version}?`;
  return { value: joined(title, parts, limits, holes) };
}
