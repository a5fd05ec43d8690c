// SPDX-License-Identifier: Apache-2.0

/** Parts of the path of a stack's file. */
export interface StackFileName {
  /** The folder that it is in, which has the name of the program; undefined for a bare name. */
  readonly program?: string;
  /** As Pulumi calls the stack: `prod.shop`. */
  readonly stack: string;
  readonly environment: string;
  /** Part after the environment: for user clusters, the name of the cluster. */
  readonly cluster?: string;
}

const pattern = /^Pulumi\.(.+)\.yaml$/;

/**
 * Takes the path of a stack's file apart: `stacks/user-cluster/Pulumi.prod.shop.yaml`,
 * `user-cluster/Pulumi.prod.shop.yaml` or `Pulumi.prod.shop.yaml`. Whether the parts are usable names is not
 * checked.
 *
 * @returns undefined for any other file, a program's own `Pulumi.yaml` among them.
 */
export function parseStackFileName(path: string): StackFileName | undefined {
  const [name = '', program] = path.split('/').reverse();
  const stack = pattern.exec(name)?.[1];
  if (stack === undefined) return undefined;
  const [environment = '', ...rest] = stack.split('.');
  return {
    ...(program !== undefined && { program }),
    stack,
    environment,
    ...(rest.length > 0 && { cluster: rest.join('.') }),
  };
}
