// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { incompatibilities } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { PoolConfig } from '../config/index.ts';
import { allMachines } from '../machines/index.ts';
import { guestOs } from './guest-os.ts';

type Facts = Pick<ClusterContext, 'config' | 'platform'>;

/**
 * Returns a line for each group of VMs whose operating system works only with care with their version of
 * Kubernetes. Systems that do not work at all are problems of `checkKubernetes`.
 */
export function oldSystems({ config, platform }: Facts): string[] {
  const { kubernetes } = config;
  return allMachines(config).flatMap((group) => {
    const system = guestOs(group, platform);
    const { kubernetesVersion = kubernetes.version } = group.machine as Partial<PoolConfig>;
    return incompatibilities({ kubernetes: kubernetesVersion, ...(system && { guestOs: system }) })
      .filter(({ level }) => level === 'warned')
      .map(({ message }) => `${group.title}: ${message}`);
  });
}

/** Warns in previews of operating systems that need care. */
export async function announceOldSystems(facts: Facts): Promise<void> {
  if (!pulumi.runtime.isDryRun()) return;
  for (const line of oldSystems(facts)) await pulumi.log.warn(line);
}
