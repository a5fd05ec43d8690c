// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';

/**
 * Returns the answer to a request, or undefined when it is refused with the given status, which
 * does no harm: 409 when an object exists already, 404 when it is gone already.
 *
 * @throws ApiError when it is refused for any other reason.
 */
export async function unlessRefused<T>(
  status: 404 | 409,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.status === status) return undefined;
    throw error;
  }
}
