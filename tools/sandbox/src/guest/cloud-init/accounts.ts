// SPDX-License-Identifier: Apache-2.0
import type { Account } from '../root/accounts.ts';
import type { UserData } from './user-data.ts';

/** Name of the user that every image has. */
const defaultUser = 'ubuntu';

/** Returns the users of the machine; keys at the top level are those of the default user. */
export function accountsOf(data: UserData): Account[] {
  return data.users.map((user) =>
    user === 'default'
      ? {
          name: defaultUser,
          shell: '/bin/bash',
          keys: data.ssh_authorized_keys,
          sudo: ['ALL=(ALL) NOPASSWD:ALL'],
        }
      : {
          name: user.name,
          shell: user.shell,
          keys: user.ssh_authorized_keys,
          sudo: [user.sudo ?? []].flat().filter((rule) => rule !== false),
        },
  );
}
