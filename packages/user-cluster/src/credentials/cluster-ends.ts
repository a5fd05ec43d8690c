// SPDX-License-Identifier: Apache-2.0
import { clusterItself } from '@strata/contracts';
import type { UserClusterConfig } from '../config/index.ts';
import { expiryTime, expiryWarningDays } from '../expiry/index.ts';
import type { CredentialEnd } from '../keys/index.ts';

/**
 * Of the cluster of a pull request: it is destroyed when it has expired, so somebody must know only if
 * it is still there a day later.
 */
const pullRequestWarningDays = -1;

/** Returns the end that a cluster's file says, as one of the ends that are recorded; none without it. */
export function clusterEnds({
  expires,
  pullRequest,
}: Pick<UserClusterConfig, 'expires' | 'pullRequest'>): CredentialEnd[] {
  if (expires === undefined) return [];
  const end = expiryTime(expires);
  const warningDays = pullRequest === undefined ? expiryWarningDays : pullRequestWarningDays;
  return [{ credential: clusterItself, end, warningDays }];
}
