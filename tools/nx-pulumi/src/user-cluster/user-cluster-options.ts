// SPDX-License-Identifier: Apache-2.0

/** Options of the generator. @see schema.json */
export interface UserClusterOptions {
  readonly environment: string;
  readonly name: string;
  /** Profiles that it extends, with commas between them, the strongest last. @default none */
  readonly profile?: string;
  /** Without a leading `v`. @default 1.35.4 */
  readonly kubernetes?: string;
  /** @default 2 */
  readonly workers?: number;
  /** @default standard-2 */
  readonly instancetype?: string;
  /** @default the first golden image of the environment's platform */
  readonly image?: string;
  /** @default false */
  readonly vlan?: boolean;
  /** Addresses with commas between them. @default those that the platform names for all clusters */
  readonly dns?: string;
  /** Day from which on nobody needs it, such as `2027-01-31`. @default none */
  readonly expires?: string;
  /** Pull request that it is made for, such as `acme/shop#12`; needs `expires`. @default none */
  readonly pullRequest?: string;
  /** Path of a file, or `-`, with a Cluster and MachineDeployments of KKP to translate. @default none */
  readonly fromKkp?: string;
  /** Path of a file with the objects of a cluster of Cluster API to translate. @default none */
  readonly fromCapk?: string;
  /** Path of a file with the objects of a cluster of Rancher on Harvester to translate. @default none */
  readonly fromHarvester?: string;
}
