// SPDX-License-Identifier: Apache-2.0
import { clusterItself } from '@strata/contracts';
import type { UserClusterConfig } from '../config/index.ts';
import { expiryTime, expiryWarningDays } from '../expiry/index.ts';
import type { CredentialEnd } from '../keys/index.ts';

/** Returns the end that a cluster's file says, as one of the ends that are recorded; none without it. */
export function clusterEnds({ expires }: Pick<UserClusterConfig, 'expires'>): CredentialEnd[] {
  if (expires === undefined) return [];
  const end = expiryTime(expires);
  return [{ credential: clusterItself, end, warningDays: expiryWarningDays }];
}
