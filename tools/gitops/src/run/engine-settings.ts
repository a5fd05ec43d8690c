// SPDX-License-Identifier: Apache-2.0
import { cacheDir } from '@strata/toolchain';
import { join } from 'node:path';

/**
 * How Strata runs Pulumi's engine, everywhere: in pipelines, in the sandbox and in the bench. None of
 * these trades safety for time.
 *
 * @see https://www.pulumi.com/docs/iac/cli/environment-variables/
 */
export function engineSettings(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return {
    // Programs are compiled once. Not below TMPDIR, where Node has it by default, for that is gone
    // after the run.
    NODE_COMPILE_CACHE: join(cacheDir(env), 'node-compile-cache'),
    // Large manifests are compared on all cores.
    PULUMI_PARALLEL_DIFF: 'true',
    // Engine and providers look for garbage a quarter as often: a tenth of their CPU. Each takes at most
    // five times the memory of what it keeps, where Go's default is twice.
    GOGC: '400',
    // A run does not ask the internet for a newer Pulumi.
    PULUMI_SKIP_UPDATE_CHECK: 'true',
  };
}
