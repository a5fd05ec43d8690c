// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../config/index.ts';
import { apiPort } from '../machines/index.ts';

/** Returns the URL of a user cluster's API. */
export function apiUrl({ controlPlane }: Pick<UserClusterConfig, 'controlPlane'>): string {
  return `https://${controlPlane.endpoint.address}:${apiPort}`;
}
