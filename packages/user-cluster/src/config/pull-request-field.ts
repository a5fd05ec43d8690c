// SPDX-License-Identifier: Apache-2.0
import { field, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';

/** Names of which no part begins with a dot, so that none leads to another path of a forge. */
const repositoryPattern = /^[A-Za-z0-9_][\w.-]*(\/[A-Za-z0-9_][\w.-]*)+$/;

/** A repository as its forge names it, such as `acme/shop`. */
export const repositoryName = () =>
  field(z.string().max(255).regex(repositoryPattern), 'a repository like "acme/shop"');

/**
 * Pull request (GitLab: merge request) that the cluster was made for. Such a cluster is destroyed once
 * the pull request is closed or the cluster has expired. A profile cannot have it.
 *
 * @example
 * pullRequest:
 *   repository: acme/shop
 *   number: 12
 *
 * @default none
 * @see docs/decisions/0047-clusters-of-pull-requests-are-destroyed.md
 */
export const pullRequest = field(
  z.strictObject({
    /** Repository of the pull request. */
    repository: repositoryName(),
    /** Number of the pull request in its repository. */
    number: wholeNumber(1),
  }),
  'a mapping with repository and number',
).optional();
