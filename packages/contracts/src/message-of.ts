// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the message of a thrown value, without its type and stack. It does not use instanceof, because
 * an error may come from another realm, as Node's errors do in tests that Jest's own runner runs.
 */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
