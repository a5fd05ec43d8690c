// SPDX-License-Identifier: Apache-2.0
import { pulumi } from '../run/pulumi-process.ts';
import { backendsVariable } from '../run/stack-environment.ts';
import type { RunContext } from '../run/stack-run.ts';

/** Returns the URL in the answer of `pulumi whoami --json`; undefined when there is none. */
function urlIn(answer: string): string | undefined {
  try {
    return (JSON.parse(answer) as { readonly url?: string }).url;
  } catch {
    return undefined;
  }
}

/**
 * Returns the environment variables with the backend that `pulumi login` has chosen, where no variable
 * chooses one. They are unchanged when nobody has logged in, or there is no Pulumi.
 */
export async function withBackendOfLogin({
  env,
  signal,
  workspace,
}: RunContext): Promise<NodeJS.ProcessEnv> {
  if (env.PULUMI_BACKEND_URL !== undefined || (env[backendsVariable] ?? '') !== '') return env;
  try {
    const context = { cwd: workspace.root, env, signal };
    const { code, stdout } = await pulumi(['whoami', '--verbose', '--json'], context);
    const url = code === 0 ? urlIn(stdout) : undefined;
    return url === undefined ? env : { ...env, PULUMI_BACKEND_URL: url };
  } catch {
    // The check of versions reports a Pulumi that cannot be started.
    return env;
  }
}
