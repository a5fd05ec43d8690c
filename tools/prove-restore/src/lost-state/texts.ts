// SPDX-License-Identifier: Apache-2.0
import type { KeptKeys } from '@strata/user-cluster/lost-state';

/** Consequences of a key that exists nowhere any more, by its name after the cluster's. */
const consequences: readonly (readonly [name: RegExp, text: string])[] = [
  [
    /^keys-encryption(-\d+)?$/,
    'backups of etcd from the time when it encrypted cannot be read any more; newer ones can',
  ],
  [
    /^services-backup-password$/,
    'backups so far cannot be read any more; give new ones another target, and delete the old ones',
  ],
  [/^access-host-key$/, 'SSH clients see another host key of the bastion'],
  [/^keys-token$/, 'nothing to do: machines that run need none'],
  [
    /^keys-person-(.+)-certificate$/,
    'the kubeconfig handed out stays valid until its end; a new one is in the output "kubeconfigs"',
  ],
  [/-certificate$/, 'nothing to do: it is issued anew, and its program is started anew'],
];

/** Says which keys the cluster has. No line has a secret. */
export function keysText(
  stack: string,
  { backupPassword, certificates, hostKey, keys, token }: KeptKeys,
): string {
  const names = [
    ...keys.map(({ name }) => name),
    ...(token === undefined ? [] : ['join token']),
    ...Object.keys(certificates)
      .filter((name) => name !== 'keys-admin-certificate')
      .map(
        (name) =>
          `${name.replace(/^(keys|services)-/, '').replace('-certificate', '')} certificate`,
      ),
    ...(backupPassword === undefined ? [] : ['password of backups']),
    ...(hostKey === undefined ? [] : ['host key of the bastion']),
  ];
  return [
    `${stack}: its namespace on the infra cluster has these keys, and its API takes them: ${names.join(', ')}.`,
    'The certificate of its administrator was only in the state, and is issued anew. Kubeconfigs that were handed out stay valid until they end.',
  ].join('\n');
}

/** Says what is made anew, and what its owner then does; one line each. */
export function anewText(names: readonly string[], cluster: string): readonly string[] {
  return names.map((name) => {
    const own = name.slice(cluster.length + 1);
    const [, text = 'nothing has it any more'] =
      consequences.find(([pattern]) => pattern.test(own)) ?? [];
    return `made anew: ${own}: ${text}`;
  });
}

/** Says which keys cannot sign any more, and what their owner then does; one line each. */
export function halvesText(names: readonly string[]): readonly string[] {
  return names.map(
    (name) =>
      `only the public half is there: ${name}: what it has signed stays valid, and it can sign no more (docs/runbooks/restore-state.md#a-rotation-that-had-begun)`,
  );
}
