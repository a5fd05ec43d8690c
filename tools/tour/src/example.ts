// SPDX-License-Identifier: Apache-2.0
import { stackFile } from '@strata/contracts';

const environment = 'production';
const clusterFile = (cluster: string) =>
  stackFile({ project: 'user-cluster', stack: `${environment}.${cluster}` });

/** Data that the tour uses, from the example of a real environment. */
export const example = {
  environment,
  cluster: 'shop',
  stack: `${environment}.shop`,
  file: clusterFile('shop'),
  /** A cluster whose addresses the other one must not have. */
  neighbourFile: clusterFile('reports'),
  /** So many machines more are in this pool, the first of the file. */
  pool: 'web',
  added: 2,
} as const;

/** Where values stand in a user cluster's file. */
export const places = {
  podCidr: ['config', 'user-cluster:kubernetes', 'podCidr'],
  replicas: ['config', 'user-cluster:pools', 0, 'replicas'],
} as const;
