// SPDX-License-Identifier: Apache-2.0
import type { InfraOutputs, KubevirtStackConfig, Problem, Release } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';

/** What a configuration is checked against. */
export interface CheckContext {
  /** The one that the configuration names; undefined when there is none of that name. */
  readonly release: Release | undefined;
  /** Undefined when the infra cluster cannot be asked. */
  readonly cluster: ClusterFacts | undefined;
  /** Those that infra makes on the hosts. @default none */
  readonly bridges?: InfraOutputs['bridges'];
}

/** The keys of a configuration whose shape is right. */
export type CheckedConfig = Partial<KubevirtStackConfig>;

/** Finds what is wrong with one part of a configuration though its shape is right. */
export type Check = (config: CheckedConfig, context: CheckContext) => Problem[];
