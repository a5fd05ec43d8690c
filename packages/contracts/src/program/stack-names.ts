// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { stackFile } from '../programs.ts';

/** The parts of the name of a user cluster's stack. */
export interface ClusterStackName {
  /** The environment, and so the infra cluster, that it runs on. */
  readonly environment: string;
  /** The user cluster, unique in its environment. */
  readonly cluster: string;
}

/** A name that is valid in a Kubernetes label, and short enough for a prefix. */
const partPattern = /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/;
const partRule = 'lower-case letters, digits and dashes, at most 40, starting with a letter';

function refuse(project: string, stack: string, rule: string): never {
  throw new pulumi.RunError(
    `stack "${stack}" of ${project} has an unusable name: ${rule}. Rename ${stackFile({ project, stack })}.`,
  );
}

/**
 * Returns the environment of a stack of infra or kubevirt-stack: its whole name.
 *
 * @throws RunError if the name cannot become part of Kubernetes names.
 */
export function environmentOf(project: string, stack: string): string {
  return partPattern.test(stack)
    ? stack
    : refuse(project, stack, `it must be an environment, that is ${partRule}`);
}

/**
 * Splits `<environment>.<cluster>`, the name of a user cluster's stack.
 *
 * @throws RunError if it does not have exactly these two parts.
 */
export function clusterStackName(project: string, stack: string): ClusterStackName {
  const [environment = '', cluster = '', ...more] = stack.split('.');
  if (more.length > 0 || !partPattern.test(environment) || !partPattern.test(cluster)) {
    refuse(project, stack, `it must be <environment>.<cluster>, each ${partRule}`);
  }
  return { environment, cluster };
}
