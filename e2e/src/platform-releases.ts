// SPDX-License-Identifier: Apache-2.0
import type { RackSession, StackName } from '@strata/sandbox';
import { join } from 'node:path';
import { changedConfig } from './changed-config.ts';
import { pulumi, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

/** Where all images come from; the sandbox knows them by the last part of their names. */
export const mirror = 'registry.example.org/mirror';

/**
 * Options of the Pulumi CLI by which the platform's stack has a release.
 *
 * @param dir - for the changed file.
 */
export function releaseOptions(dir: string, name: string): string[] {
  const file = changedConfig(
    'kubevirt-stack/Pulumi.sandbox.yaml',
    dir,
    [/ {2}kubevirt-stack:release: .*\n/, ''],
    [
      'config:\n',
      `config:\n  kubevirt-stack:release: ${name}\n  kubevirt-stack:registryMirror: ${mirror}\n`,
    ],
    // CDI of the oldest release cannot check what it downloads.
    [/ {4}- name: flatcar(.*\n)+? {6}sizeGiB: 10\n/, ''],
  );
  return ['--config-file', file];
}

/** Brings the platform to a release. @param dir - for the changed file. */
export async function updatePlatform(
  session: RackSession,
  dir: string,
  name: string,
): Promise<void> {
  const options = [...releaseOptions(dir, name), '--yes', '--skip-preview'];
  expectSuccess(await pulumi(session, stacks.platform, ['up', ...options]));
}

/** Makes a stack in the sandbox's backend. */
export async function initializeStack(
  session: RackSession,
  { program, stack }: StackName,
): Promise<void> {
  await session.capture(['pulumi', 'stack', 'init', stack, '--no-select'], {
    cwd: join(import.meta.dirname, '../../packages', program),
  });
}
