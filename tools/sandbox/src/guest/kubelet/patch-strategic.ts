// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';

/** Changes an object by a strategic merge patch, as kubelets do, and returns it. @throws ApiError */
export function patchStrategic<T>(api: ApiClient, path: string, change: object): Promise<T> {
  return api.request<T>('PATCH', path, { body: change, patch: 'strategic' });
}
