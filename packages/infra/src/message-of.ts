// SPDX-License-Identifier: Apache-2.0

/** What anything thrown says, without its type and stack. */
export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
