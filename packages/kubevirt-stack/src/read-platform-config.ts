// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { findRelease, inspectConfig } from '@strata/contracts';
import { rejectProblems } from '@strata/contracts/program';
import type { RawConfig } from '@strata/contracts';
import { checkConfig } from './check-config.ts';
import type { InfraFacts } from './checks/check-context.ts';
import type { ClusterFacts } from './cluster/cluster-facts.ts';
import { kubevirtStackConfig } from './config/index.ts';
import type { KubevirtStackConfig } from './config/index.ts';
import { movedImageNotes } from './images/changed-images.ts';
import { changedMachineNotes } from './machines/changed-machines.ts';
import { migrationAddressNotes } from './network/migration-addresses.ts';
import { unofferedDeviceNotes } from './virtualization/unoffered-devices.ts';

/** A configuration that passed all checks, and the facts it was checked with. */
export interface PlatformConfig {
  readonly config: KubevirtStackConfig;
  readonly cluster: ClusterFacts;
  /**
   * Bridges that the infra stack makes on the hosts; undefined if there are none or their list is
   * not known.
   */
  readonly bridges?: InfraFacts['bridges'];
}

/**
 * Checks the configuration of a stack: its shape, its fit with the release, and its fit with the
 * infra cluster, all at once.
 *
 * @param askCluster - reads the facts of the infra cluster. If that fails, all other problems are
 * reported first.
 * @param askInfra - reads the outputs of the infra stack. @default none are known
 * @throws RunError that lists every problem with its path in the stack's YAML file.
 */
export async function readPlatformConfig(
  raw: RawConfig,
  askCluster: () => Promise<ClusterFacts>,
  askInfra: () => Promise<InfraFacts | undefined> = () => Promise.resolve(undefined),
): Promise<PlatformConfig> {
  const { valid, problemsWith } = inspectConfig(kubevirtStackConfig, raw);
  const release = findRelease(valid.release ?? '');
  const asked = askCluster();
  asked.catch(() => undefined);
  // If this read fails, the read of the cluster fails for the same reason and reports it.
  const infra = await askInfra().catch(() => undefined);
  const check = (cluster: ClusterFacts | undefined) => {
    rejectProblems(
      raw,
      problemsWith((config) => checkConfig(config, { release, cluster, infra })),
    );
  };
  const cluster = await asked.catch((error: unknown) => {
    check(undefined);
    throw error;
  });
  check(cluster);
  if (cluster.outdatedVirtualMachines > 0) {
    void pulumi.log.warn(
      `${cluster.outdatedVirtualMachines} VMs still run in the launcher of an earlier KubeVirt; ` +
        'they move to the new one as kubevirt.workloadUpdateStrategy says, or when they are restarted.',
    );
  }
  // check() has thrown if a key is missing.
  const config = valid as KubevirtStackConfig;
  const notes = [
    ...migrationAddressNotes(config, cluster),
    ...unofferedDeviceNotes(config, cluster),
    ...changedMachineNotes(config, cluster),
    ...movedImageNotes(config, cluster),
  ];
  for (const note of notes) void pulumi.log.warn(note);
  return { config, cluster, bridges: infra?.bridges };
}
