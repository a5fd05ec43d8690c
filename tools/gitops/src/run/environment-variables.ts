// SPDX-License-Identifier: Apache-2.0
import {
  ensureBinFolder,
  ensurePulumiHome,
  resolveToolchain,
  ToolchainError,
  toolsFor,
} from '@strata/toolchain';
import { delimiter } from 'node:path';
import { GitopsError } from '../gitops-error.ts';
import { engineSettings } from './engine-settings.ts';
import { stackEnvironment } from './stack-environment.ts';

/** With kubectl, where it has been built; else the machine's own is used. */
async function toolchain() {
  try {
    return await resolveToolchain({ tools: [...toolsFor('preview'), 'kubernetes'] });
  } catch (error) {
    if (!(error instanceof ToolchainError)) throw error;
    return resolveToolchain({ tools: toolsFor('preview') });
  }
}

/**
 * Returns the environment variables for commands of a real environment: the pinned tools come first
 * on PATH, and the backend and key are those in `STRATA_BACKENDS` and `STRATA_PASSPHRASES` or in
 * Pulumi's own variables.
 *
 * @throws GitopsError when Pulumi has not been built, or the environment has no backend.
 */
export async function environmentVariables(
  environment: string,
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  try {
    const own = stackEnvironment(env, environment);
    const tools = await toolchain();
    const path = [await ensureBinFolder(tools), own.PATH ?? ''].join(delimiter);
    // A person who has run `pulumi login` has the credentials of it in a folder of their own.
    const isOwnHome = own.PULUMI_HOME !== undefined || own.PULUMI_BACKEND_URL === undefined;
    return {
      ...engineSettings(own),
      ...own,
      PATH: path,
      ...(!isOwnHome && { PULUMI_HOME: await ensurePulumiHome(tools) }),
    };
  } catch (error) {
    if (error instanceof ToolchainError) throw new GitopsError(error.message);
    throw error;
  }
}

/** Shell lines that say what {@link environmentVariables} has changed, without a secret. */
export function describeVariables(
  before: NodeJS.ProcessEnv,
  after: NodeJS.ProcessEnv,
  environment: string,
): string[] {
  const added = (after.PATH ?? '').slice(0, -(before.PATH ?? '').length);
  const home = after.PULUMI_HOME;
  const isChosen = before.PULUMI_BACKEND_URL !== after.PULUMI_BACKEND_URL;
  return [
    `export PATH=${added}"$PATH"`,
    ...(home === undefined || home === before.PULUMI_HOME ? [] : [`export PULUMI_HOME=${home}`]),
    ...(isChosen ? [`# with the backend and the key of ${environment}, from STRATA_BACKENDS`] : []),
  ];
}
