// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { versionOf } from './bootstrap-args.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';
import { renderCloudConfig } from './cloud-config.ts';
import type { CloudConfig, LoginUser } from './cloud-config.ts';
import { containerdFiles } from './containerd-files.ts';
import { controlPlaneFiles } from './control-plane-files.ts';
import { findMinor, kubernetesMinors } from './kubernetes-minors.ts';
import { hasOwnEndpoint, machineFiles } from './machine-files.ts';
import { bootstrapUnit, shippedFiles } from './shipped-files.ts';

/** The disk that etcd's data is on: the serial number by which a control-plane machine finds it. */
export const etcdDisk = { serial: 'etcd', mountPath: '/var/lib/etcd' } as const;

/** Nobody without a key. */
function users({ config }: BootstrapArgs): LoginUser[] {
  const { user, authorizedKeys } = config.access.ssh;
  return authorizedKeys.length === 0 ? [] : [{ name: user, authorizedKeys }];
}

/** Of the minor, or of the newest for one that is not known: a check has refused that before. */
function pauseOf(args: BootstrapArgs): string {
  const minor = findMinor(versionOf(args)) ?? kubernetesMinors.at(-1);
  return minor?.pause ?? 'latest';
}

function bootPlan(args: BootstrapArgs): CloudConfig {
  const { config, platform } = args;
  const isControlPlane = args.role === 'control-plane';
  return {
    files: [
      ...machineFiles(args),
      ...(isControlPlane ? controlPlaneFiles(args.keys) : []),
      ...containerdFiles({
        pause: pauseOf(args),
        registries: config.kubernetes.registries,
        mirror: platform.registryMirror,
      }),
      ...shippedFiles({
        hasEndpoint: hasOwnEndpoint(args),
        drainSeconds: args.machine.drain.timeoutSeconds,
      }),
    ],
    users: users(args),
    keptDisks: isControlPlane ? [etcdDisk] : [],
    timeServers: config.network.ntp,
    commands: [
      ['systemctl', 'daemon-reload'],
      ['systemctl', 'enable', '--now', bootstrapUnit],
    ],
  };
}

/** What a machine reads at its first boot, so that it becomes a node. Holds secrets. */
export function renderUserData(args: BootstrapArgs): string {
  return renderCloudConfig(bootPlan(args));
}

/**
 * A short name for all that a machine is told, but for the token by which it joins: that one rotates
 * and no machine is replaced for it. Tells nothing of the secrets that go into it.
 */
export function userDataGeneration(args: BootstrapArgs): string {
  const text = renderUserData({ ...args, token: '' });
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}
