// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { clusterNamespace } from '@strata/contracts';
import {
  clusterStackName,
  rawConfig,
  readInfraAndPlatform,
  textOf,
} from '@strata/contracts/program';
import { diskFiles } from '@strata/contracts/file-source';
import type { InfraOutputs } from '@strata/contracts';
import { join } from 'node:path';
import { readAccount } from './account/index.ts';
import type { ClusterContext } from './cluster-context.ts';
import { readClusterConfig } from './read-cluster-config.ts';
import { newCluster, readRunningCluster } from './update/index.ts';
import type { RunningCluster } from './update/index.ts';

/**
 * Facts that a user cluster builds on: its names, from the name of its stack, and the outputs of the
 * stacks below.
 */
export type Foundation = Omit<ClusterContext, 'config'> & { readonly infra: InfraOutputs };

/** Context of a cluster, with all outputs of its infra stack. */
export type ReadContext = Foundation &
  ClusterContext & {
    /** Present kubeconfig of the cluster's account; a secret. Undefined before there is one. */
    readonly account: string | undefined;
  };

/**
 * Reads the names of a user cluster and the outputs of the stacks below it.
 *
 * @throws RunError when the stack's name is not `<environment>.<cluster>`, and when a stack below has no
 * outputs.
 */
export async function readFoundation(): Promise<Foundation> {
  const names = clusterStackName(pulumi.getProject(), pulumi.getStack());
  const below = await readInfraAndPlatform(names.environment);
  return { ...names, namespace: clusterNamespace(names.cluster), ...below };
}

/**
 * Reads the configuration of a user cluster and checks it against what runs.
 *
 * @throws RunError listing everything that is wrong with the configuration.
 */
export async function readClusterContext(foundation: Foundation): Promise<ReadContext> {
  const { cluster, infra, namespace } = foundation;
  let etcdDisks: RunningCluster['etcdDisks'] = [];
  let found: Pick<
    ClusterContext,
    | 'backupSteps'
    | 'backupVolume'
    | 'foundKeys'
    | 'foundMachines'
    | 'foundPools'
    | 'keySteps'
    | 'poolSteps'
    | 'startUpSecrets'
    | 'versions'
  > = {};
  let account: string | undefined;
  const askRunning = async () => {
    const kubeconfig = await textOf(infra.userClustersKubeconfig);
    const read = await readAccount(kubeconfig, cluster, (own) =>
      readRunningCluster(own, namespace),
    );
    account = read?.account;
    // A cluster without an account has no VMs.
    const running = read?.answer ?? newCluster;
    const { controlPlane: versions, foundPools = {}, keySteps = [], startUpSecrets = [] } = running;
    const { backupSteps = [], backupVolume, foundKeys = [], foundMachines = [] } = running;
    const { poolSteps = [] } = running;
    found = {
      backupSteps,
      backupVolume,
      foundKeys,
      foundMachines,
      foundPools,
      keySteps,
      poolSteps,
      startUpSecrets,
      versions,
    };
    ({ etcdDisks } = running);
    return running;
  };
  // The folder of Pulumi.yaml is packages/user-cluster.
  const files = diskFiles(join(pulumi.getRootDirectory(), '../..'));
  const config = await readClusterConfig(rawConfig(), foundation, askRunning, files);
  return { ...foundation, config, etcdDisks, ...found, account };
}
