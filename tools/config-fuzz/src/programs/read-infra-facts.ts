// SPDX-License-Identifier: Apache-2.0
import { infraFacts, infraFactsFile } from '@strata/plan-check/infra-facts';
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import type { FileSource } from '@strata/contracts/file-source';
import { parse } from 'yaml';

/** Returns the facts of an environment's infra cluster from its file. */
export function readInfraFacts(source: FileSource, environment: string): InfraFacts {
  return infraFacts.parse(parse(source.read(infraFactsFile(environment)) ?? ''));
}
