// SPDX-License-Identifier: Apache-2.0
import { writeFleet } from '@strata/fleet';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Writes the page of the fleet, and says where it is. */
export async function showFleet(root: string): Promise<string[]> {
  const written = await writeFleet(root, join(root, '.strata/fleet.html'));
  return [written.summary, `open ${pathToFileURL(written.file).href}`];
}
