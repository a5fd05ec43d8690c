// SPDX-License-Identifier: Apache-2.0
// A program of its own: what validates takes 20 MB that a guest would hold for all its life.
//   read-boot.ts BOOT.JSON prints what it says, or what is wrong with it.
import { readBootFile } from './boot-file.ts';
import { parseUserData, UserDataError } from './cloud-init/user-data.ts';

function read(path: string): object {
  try {
    const boot = readBootFile(path);
    return { boot, data: parseUserData(boot.userData) };
  } catch (error) {
    if (error instanceof UserDataError) return { problems: error.problems };
    return { problems: [(error as Error).message] };
  }
}

process.stdout.write(JSON.stringify(read(process.argv[2] ?? '')));
