// SPDX-License-Identifier: Apache-2.0
import type { InfraOutputs, KubevirtStackOutputs, Problem } from '@strata/contracts';
import type { UserClusterConfig } from '../config/index.ts';
import type { RunningCluster } from '../update/running-cluster.ts';

/** Facts that a cluster's configuration is checked against. */
export interface CheckContext {
  readonly environment: string;
  readonly cluster: string;
  /** Only the keys of the right shape: a missing key has a problem of its own already. */
  readonly config: Partial<UserClusterConfig>;
  readonly infra: Pick<InfraOutputs, 'hosts' | 'bridges' | 'dnsCache'>;
  readonly platform: KubevirtStackOutputs;
  /** Undefined when the infra cluster could not be asked. */
  readonly running?: RunningCluster | undefined;
}

/** Returns all problems of one area of a configuration whose shape is right. */
export type Check = (context: CheckContext) => Problem[];
