// SPDX-License-Identifier: Apache-2.0
export { Reach } from './affected-stacks.ts';
export { ChangedFiles } from './changed-files.ts';
export { importedFiles } from './imported-files.ts';
export type { Stack } from './list-stacks.ts';
export { listStacks, programNames } from './list-stacks.ts';
