// SPDX-License-Identifier: Apache-2.0

/**
 * Prefix of a command: the kernel kills the command when the process that started it ends, however
 * that ends.
 *
 * @see https://man7.org/linux/man-pages/man1/setpriv.1.html `--pdeathsig`
 */
export const endingWithParent = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;
