// SPDX-License-Identifier: Apache-2.0

/** Meaning of an error, and its fix. */
interface WayOut {
  readonly error: RegExp;
  readonly fix: (id: string) => string;
}

/** Command with which every fix begins. */
export const gitopsCommand = 'npx node tools/gitops/src/main.ts';

/** Errors of Pulumi whose messages do not say what to do. */
const waysOut: readonly WayOut[] = [
  {
    error: /currently locked by/,
    fix: (id) =>
      `Another update of ${id} is running, or was killed. Wait for it; if there is none: ${gitopsCommand} recover --stack ${id}, with --destroy if that was a destroy`,
  },
  {
    error: /pending operations|interrupted while/i,
    fix: (id) =>
      `An update of ${id} was interrupted: ${gitopsCommand} recover --stack ${id}, with --destroy if it was a destroy`,
  },
  {
    error: /already exists in the cluster/,
    fix: (id) =>
      `Look who has made it: kubectl get KIND NAME -o yaml --show-managed-fields. If the manager "strata" is there, an earlier update of ${id} made it without recording it, when a provider or the cluster died: ${gitopsCommand} recover --stack ${id}. If it is not, it is somebody else's, which recover would overwrite and a destroy delete: uninstall that first, see docs/bare-metal.md#an-existing-cluster`,
  },
  {
    error: /incorrect passphrase|passphrase must be set|could not decrypt|get passphrase/i,
    fix: () =>
      'The secrets of the stack cannot be decrypted: set PULUMI_CONFIG_PASSPHRASE, or the credentials of the secrets provider that its file names, to those of its environment.',
  },
  {
    error:
      /cluster is unreachable|unreachable cluster|connection refused|i\/o timeout|no such host/i,
    fix: () =>
      'The cluster does not answer: look at it, and at the kubeconfig, first. Nothing of it is gone from the state; let nothing be forgotten for that.',
  },
  {
    error: /marked for protection|protected resource/,
    fix: () =>
      "What holds data is protected. If it is really to go, say so in the stack's file first, and merge that by itself.",
  },
  {
    error: /has not been brought up yet/,
    fix: () =>
      'Bring up the stack below first; a pull request cannot preview what stands on nothing.',
  },
];

/** Adds to errors what to do about them. */
export function withWayOut(id: string, errors: readonly string[]): string[] {
  const text = errors.join('\n');
  const fixes = waysOut.filter(({ error }) => error.test(text)).map(({ fix }) => fix(id));
  return [...errors, ...fixes];
}
