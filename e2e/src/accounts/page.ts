// SPDX-License-Identifier: Apache-2.0
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { renderAccounts } from './accounts.ts';

/** Path of docs/accounts.md. */
export const pageFile = fileURLToPath(new URL('../../../docs/accounts.md', import.meta.url));

/** Returns the text that docs/accounts.md must have. */
export async function pageText(): Promise<string> {
  return format(renderAccounts(), { ...(await resolveConfig(pageFile)), filepath: pageFile });
}
