// SPDX-License-Identifier: Apache-2.0

/**
 * The Pulumi projects: each is the name in a Pulumi.yaml, a folder of packages/ and one of stacks/.
 */
export type ProgramName = 'infra' | 'kubevirt-stack' | 'addons' | 'user-cluster';

/**
 * The programs whose outputs each program reads, in the same environment. The keys are in the order
 * in which the stacks of an environment are brought up.
 */
export const programReads: Readonly<Record<ProgramName, readonly ProgramName[]>> = {
  infra: [],
  'kubevirt-stack': ['infra'],
  addons: ['infra', 'kubevirt-stack'],
  'user-cluster': ['infra', 'kubevirt-stack'],
};

/**
 * Programs with a hook that judges their destroy. Pulumi destroys their stacks only with
 * `--run-program`, because a hook is code of the program.
 */
export const programsWithDestroyHook: readonly ProgramName[] = ['kubevirt-stack'];

/** One stack of one program, such as `infra` and `sandbox`. */
export interface StackIdentity {
  readonly project: string;
  readonly stack: string;
}

/** Returns the path of the file with a stack's configuration, from the root of the repository. */
export function stackFile({ project, stack }: StackIdentity): string {
  return `stacks/${project}/Pulumi.${stack}.yaml`;
}

/** Returns the command that brings a stack up, from the root of the repository. */
export function upCommand({ project, stack }: StackIdentity): string {
  return `pulumi -C packages/${project} up --stack ${stack}`;
}
