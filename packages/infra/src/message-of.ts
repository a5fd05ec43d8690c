// SPDX-License-Identifier: Apache-2.0

/** Returns the message of a thrown value, without its type and stack. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
