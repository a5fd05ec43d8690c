// SPDX-License-Identifier: Apache-2.0
import { programReads } from '@strata/contracts/programs';
import type { ProgramName } from '@strata/contracts/programs';
import type { PlanContext } from '../command.ts';
import { Repository } from '../repository.ts';
import type { StackChoice } from '../repository.ts';

function stackOf(program: ProgramName, environment: string, cluster?: string): StackChoice {
  const stack = cluster === undefined ? environment : `${environment}.${cluster}`;
  return {
    id: `${program}/${stack}`,
    program,
    stack,
    environment,
    ...(cluster !== undefined && { cluster }),
  };
}

/** Two environments of all programs: the sandbox with one cluster, production with two. */
const stacks = (Object.keys(programReads) as ProgramName[]).flatMap((program) =>
  program === 'user-cluster'
    ? [
        stackOf(program, 'production', 'reports'),
        stackOf(program, 'production', 'shop'),
        stackOf(program, 'sandbox', 'demo'),
      ]
    : [stackOf(program, 'production'), stackOf(program, 'sandbox')],
);

/** Context in which the reference and the tests plan commands. */
export const exampleContext: PlanContext = {
  repository: new Repository(() => stacks),
  policies: ({ environment }) => [
    '--policy-pack',
    '../policies',
    '--policy-pack-config',
    `../../stacks/policies/${environment}.json`,
  ],
  initFlags: () => [],
  folder: '/here',
  scratch: '/tmp/strata-run',
};
