// SPDX-License-Identifier: Apache-2.0
import { changedText, type Change } from '../changed-config.ts';
import type { Operation } from './kill-schedule.ts';

/** The file of the user cluster on which kills are tried, below stacks/. */
export const clusterFile = 'user-cluster/Pulumi.sandbox.demo.yaml';

/** The smallest cluster that has everything, on the older of the two minors. */
const small: readonly Change[] = [
  ['version: 1.35.4', 'version: 1.34.4'],
  ['replicas: 2', 'replicas: 1'],
];

/** Label that is added to every worker, so that each of them is replaced. */
const labelled: Change = [
  '    - name: md-a\n',
  '    - name: md-a\n      labels:\n        rolled: once\n',
];

/** Edits that the file has when an operation begins; a destroy uses the state, not the file. */
const changes: Readonly<Record<Operation, readonly Change[]>> = {
  create: small,
  roll: [...small, labelled],
  upgrade: [...small.slice(1), labelled],
  destroy: [...small.slice(1), labelled],
};

/** The text of the cluster's file for an operation. */
export function clusterText(operation: Operation): string {
  return changedText(clusterFile, changes[operation]);
}

/** Kubernetes version that the file has for an operation, and every node has after it. */
export const versionAfter: Readonly<Record<Operation, string>> = {
  create: 'v1.34.4',
  roll: 'v1.34.4',
  upgrade: 'v1.35.4',
  destroy: '',
};
