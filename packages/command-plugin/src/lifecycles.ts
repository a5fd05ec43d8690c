// SPDX-License-Identifier: Apache-2.0
import type { AnyLifecycle } from '@strata/strata-provider/server';
import { localCommandLifecycle } from './local/local-command-lifecycle.ts';
import { copyToRemoteLifecycle } from './remote/copy-to-remote-lifecycle.ts';
import { remoteCommandLifecycle } from './remote/remote-command-lifecycle.ts';

/**
 * Every kind of resource that the stand-in has. The official plugin has `command:remote:CopyFile`
 * too, which is deprecated there.
 *
 * @see https://www.pulumi.com/registry/packages/command/api-docs/
 */
const lifecycles: Readonly<Record<string, unknown>> = {
  'command:local:Command': localCommandLifecycle,
  'command:remote:Command': remoteCommandLifecycle,
  'command:remote:CopyToRemote': copyToRemoteLifecycle,
};

/** What the plugin knows about a kind of resource. */
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
