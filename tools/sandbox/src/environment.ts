// SPDX-License-Identifier: Apache-2.0
import { engineSettings } from '@strata/gitops/engine';
import { fileBackendUrl } from '@strata/gitops/file-backend-url';
import { withoutStates } from '@strata/gitops/stack-environment';
import { pulumiVariables, type Toolchain } from '@strata/toolchain';
import { join } from 'node:path';
import { workspaceRoot, type Instance } from './instance.ts';
import { sandboxVariable } from './rack/entered-processes.ts';

/**
 * Passphrase of every sandbox's Pulumi secrets. It is not secret: a sandbox holds no secrets, and
 * its stack files contain the salt that belongs to it.
 */
export const passphrase = 'sandbox';

/** Proxies of downloads: nothing outside can be reached from inside the rack, nor can they. */
const proxy = /^(?:https?|all)_proxy$/i;

/** Returns the environment in which `exec`, `shell` and `start` run commands. */
export async function rackEnvironment(
  instance: Instance,
  toolchain: Toolchain,
  base: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  // Backends and passphrases of real environments have no use in the rack, and nobody there is to see them.
  const inherited = Object.entries(withoutStates(base)).filter(
    ([name, value]) => value !== undefined && !proxy.test(name),
  );
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    ...(await pulumiVariables(toolchain, base, [join(workspaceRoot, 'node_modules/.bin')])),
    KUBECONFIG: instance.kubeconfig,
    [sandboxVariable]: instance.dir,
    PULUMI_BACKEND_URL: fileBackendUrl(instance.pulumiStateDir),
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    ...engineSettings(),
    // Nothing outside can be reached from inside the rack, so Pulumi must not try to download.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
  };
}
