// SPDX-License-Identifier: Apache-2.0
import type { AnyLifecycle } from '@strata/strata-provider/server';
import { localCommandLifecycle } from './local/local-command-lifecycle.ts';
import { copyToRemoteLifecycle } from './remote/copy-to-remote-lifecycle.ts';
import { remoteCommandLifecycle } from './remote/remote-command-lifecycle.ts';

/**
 * Lifecycles of all resources of the stand-in. The official plugin also has
 * `command:remote:CopyFile`, which is deprecated.
 *
 * @see https://www.pulumi.com/registry/packages/command/api-docs/
 */
const lifecycles: Readonly<Record<string, unknown>> = {
  'command:local:Command': localCommandLifecycle,
  'command:remote:Command': remoteCommandLifecycle,
  'command:remote:CopyToRemote': copyToRemoteLifecycle,
};

/** Returns the lifecycle of a resource type. @throws Error for a type that the stand-in does not have. */
export function lifecycleOf(type: string): AnyLifecycle {
  const lifecycle = lifecycles[type];
  if (lifecycle === undefined) {
    const types = Object.keys(lifecycles).join(', ');
    throw new Error(
      `this stand-in for the plugin command has no resource ${type}; it has ${types}`,
    );
  }
  return lifecycle as AnyLifecycle;
}
