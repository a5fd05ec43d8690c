// SPDX-License-Identifier: Apache-2.0
import type { Instancetype } from '@strata/kubevirt-stack/config';
import type { EnvironmentFiles, PlanProblem } from './address-plan/index.ts';
import { sizedGroups } from './sized-groups.ts';

/** Path in the file of an infra stack that says how many pages a host sets aside. */
export const pagesPath = 'config.infra:hostProfiles.highPerformance.hugepagesGiB';

/** Hugepages that hosts set aside, and sizes of VMs that may take them. */
interface Pages {
  readonly infraFile: string;
  /** Number of hosts with the profile high-performance. */
  readonly hosts: number;
  /** GiB of pages of 2 MiB on each of them. */
  readonly hugepagesGiB: number;
  readonly sizes: readonly Pick<Instancetype, 'hugepages' | 'memoryGiB' | 'name'>[];
}

/**
 * Reports pages of 2 MiB that all VMs together take and the hosts do not have: the last VMs would stay
 * without a host.
 *
 * @see https://kubevirt.io/user-guide/compute/hugepages/
 */
export function checkPageSums(
  files: EnvironmentFiles,
  { hosts, hugepagesGiB, infraFile, sizes }: Pages,
): PlanProblem[] {
  const taking = sizedGroups(files).flatMap((group) => {
    const size = sizes.find(({ name }) => name === group.instancetype);
    return size?.hugepages === '2Mi' && group.replicas > 0
      ? [{ ...group, takesGiB: size.memoryGiB * group.replicas }]
      : [];
  });
  const taken = taking.reduce((sum, { takesGiB }) => sum + takesGiB, 0);
  const [first] = taking;
  if (first === undefined || taken <= hosts * hugepagesGiB) return [];
  const byCluster = new Map<string, number>();
  for (const { cluster, takesGiB } of taking) {
    byCluster.set(cluster, (byCluster.get(cluster) ?? 0) + takesGiB);
  }
  const clusters = [...byCluster].map(([cluster, gib]) => `"${cluster}" ${gib}`).join(', ');
  return [
    {
      file: infraFile,
      path: pagesPath,
      message:
        `is ${hugepagesGiB}, and ${hosts === 1 ? '1 host has' : `${hosts} hosts have`} the profile: ${hosts * hugepagesGiB} GiB of pages of 2 MiB, of which machines take ` +
        `${taken} (${clusters}); set more, or give more hosts the profile high-performance`,
      other: { file: first.file, path: first.path },
    },
  ];
}
