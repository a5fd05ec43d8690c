// SPDX-License-Identifier: Apache-2.0
export { checkPlan } from './check-plan.ts';
export type { RepositoryFiles } from './repository-files.ts';
export { readRepository } from './repository-files.ts';
export type { Report } from './report.ts';
