// SPDX-License-Identifier: Apache-2.0
import { ownAddresses } from './address-plan/index.ts';
import type { EnvironmentFiles } from './address-plan/index.ts';
import { clusterUse } from './cost/index.ts';
import type { ClusterUse, UnknownUse } from './cost/index.ts';
import { countedCluster } from './counted-config.ts';
import { clusterGroups, platformSharing } from './environment-machines.ts';
import type { Offer, Size } from './environment-machines.ts';
import { platformDisks, storedDisk } from './machine-disks.ts';
import { PlanError } from './report.ts';

type Content = EnvironmentFiles['clusters'][number];

/** @throws PlanError when nobody can tell what the cluster takes. */
function useOf(environment: string, content: Content, offer: Offer): ClusterUse {
  const { name } = content;
  const valid = countedCluster(environment, content, ['access', 'backup']);
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

/** @throws PlanError when a part of the platform's file that counts is wrong. */
function offerOf(files: EnvironmentFiles, liveSizes: readonly Size[]): Offer {
  // The first size of a name counts.
  const sizes = [...liveSizes, ...platformSharing(files).sizes];
  return { sizes, disks: platformDisks(files) };
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
  let offer: Offer | undefined;
  return files.clusters.map((content) => {
    try {
      offer ??= offerOf(files, liveSizes);
      return useOf(files.name, content, offer);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      return { cluster: content.name, problem: error.message };
    }
  });
}
