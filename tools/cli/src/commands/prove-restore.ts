// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import type { CommandSpec } from '../command.ts';
import { handOn } from '../input.ts';
import { inEnvironment, sandboxOption, tool } from '../in-environment.ts';
import { jsonOption } from '../json-option.ts';
import { clusterArgument, environmentArgument } from '../stacks.ts';
import { UsageError } from '../usage-error.ts';

/** Options with a file, which is relative to the folder in which somebody types. */
const files = ['password-file', 'state', 'encryption-key-file'];

/** Whether a cluster can be restored. */
export const proveRestore: CommandSpec = {
  name: 'prove-restore',
  group: 'Clusters',
  summary: 'restore the newest backup of a cluster on this machine, and say whether all is in it',
  details:
    'Real restic, etcd and kube-apiserver on loopback; nothing of the cluster is touched, and the repository is only read. Credentials of an S3 server are in the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_DEFAULT_REGION, RESTIC_CACERT. The proof is written to .strata/proofs.',
  arguments: [environmentArgument, { ...clusterArgument, isOptional: false }],
  options: [
    { name: 'backup', value: 'id', text: 'that backup instead of the newest' },
    {
      name: 'repository',
      value: 'url',
      text: "instead of the stack's own; with --password-file",
    },
    { name: 'password-file', value: 'file', text: 'the password of --repository' },
    {
      name: 'state',
      value: 'file',
      text: 'what pulumi stack export --show-secrets printed, instead of asking Pulumi',
    },
    { name: 'no-state', text: 'there is no state: only what every cluster has is compared' },
    {
      name: 'encryption-key-file',
      value: 'file',
      text: 'with --no-state: the key of Secrets, in base64',
    },
    jsonOption,
    sandboxOption,
  ],
  examples: [
    'prove-restore production shop',
    'prove-restore production shop --backup 1f2e3d4c --json',
  ],
  plan: (input, { folder, repository }) => {
    const environment = input.argument('environment');
    const cluster = input.argument('cluster');
    // A cluster that nobody has a file of any more may still have backups.
    const isLost = input.has('no-state');
    if (!isLost) repository.clusterOf(environment, cluster);
    if (isLost && input.text('repository') === undefined) {
      throw new UsageError('--no-state needs --repository and --password-file.');
    }
    const flags = [
      ...handOn(input, 'backup', 'repository', 'no-state', 'json'),
      ...files.flatMap((name) => {
        const file = input.text(name);
        return file === undefined ? [] : [`--${name}`, resolve(folder, file)];
      }),
    ];
    const argv = tool('tools/prove-restore/src/main.ts', environment, cluster, ...flags);
    const step = inEnvironment(input, environment, argv);
    // Without Pulumi, nobody needs its backend.
    return isLost || input.text('state') !== undefined ? [{ argv: step.argv }] : [step];
  },
};
