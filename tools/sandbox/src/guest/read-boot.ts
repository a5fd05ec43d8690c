// SPDX-License-Identifier: Apache-2.0
// A separate program, because the validation takes 20 MB that a guest would hold as long as it runs.
//   read-boot.ts BOOT.JSON prints what it says, or what is wrong with it.
import { readBootFile } from './boot-file.ts';
import { parseUserData, UserDataError } from './cloud-init/user-data.ts';
import { IgnitionError, readIgnition } from './ignition/read-ignition.ts';
import { NetworkDataError, parseNetworkData } from './network/network-data.ts';

function read(path: string): object {
  try {
    const boot = readBootFile(path);
    // A system with Ignition does not read network data; it uses DHCP.
    if (boot.reads === 'ignition') return { boot, ignition: readIgnition(boot) };
    const { userData, networkData } = boot;
    return {
      boot,
      data: parseUserData(userData),
      ...(networkData !== undefined && { network: parseNetworkData(networkData) }),
    };
  } catch (error) {
    if (error instanceof UserDataError || error instanceof NetworkDataError) {
      return { from: 'cloud-init', problems: error.problems };
    }
    if (error instanceof IgnitionError) return { from: 'ignition', problems: error.problems };
    return { from: 'kernel', problems: [(error as Error).message] };
  }
}

process.stdout.write(JSON.stringify(read(process.argv[2] ?? '')));
