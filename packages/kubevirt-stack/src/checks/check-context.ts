// SPDX-License-Identifier: Apache-2.0
import type { InfraOutputs, Problem, Release } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { KubevirtStackConfig } from '../config/index.ts';

/** Facts that a configuration is checked against. */
export interface CheckContext {
  /** The release that the configuration names; undefined if no release has that name. */
  readonly release: Release | undefined;
  /** Undefined if the infra cluster cannot be reached. */
  readonly cluster: ClusterFacts | undefined;
  /** Outputs of the infra stack; undefined if they cannot be read. */
  readonly infra?: InfraFacts | undefined;
}

/** Outputs of the infra stack that a configuration is checked against. */
export type InfraFacts = Pick<InfraOutputs, 'apiEndpoint' | 'bridges' | 'hosts'>;

/** A configuration that has passed its schema; keys may be missing. */
export type CheckedConfig = Partial<KubevirtStackConfig>;

/** Reports the problems of one part of a configuration that has passed its schema. */
export type Check = (config: CheckedConfig, context: CheckContext) => Problem[];
