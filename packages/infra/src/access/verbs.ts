// SPDX-License-Identifier: Apache-2.0

/** Pulumi looks, and waits for what it has made. */
export const read = ['get', 'list', 'watch'] as const;

/**
 * Pulumi changes by server-side apply; of an object that others have changed before, it first makes
 * their fields its own, by an update.
 */
export const make = [...read, 'create', 'patch', 'update', 'delete'] as const;
