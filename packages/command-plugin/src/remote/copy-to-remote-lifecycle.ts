// SPDX-License-Identifier: Apache-2.0
import type { Field, Lifecycle, Work } from '@strata/strata-provider/server';
import { isChanged, optional, text } from '@strata/strata-provider/server';
import { connectionField, type ConnectionInputs } from './connection.ts';
import { readSource, sourceField, type CopyContent, type CopySource } from './copy-source.ts';
import { runOverSsh } from './ssh-session.ts';

/** Inputs of `remote.CopyToRemote` of @pulumi/command. */
export interface CopyToRemoteInputs {
  readonly connection: ConnectionInputs;
  readonly source: CopySource;
  readonly remotePath: string;
  readonly triggers?: readonly unknown[];
}

const fields: Readonly<Record<keyof CopyToRemoteInputs, Field>> = {
  connection: connectionField,
  source: sourceField,
  remotePath: text('a path on the host'),
  triggers: optional({
    problem: (value) => (Array.isArray(value) ? undefined : 'must be a list'),
  }),
};

/** Lifecycle of `remote.CopyToRemote`: copies again when source, path or connection change; deletes nothing, like the official plugin. */
export const copyToRemoteLifecycle: Lifecycle<CopyToRemoteInputs, object> = {
  fields,
  outputs: [],
  secretOutputs: [],
  replacedBy: ['triggers'],
  renews: (next, before) =>
    // The resource has no outputs; this name only says that the source must be copied again.
    isChanged(next, before.inputs, ['source', 'remotePath', 'connection']) ? [copied] : [],
  create: async (inputs, work) => {
    await copy(inputs, work);
    return {};
  },
};

const copied = 'copied' as never;

/**
 * Shell scripts that write the content on the host. They copy into an existing folder, as cp does. A
 * file is written under a temporary name and renamed at the end, so that it is never incomplete.
 */
const scripts: Readonly<Record<CopyContent['kind'], string>> = {
  file: '[ ! -d "$to" ] || to="$to/$name"; cat > "$to.partial" && mv "$to.partial" "$to"',
  folder:
    '[ -d "$to" ] || [ ! -e "$to" ] || { echo "$to is a file" >&2; exit 1; }; ' +
    'if [ -d "$to" ]; then tar -C "$to" -xf -; ' +
    'else mkdir "$to" && tar -C "$to" --strip-components=1 -xf -; fi',
};

async function copy({ connection, source, remotePath }: CopyToRemoteInputs, work: Work) {
  const { kind, name, bytes } = await readSource(source, work.signal);
  const command = `to=${quoted(remotePath)}; name=${quoted(name)}; ${scripts[kind]}`;
  const ended = await runOverSsh(connection, { command, stdin: bytes }, work);
  if (ended.exitCode === 0) return;
  throw new Error(
    `copying to ${remotePath} on ${connection.host} ended with exit code ${ended.exitCode}: ${ended.stderr}`,
  );
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
