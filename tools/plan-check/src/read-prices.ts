// SPDX-License-Identifier: Apache-2.0
import { prices, pricesFile, unknownClasses } from './cost/index.ts';
import type { Prices } from './cost/index.ts';
import { infraFacts, infraFactsFile } from './infra-facts/index.ts';
import { readChecked } from './read-yaml.ts';

/**
 * Reads the prices of an environment. Where `stacks/infra-facts` knows the StorageClasses of the
 * infra cluster, a price of another one is a problem.
 *
 * @returns undefined when it has no price file.
 * @throws PlanError listing everything that is wrong with the file.
 */
export function readPrices(root: string, environment: string): Prices | undefined {
  return readChecked(root, pricesFile(environment), prices, (value) => {
    const facts = readChecked(root, infraFactsFile(environment), infraFacts);
    if (facts === undefined) return [];
    return unknownClasses(
      value,
      facts.storageClasses.map(({ name }) => name),
    );
  });
}
