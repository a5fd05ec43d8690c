// SPDX-License-Identifier: Apache-2.0
export { longestComment, reportPage } from '../comment/post-comment.ts';
export { gitEnvironment } from '../pull-request/git-environment.ts';
export { readPullRequest } from '../pull-request/read-pull-request.ts';
export type { PullRequest } from '../pull-request/read-pull-request.ts';
export { masker } from '../run/mask.ts';
export { findStack, openWorkspace } from '../run/workspace.ts';
export type { RenderedResource, Rendering } from './rendered-events.ts';
export { renderedReport } from './rendered-report.ts';
