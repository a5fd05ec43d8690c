// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BootFile } from '../boot-file.ts';
import { fallbackData } from './interface-plan.ts';
import type { NetworkData } from './network-data.ts';

/** Facts about a machine by which cloud-init decides on its network configuration. */
export interface NetworkRun {
  readonly root: string;
  readonly boot: Pick<BootFile, 'instanceId' | 'interfaces'>;
  /** Network data on the disk with the start-up data; undefined without any. */
  readonly given: NetworkData | undefined;
  /** Whether the user data asks for it at every boot: `updates.network.when` has `boot`. */
  readonly everyBoot: boolean;
}

/**
 * Returns the network configuration that cloud-init leaves to a machine at a boot. It writes one at
 * the first boot of an instance, and never again unless the user data asks for it. Without network
 * data it writes its fallback, which finds the card by the MAC address of that boot; KubeVirt gives
 * the card another one with each pod, and then the machine has no network.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/stages.py `apply_network_config`, `update_event_enabled`
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/sources/__init__.py `default_update_events`
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/net/__init__.py `generate_fallback_config`
 * @see https://github.com/kubevirt/kubevirt/issues/9993
 */
export function keptNetworkData({ root, boot, given, everyBoot }: NetworkRun): NetworkData {
  const file = join(root, 'var/lib/cloud/instances', boot.instanceId, 'network-config.json');
  if (existsSync(file) && !everyBoot) return JSON.parse(readFileSync(file, 'utf8')) as NetworkData;
  const data = given ?? fallbackData(boot.interfaces);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(data));
  return data;
}
