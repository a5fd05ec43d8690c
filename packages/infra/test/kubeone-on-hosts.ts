// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ManifestHost } from '../src/kubeone/kubeone-manifest.ts';

/** Step of KubeOne on a host; kubeone-on-host.sh describes each. */
export type KubeoneStep = 'install' | 'upgrade' | 'upgrade-kubelet';

type Target = Pick<ManifestHost, 'publicAddress' | 'sshPort' | 'sshUsername' | 'sshPrivateKeyFile'>;

const script = join(import.meta.dirname, '../src/profile/testing/kubeone-on-host.sh');

/**
 * Changes a scratch host over SSH as KubeOne changes a real one.
 *
 * @throws Error with the standard error of the host when the step fails.
 */
export async function touchHost(host: Target, step: KubeoneStep): Promise<void> {
  const { publicAddress, sshPort, sshUsername, sshPrivateKeyFile } = host;
  if (sshPrivateKeyFile === undefined) throw new Error('a scratch host needs a key in a file');
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
  const child = spawn(
    'ssh',
    [
      '-F',
      'none',
      '-i',
      sshPrivateKeyFile,
      '-p',
      String(sshPort),
      ...options.flatMap((option) => ['-o', option]),
      `${sshUsername}@${publicAddress}`,
      `sh -s ${step}`,
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  child.stdin.end(readFileSync(script));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [said, code] = await Promise.all([text(child.stderr), closed]);
  if (code !== 0) throw new Error(`${step} failed at ${publicAddress}: ${said}`);
}
