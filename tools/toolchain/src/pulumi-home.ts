// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache-dir.ts';
import { contentName } from './content-name.ts';
import { publishFolder } from './publish-folder.ts';
import type { Toolchain } from './resolved-toolchain.ts';
import { messageOf, ToolchainError } from './toolchain-error.ts';

/**
 * Content of a file that stands where the CLI would make a folder for its automatic debug logs. The
 * CLI compresses every property of every resource into these logs: with the operators' large
 * definitions that took 35 of 49 s of an update that changed nothing. There is no switch; when it
 * cannot make the folder, the CLI writes no logs.
 */
const logsNote = 'A file, so that Pulumi keeps no debug logs here.\n';

const installTimeoutMs = 120_000;

/**
 * Makes a folder for PULUMI_HOME in which the Kubernetes provider is installed as a plugin. Pulumi
 * would print a warning at every run if it found the provider only on PATH.
 *
 * @param toolchain must hold `pulumi` and `pulumi-resource-kubernetes`.
 * @returns the absolute path of `<cache>/pulumi-home-<provider key>`.
 * @throws ToolchainError when Pulumi refuses the plugin.
 * @see https://www.pulumi.com/docs/iac/cli/commands/pulumi_plugin_install/
 */
export async function ensurePulumiHome(
  toolchain: Toolchain,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const pulumi = toolchain.get('pulumi', 'pulumi');
  const provider = toolchain.get('pulumi-resource-kubernetes', 'pulumi-resource-kubernetes');
  const key = await contentName([provider]);
  return publishFolder(join(cacheDir(env), `pulumi-home-${key}`), async (folder) => {
    await writeFile(join(folder, 'logs'), logsNote);
    const plugin = ['resource', 'kubernetes', provider.version, '--file', provider.path];
    try {
      await promisify(execFile)(pulumi.path, ['plugin', 'install', ...plugin], {
        env: { ...env, PULUMI_HOME: folder, PULUMI_SKIP_UPDATE_CHECK: 'true' },
        timeout: installTimeoutMs,
      });
    } catch (error) {
      const [reason] = messageOf(error).trim().split('\n').slice(-1);
      throw new ToolchainError(
        `Pulumi could not install its Kubernetes plugin from ${provider.path} (${reason}); ` +
          'delete that file and run `npm run toolchain`.',
      );
    }
  });
}
