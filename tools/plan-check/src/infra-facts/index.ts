// SPDX-License-Identifier: Apache-2.0
export { infraFacts, infraFactsFile } from './infra-facts.ts';
export type { InfraFacts } from './infra-facts.ts';
