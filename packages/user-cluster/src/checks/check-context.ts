// SPDX-License-Identifier: Apache-2.0
import type {
  InfraOutputs,
  KubevirtStackOutputs,
  Problem,
  UserClusterConfig,
} from '@strata/contracts';
import type { RunningCluster } from '../update/running-cluster.ts';

/** What a cluster's configuration is checked against. */
export interface CheckContext {
  readonly environment: string;
  readonly cluster: string;
  /** The keys that are right by themselves: what is missing has its own problem already. */
  readonly config: Partial<UserClusterConfig>;
  readonly infra: Pick<InfraOutputs, 'hosts' | 'bridges' | 'dnsCache'>;
  readonly platform: KubevirtStackOutputs;
  /** Missing: nobody could be asked. */
  readonly running?: RunningCluster | undefined;
}

/** Everything about one area of a configuration that is wrong though its shape is right. */
export type Check = (context: CheckContext) => Problem[];
