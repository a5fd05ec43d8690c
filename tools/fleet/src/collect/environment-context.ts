// SPDX-License-Identifier: Apache-2.0
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { KubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { infraFacts, infraFactsFile } from '@strata/plan-check/infra-facts';
import { inspectConfig } from '@strata/contracts';
import { withClusterDefaults } from '@strata/contracts/cluster-defaults';
import type { EnvironmentFiles, StackContent } from '@strata/plan-check/address-plan';
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import { promisedPlatform } from '@strata/kubevirt-stack/promises';
import { PlanError, rawClusterConfig, rawStackConfig, readChecked } from '@strata/plan-check';
import { userClusterConfig, withRunningPools } from '@strata/user-cluster/config';
import type { UserClusterConfig } from '@strata/user-cluster/config';
import { known } from './known.ts';
import type { Known } from '../model.ts';

/** Facts about an environment from which several areas of the page are collected. */
export interface EnvironmentContext {
  /** Root folder of the repository. */
  readonly root: string;
  readonly files: EnvironmentFiles;
  /** Time of reading. */
  readonly now: Date;
  readonly infra: Known<InfraFacts>;
  readonly platformConfig: Known<KubevirtStackConfig>;
  /** Outputs of the platform for user clusters. */
  readonly platform: Known<KubevirtStackOutputs>;
}

/**
 * Returns the value of a known fact.
 *
 * @throws PlanError if the fact is not known.
 */
export function required<T>({ problem, value }: Known<T>): T {
  if (problem !== undefined) throw new PlanError(problem);
  return value;
}

function readInfra(root: string, environment: string): InfraFacts {
  const file = infraFactsFile(environment);
  const facts = readChecked(root, file, infraFacts);
  if (facts === undefined) throw new PlanError(`${file} is missing`);
  return facts;
}

function readPlatform({ name, platform }: EnvironmentFiles): KubevirtStackConfig {
  if (platform === undefined) {
    throw new PlanError(`stacks/kubevirt-stack/Pulumi.${name}.yaml is missing`);
  }
  const raw = rawStackConfig('kubevirt-stack', name, platform);
  const { problems, valid } = inspectConfig(kubevirtStackConfig, raw);
  if (problems.length > 0) throw new PlanError(`${platform.file} is wrong; its preview says what`);
  return valid as KubevirtStackConfig;
}

/** Reads the facts of an environment's infra cluster and the outputs of its platform from files. */
export function environmentContext(
  root: string,
  files: EnvironmentFiles,
  now: Date,
): EnvironmentContext {
  const infra = known(() => readInfra(root, files.name));
  const platformConfig = known(() => readPlatform(files));
  const platform = known(() => promisedPlatform(required(platformConfig), required(infra)));
  return { root, files, now, infra, platformConfig, platform };
}

/**
 * Returns the configuration of a cluster, with the defaults that its platform sets for all
 * clusters.
 *
 * @throws PlanError when its program would refuse it.
 */
export function clusterConfig(
  { files, platform }: EnvironmentContext,
  content: StackContent & { readonly name: string },
): UserClusterConfig {
  const own = rawClusterConfig(files.name, content);
  const { raw } = withClusterDefaults(own, files.name, platform.value?.userClusterDefaults);
  const { problems, valid } = inspectConfig(userClusterConfig, raw);
  if (problems.length > 0) throw new PlanError(`${content.file} is wrong; its preview says what`);
  return withRunningPools(valid as UserClusterConfig);
}
