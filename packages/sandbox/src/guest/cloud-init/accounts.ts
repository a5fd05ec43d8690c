// SPDX-License-Identifier: Apache-2.0
import type { Account } from '../root/accounts.ts';
import type { UserData } from './user-data.ts';

/** Name of the user that images come with. */
const defaultUser = 'ubuntu';

/** The users of the machine; keys at the top level are the default user's. */
export function accountsOf(data: UserData): Account[] {
  return data.users.map((user) =>
    user === 'default'
      ? { name: defaultUser, shell: '/bin/bash', keys: data.ssh_authorized_keys }
      : { name: user.name, shell: user.shell, keys: user.ssh_authorized_keys },
  );
}
