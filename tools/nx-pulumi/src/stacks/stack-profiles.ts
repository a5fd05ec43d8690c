// SPDX-License-Identifier: Apache-2.0
import { parseStackYaml } from '@strata/contracts/stack-yaml';
import { profilesOfFile } from '@strata/user-cluster/profile-names';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the names of the profiles that the stack of a user cluster extends; none if nobody can read
 * its file, which its preview reports.
 *
 * @param file - from the root of the repository.
 */
export function stackProfiles(root: string, file: string): readonly string[] {
  try {
    return profilesOfFile(readFileSync(join(root, file), 'utf8'), parseStackYaml);
  } catch {
    return [];
  }
}
