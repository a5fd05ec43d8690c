// SPDX-License-Identifier: Apache-2.0
export { FakeForge } from './fake-forge.ts';
export type { Fault, ForgeKind, SeenRequest } from './fake-forge.ts';
export type {
  FakeAccount,
  FakeComment,
  FakeIssue,
  FakeMergeRequest,
  FakePullRequest,
} from './fake-state.ts';
