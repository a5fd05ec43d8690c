// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { stackFile } from './programs.ts';

/** What the name of a user cluster's stack says. */
export interface ClusterStackName {
  /** The infra cluster it stands on. */
  readonly environment: string;
  /** The user cluster, unique in its environment. */
  readonly cluster: string;
}

/** The namespace of a user cluster on the infra cluster: its machines, and its Services there. */
export function clusterNamespace(cluster: string): string {
  return `cluster-${cluster}`;
}

/** A name fit for a Kubernetes label, short enough to be prefixed. */
const partPattern = /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/;
const partRule = 'lower-case letters, digits and dashes, at most 40, starting with a letter';

function refuse(project: string, stack: string, rule: string): never {
  throw new pulumi.RunError(
    `stack "${stack}" of ${project} has an unusable name: ${rule}. Rename ${stackFile({ project, stack })}.`,
  );
}

/**
 * The environment a stack of infra or kubevirt-stack describes: its whole name.
 *
 * @throws RunError when the name cannot become part of Kubernetes names.
 */
export function environmentOf(project: string, stack: string): string {
  return partPattern.test(stack)
    ? stack
    : refuse(project, stack, `it must be an environment, that is ${partRule}`);
}

/**
 * Splits `<environment>.<cluster>`, the name of a user cluster's stack.
 *
 * @throws RunError when it has not exactly these two parts.
 */
export function clusterStackName(project: string, stack: string): ClusterStackName {
  const [environment = '', cluster = '', ...more] = stack.split('.');
  if (more.length > 0 || !partPattern.test(environment) || !partPattern.test(cluster)) {
    refuse(project, stack, `it must be <environment>.<cluster>, each ${partRule}`);
  }
  return { environment, cluster };
}
