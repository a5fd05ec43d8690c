// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { findRelease, inspectConfig, kubevirtStackConfig, rejectProblems } from '@strata/contracts';
import type { KubevirtStackConfig, RawConfig } from '@strata/contracts';
import { checkConfig } from './check-config.ts';
import type { CheckContext } from './checks/check-context.ts';
import type { ClusterFacts } from './cluster/cluster-facts.ts';
import { migrationAddressNotes } from './network/migration-addresses.ts';

/** A configuration that nothing speaks against, and what it was checked with. */
export interface PlatformConfig {
  readonly config: KubevirtStackConfig;
  readonly cluster: ClusterFacts;
  /** Those that infra makes on the hosts; undefined: none, or it does not say. */
  readonly bridges?: CheckContext['bridges'];
}

/**
 * Checks a stack's configuration: its shape, what it says about the release, and what it asks of
 * the infra cluster, all in one go.
 *
 * @param askCluster - asks the infra cluster. When it cannot be asked, whatever else is wrong is
 * told first.
 * @param askBridges - asks for the bridges that infra makes on the hosts. @default none
 * @throws RunError listing every problem with its path in the stack's YAML file.
 */
export async function readPlatformConfig(
  raw: RawConfig,
  askCluster: () => Promise<ClusterFacts>,
  askBridges: () => Promise<CheckContext['bridges']> = () => Promise.resolve(undefined),
): Promise<PlatformConfig> {
  const { valid, problemsWith } = inspectConfig(kubevirtStackConfig, raw);
  const release = findRelease(valid.release ?? '');
  const asked = askCluster();
  asked.catch(() => undefined);
  // Whoever cannot be asked for them cannot be asked for the cluster either, and that says why.
  const bridges = await askBridges().catch(() => undefined);
  const check = (cluster: ClusterFacts | undefined) => {
    rejectProblems(
      raw,
      problemsWith((config) => checkConfig(config, { release, cluster, bridges })),
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
  // check has thrown if a key is missing.
  const config = valid as KubevirtStackConfig;
  for (const note of migrationAddressNotes(config, cluster)) void pulumi.log.warn(note);
  return { config, cluster, bridges };
}
