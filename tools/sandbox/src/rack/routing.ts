// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';

/** Kernel settings that let the rack's network namespace route between pods. */
export const forwarding = [
  '/proc/sys/net/ipv4/ip_forward',
  '/proc/sys/net/ipv6/conf/all/forwarding',
] as const;

/** How to let a rack change these settings. */
export const allowRouting =
  'in a container, let /proc/sys be written (for example --security-opt systempaths=unconfined), ' +
  'or run on the machine itself';

/**
 * Tries in a network namespace of its own whether a rack may route between its pods. Returns
 * undefined when it may, otherwise the message of the system.
 *
 * @param path - PATH with the folders of system administration.
 */
export function routingFailure(path: string): string | undefined {
  const [setting] = forwarding;
  const namespaces = ['--user', '--map-root-user', '--net', '--mount'];
  const result = spawnSync('unshare', [...namespaces, 'sh', '-c', `echo 1 > ${setting}`], {
    env: { PATH: path },
    encoding: 'utf8',
    timeout: 10_000,
  });
  if (result.status === 0) return undefined;
  const said = (result.error?.message ?? result.stderr).trim().split('\n')[0] ?? '';
  return said.replace(/^sh: (?:\d+: )?/, '') || `sh ended with ${String(result.status)}`;
}
