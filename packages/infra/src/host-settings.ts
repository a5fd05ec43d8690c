// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { rejectProblems } from '@strata/contracts/program';
import type { RawConfig } from '@strata/contracts';
import type { ClusterState } from './cluster/cluster-state.ts';
import type { InfraConfig, KubeoneConfig } from './config/index.ts';
import { joiningHosts } from './joining-hosts.ts';
import { carriedOut } from './kubeone/carried-out.ts';
import {
  checkNames,
  lateWarnings,
  reachedSettings,
  wantedSettings,
} from './kubeone/late-settings.ts';
import type { LateDigests, LateRun } from './kubeone/late-settings.ts';
import type { LastRun } from './last-run.ts';

/** State of the cluster before a run. */
export interface StateBefore {
  readonly last: LastRun;
  /** Undefined where the cluster does not answer. */
  readonly cluster: ClusterState | undefined;
  /** API servers that encrypt Secrets. */
  readonly encrypting: readonly string[];
}

type MadeConfig = InfraConfig & { readonly kubeone: KubeoneConfig };

/**
 * Returns whether KubeOne updates Kubernetes: it compares the kubelets of hosts, which it updates last. The version of
 * the API server counts where the kubelets are not known.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/state/cluster.go `UpgradeNeeded`
 */
function isUpdate({ hosts, kubeone }: MadeConfig, cluster: ClusterState): boolean {
  const kubelets = cluster.nodes.flatMap(({ metadata, status }) => {
    const version = status?.nodeInfo?.kubeletVersion?.replace(/^v/, '');
    return version !== undefined && hosts.some(({ name }) => name === metadata.name)
      ? [version]
      : [];
  });
  const { kubernetes = kubeone.version } = cluster;
  return (kubelets.length > 0 ? kubelets : [kubernetes]).some((one) => one !== kubeone.version);
}

/** Returns what the run is expected to do, before KubeOne is asked. */
function expectedRun(config: MadeConfig, { last, cluster, encrypting }: StateBefore): LateRun {
  const updates = cluster !== undefined && isUpdate(config, cluster);
  return {
    isUpdate: updates,
    hasNewHost: joiningHosts(config.hosts, last.nodes, cluster?.nodes).length > 0,
    rewritesSecrets: updates && encrypting.length === 0,
    changedByHand: config.kubeone.changedByHand,
  };
}

/**
 * Returns a function that returns the settings which running hosts have after this run, from what KubeOne has done.
 * Where KubeOne had no reason to run, these are its actions of the last run, which had the same settings. It warns of
 * settings that running hosts do not have: in a preview by what is expected, and otherwise by what was done.
 *
 * @throws RunError when a host is to join that would not get in.
 */
export function hostSettings(
  config: MadeConfig,
  raw: RawConfig,
  before: StateBefore,
): (changes: pulumi.Output<readonly string[]>) => pulumi.Output<LateDigests> {
  const { last, encrypting } = before;
  const wanted = wantedSettings(config.kubeone, config.hosts);
  const expected = expectedRun(config, before);
  const warnAfter = (reached: LateDigests, run: LateRun) => {
    const isEncrypting = encrypting.length > 0 || (run.isUpdate && !run.rewritesSecrets);
    for (const one of lateWarnings(reached, wanted, isEncrypting)) void pulumi.log.warn(one);
  };
  const reachedBy = (run: LateRun) => reachedSettings(last.late, wanted, run);
  rejectProblems(raw, checkNames(reachedBy(expected), wanted, expected));
  if (pulumi.runtime.isDryRun()) warnAfter(reachedBy(expected), expected);
  return (changes) =>
    changes.apply((lines) => {
      const done = carriedOut(lines);
      const run = { ...expected, ...done, hasNewHost: expected.hasNewHost || done.hasNewHost };
      const reached = reachedBy(run);
      if (!pulumi.runtime.isDryRun()) warnAfter(reached, run);
      return reached;
    });
}
