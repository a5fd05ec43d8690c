// SPDX-License-Identifier: Apache-2.0
export { checkPlan, planProblems } from './check-plan.ts';
export { checkVersions } from './check-versions.ts';
export { machineGroups, platformSharing } from './environment-machines.ts';
export { environmentVersions, guestOsOf } from './environment-versions.ts';
export { describeExcess, exceededLimits } from './judge-blast-radius.ts';
export { capacityQuestion, judgeCapacity } from './judge-capacity.ts';
export { describeEdge, isolatedClusters, judgeIsolation, unintended } from './judge-isolation.ts';
export { presentVersions } from './plan-upgrade.ts';
export type { HostCost, PricedEnvironment } from './priced-environment.ts';
export { pricedEnvironment } from './priced-environment.ts';
export { rawClusterConfig, rawStackConfig } from './raw-stack-config.ts';
export { readPrices } from './read-prices.ts';
export { readChecked } from './read-yaml.ts';
export type { RepositoryFiles } from './repository-files.ts';
export { readFiles, readRepository } from './repository-files.ts';
export type { Report } from './report.ts';
export { messageOf, PlanError, WrongCommandLine } from './report.ts';
