// SPDX-License-Identifier: Apache-2.0
import { ApiError } from './api.ts';

/**
 * The answer to a request, or undefined when it is refused with a status that does no harm: 409
 * for what is there already, 404 for what is gone already.
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
