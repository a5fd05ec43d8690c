// SPDX-License-Identifier: Apache-2.0

/**
 * Number of stacks that run at a time unless `--parallel` says otherwise. Each takes up to one core, and
 * 400 to 900 MiB, and waits in between: on two cores, four take as long as three, and less than two do.
 *
 * @see docs/performance.md
 */
export const defaultParallel = 4;
