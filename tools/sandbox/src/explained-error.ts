// SPDX-License-Identifier: Apache-2.0
import { ToolchainError } from '@strata/toolchain';
import { UserError } from './user-error.ts';

/** Beginnings of lines about errors of the system that people can mend, and their fix. */
const systemErrors: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  ENOSPC: {
    what: 'The disk is full',
    fix: '. Free some space; npx strata stop, and reset, which deletes the sandbox, need none.',
  },
  EACCES: {
    what: 'A file belongs to somebody else',
    fix: '. Whatever was run with sudo in this folder has left files of root: sudo chown -R "$USER" .',
  },
};

/** Returns the line that says an error to a user; undefined for an error of the sandbox itself. */
export function explainedError(error: unknown): string | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (error instanceof UserError || error instanceof ToolchainError) return message;
  const known = systemErrors[code];
  return known && `${known.what}: ${message}${known.fix}`;
}
