// SPDX-License-Identifier: Apache-2.0

/** Verbs for objects that Pulumi reads, and watches until they are ready. */
export const read = ['get', 'list', 'watch'] as const;

/**
 * Verbs for objects that Pulumi manages. It changes them by server-side apply (`patch`). When others
 * have changed an object before, it first takes over their fields by an `update`.
 */
export const make = [...read, 'create', 'patch', 'update', 'delete'] as const;
