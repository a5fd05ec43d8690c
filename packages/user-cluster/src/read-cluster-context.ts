// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import {
  clusterNamespace,
  clusterStackName,
  rawConfig,
  readInfraAndPlatform,
  textOf,
} from '@strata/contracts';
import type { InfraOutputs } from '@strata/contracts';
import type { ClusterContext } from './cluster-context.ts';
import { readClusterConfig } from './read-cluster-config.ts';
import { readRunningVersions } from './update/index.ts';

/** A cluster's context with all that its infra stack exports. */
export interface ReadContext extends ClusterContext {
  readonly infra: InfraOutputs;
}

/**
 * Reads what a program of user clusters is told: by the name of its stack, the outputs of the stacks
 * below, and its configuration, held against what runs.
 *
 * @throws RunError when the stack's name is not `<environment>.<cluster>`, when a stack below has no
 * outputs, and listing everything that is wrong with the configuration.
 */
export async function readClusterContext(): Promise<ReadContext> {
  const names = clusterStackName(pulumi.getProject(), pulumi.getStack());
  const namespace = clusterNamespace(names.cluster);
  const { infra, platform } = await readInfraAndPlatform(names.environment);
  const config = await readClusterConfig(rawConfig(), { ...names, infra, platform }, async () =>
    readRunningVersions(await textOf(infra.userClustersKubeconfig), namespace),
  );
  return { ...names, namespace, config, infra, platform };
}
