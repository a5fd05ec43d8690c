// SPDX-License-Identifier: Apache-2.0
import { format, resolveConfig } from 'prettier';
import { fileURLToPath } from 'node:url';
import { renderPage } from './render-page.ts';

/** Path of the page. */
export const pageFile = fileURLToPath(new URL('../../../../docs/policies.md', import.meta.url));

/** Returns the page with the project's formatting, as it is committed. */
export async function pageText(): Promise<string> {
  const options = await resolveConfig(pageFile);
  return format(renderPage(), { ...options, parser: 'markdown' });
}
