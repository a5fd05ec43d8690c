// SPDX-License-Identifier: Apache-2.0
export { maskTexts } from '../report/mask-report.ts';
export { masker } from '../run/mask.ts';
export type { AuthorChanges, CodeChange, FileChange } from './author-changes.ts';
export { ComparedCommits } from './compared-commits.ts';
export type { FieldChange } from './compare-yaml.ts';
export type { CommitRange } from './compared-commits.ts';
export type { RollingCluster } from './may-roll.ts';
export { mayRoll, meansGroup, whoseMachines } from './may-roll.ts';
export { environmentOfFile, reachedEnvironments } from './reached-environments.ts';
