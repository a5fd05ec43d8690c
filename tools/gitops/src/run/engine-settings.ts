// SPDX-License-Identifier: Apache-2.0
import { cacheDir } from '@strata/toolchain';
import { join } from 'node:path';

/**
 * Returns the environment variables with which Strata runs Pulumi's engine everywhere: in
 * pipelines, in the sandbox and in the bench. None of them trades safety for time.
 *
 * @see https://www.pulumi.com/docs/iac/cli/environment-variables/
 */
export function engineSettings(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  return {
    // Programs are compiled once. The cache is not below TMPDIR, Node's default, because that
    // folder is deleted after the run.
    NODE_COMPILE_CACHE: join(cacheDir(env), 'node-compile-cache'),
    // A program that starts again is loaded from one file, made of its sources.
    STRATA_PROGRAM_BUNDLES: env.STRATA_PROGRAM_BUNDLES ?? join(cacheDir(env), 'program-bundles'),
    // Large manifests are compared on all cores.
    PULUMI_PARALLEL_DIFF: 'true',
    // Engine and providers collect garbage a quarter as often, which saves a tenth of their CPU
    // time. Each takes at most five times the memory of its live data; Go's default is twice.
    GOGC: '400',
    // A run does not ask the internet for a newer Pulumi.
    PULUMI_SKIP_UPDATE_CHECK: 'true',
  };
}
