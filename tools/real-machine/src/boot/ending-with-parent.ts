// SPDX-License-Identifier: Apache-2.0

/**
 * Comes before a command: the kernel ends it with the process that has started it, however that ends.
 *
 * @see https://man7.org/linux/man-pages/man1/setpriv.1.html `--pdeathsig`
 */
export const endingWithParent = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;
