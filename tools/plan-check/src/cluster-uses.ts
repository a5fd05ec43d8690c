// SPDX-License-Identifier: Apache-2.0
import { ownAddresses } from './address-plan/index.ts';
import type { EnvironmentFiles } from './address-plan/index.ts';
import { clusterUse } from './cost/index.ts';
import type { ClusterUse, UnknownUse } from './cost/index.ts';
import { clusterGroups, platformSharing, readCluster } from './environment-machines.ts';
import type { Offer, Size } from './environment-machines.ts';
import { platformDisks, storedDisk } from './machine-disks.ts';
import { PlanError } from './report.ts';

/** Keys of a user cluster's file that decide what it takes. */
const countedKeys: readonly PropertyKey[] = ['access', 'backup', 'controlPlane', 'pools'];

type Content = EnvironmentFiles['clusters'][number];

/** @throws PlanError when nobody can tell what the cluster takes. */
function useOf(environment: string, content: Content, offer: Offer): ClusterUse {
  const { file, name } = content;
  const { problems, valid } = readCluster(environment, content);
  if (problems.some(({ path: [key = ''] }) => countedKeys.includes(key))) {
    throw new PlanError(`${file} is wrong; its preview says what`);
  }
  const backup = valid.backup?.target.volume;
  const volumes =
    backup === undefined
      ? []
      : [
          storedDisk(
            { name: 'volume of backups', className: backup.storageClass, sizeGiB: backup.sizeGiB },
            offer.disks,
          ),
        ];
  const groups = clusterGroups(name, valid, offer);
  return clusterUse(name, groups, volumes, ownAddresses(valid).length);
}

/**
 * Returns what each user cluster of an environment takes of it, as its file says.
 *
 * @param liveSizes - sizes that the platform offers now, which go before those of its file. @default none
 */
export function clusterUses(
  files: EnvironmentFiles,
  liveSizes: readonly Size[] = [],
): (ClusterUse | UnknownUse)[] {
  // The first size of a name counts.
  const sizes = [...liveSizes, ...platformSharing(files).sizes];
  const offer = { sizes, disks: platformDisks(files) };
  return files.clusters.map((content) => {
    try {
      return useOf(files.name, content, offer);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      return { cluster: content.name, problem: error.message };
    }
  });
}
