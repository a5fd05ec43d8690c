// SPDX-License-Identifier: Apache-2.0
import type { Stack } from './list-stacks.ts';

/** The files below stacks/, and of releases, that can change what a stack's preview says. */
export function stackInputs({ environment, file, program }: Stack): string[] {
  return [
    file,
    `stacks/address-plan/${environment}.yaml`,
    `stacks/policies/${environment}.json`,
    `stacks/blast-radius/${environment}.yaml`,
    ...(program === 'infra' ? [] : ['tools/manifests/manifests.lock.json']),
  ];
}
