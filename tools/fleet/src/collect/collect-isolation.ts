// SPDX-License-Identifier: Apache-2.0
import {
  isolationEdges,
  isolationFile,
  isolationLimits,
  isolationProbes,
  planes,
} from '@strata/plan-check/isolation';
import type { Plane } from '@strata/plan-check/isolation';
import { isolatedClusters, readChecked } from '@strata/plan-check';
import type { IsolationFacts } from '../model.ts';
import { required } from './environment-context.ts';
import type { EnvironmentContext } from './environment-context.ts';

/** Ports that are tried besides those of VMs, in words. */
const doors: Readonly<Record<Plane, readonly string[]>> = {
  pods: ['a port of each range that policies of both let through'],
  api: ['TCP 6443 of the endpoint'],
  'load balancers': [
    'the same of node ports',
    'TCP 80, 443 and ports that policies of the other cluster name, of the addresses that are known',
  ],
  vlan: ['whether machines of both have an interface in one network'],
};

function triedOn(plane: Plane): string {
  const ports = isolationProbes
    .filter((probe) => probe.plane === plane)
    .map(({ port, protocol, role }) => `${protocol} ${port} of a ${role} machine`);
  return [...ports, ...doors[plane]].join(', ');
}

/**
 * Returns which user clusters of an environment reach each other under the policies that their own
 * program renders.
 *
 * @throws PlanError when a file is wrong or missing.
 */
export function collectIsolation(context: EnvironmentContext): IsolationFacts {
  const { files, root } = context;
  const file = isolationFile(files.name);
  const clusters = isolatedClusters(files, required(context.platform), context.infra.value?.hosts);
  const { intended } = readChecked(root, file, isolationLimits) ?? isolationLimits.parse({});
  return {
    clusters: clusters.map(({ name }) => name),
    ways: isolationEdges(clusters).map(({ by, from, plane, to }) => {
      const meant = intended.find(
        (one) => one.from === from && one.to === to && one.plane === plane,
      );
      return { from, to, plane, by, ...(meant && { reason: meant.reason }) };
    }),
    tried: planes.map((plane) => ({ plane, what: triedOn(plane) })),
    intendedSource: { file, key: 'intended' },
  };
}
