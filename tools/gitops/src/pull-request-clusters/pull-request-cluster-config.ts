// SPDX-License-Identifier: Apache-2.0
import { field, listOf, text, wholeNumberTo } from '@strata/contracts/fields';
import { repositoryName } from '@strata/user-cluster/config';
import { z } from 'zod';

/** Room for a dash and the number of a pull request in the 63 characters of a name. */
const longestPrefix = 40;

const repository = field(
  z.strictObject({
    /** As the forge names it, such as `acme/shop`: any repository of the forge of this one. */
    name: repositoryName(),
    /** Clusters are called by it and the number of the pull request: `pr-12`. */
    clusters: field(
      z
        .string()
        .max(longestPrefix)
        .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/),
      `a name of at most ${longestPrefix} lower-case letters, digits and dashes that begins with a letter`,
    ).default('pr'),
  }),
  'a mapping with name and clusters',
);

/**
 * Clusters that an environment has for pull requests,
 * `stacks/pull-request-clusters/<environment>.yaml`.
 *
 * @see docs/pull-request-clusters.md
 */
export const pullRequestClusterConfig = z.strictObject({
  /** Repositories whose pull requests may have a cluster. */
  repositories: field(
    z
      .array(repository)
      .min(1)
      .refine((all) => new Set(all.map(({ clusters }) => clusters)).size === all.length)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
    'a list of repositories, each once, whose clusters are called differently',
  ),
  /** Profiles that the clusters extend, the strongest last. */
  profiles: field(
    listOf(text('the name of a profile'), 'a list of profiles').min(1),
    'a list with at least one profile',
  ),
  /** Label with which somebody who may write to a repository asks for a cluster. */
  label: text('the name of a label').default('strata/cluster'),
  /** How many such clusters the environment may have at a time. */
  most: wholeNumberTo(1, 100),
  /** Days that a cluster is there after the label was set. */
  leaseDays: wholeNumberTo(1, 90).default(7),
});

/** Clusters that an environment has for pull requests. */
export type PullRequestClusterConfig = z.output<typeof pullRequestClusterConfig>;

/** Folder of the files of all environments, from the root of the repository. */
export const pullRequestClusterFolder = 'stacks/pull-request-clusters';
