// SPDX-License-Identifier: Apache-2.0
//
// Helpers that the unit tests of this program share with the end-to-end tests.
export { backupCommands, type BackupCommands } from './backup-addon.ts';
export { installStandIn, type StandIn } from './install-stand-in.ts';
export { loaderPath } from './loader-path.ts';
export { filesIn, makeTestStack, type Ran, type TestStack } from './test-stack.ts';
export { brokenHosts } from '../src/preflight/testing/broken-hosts.ts';
export { scratchHost, type ScratchHost } from '../src/preflight/testing/scratch-host.ts';
export { playedPrograms } from '../src/profile/testing/played-programs.ts';
