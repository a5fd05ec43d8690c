// SPDX-License-Identifier: Apache-2.0
import type { MachineConfig } from '@strata/contracts';
import { versionOf } from './bootstrap-args.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';
import type { BootPlan, LoginUser } from './boot-plan.ts';
import { renderCloudConfig } from './cloud-config.ts';
import { containerdFiles } from './containerd-files.ts';
import { controlPlaneFiles } from './control-plane-files.ts';
import { layoutOf } from './guest-layouts.ts';
import { renderIgnition } from './ignition.ts';
import { findMinor, kubernetesMinors } from './kubernetes-minors.ts';
import { hasOwnEndpoint, machineFiles } from './machine-files.ts';
import { shippedFiles, shippedUnits } from './shipped-files.ts';

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

function bootPlan(args: BootstrapArgs): BootPlan {
  const { config, platform } = args;
  const isControlPlane = args.role === 'control-plane';
  const shipped = {
    layout: layoutOf(args.machine),
    hasEndpoint: hasOwnEndpoint(args),
    drainSeconds: args.machine.drain.timeoutSeconds,
  };
  return {
    files: [
      ...machineFiles(args),
      ...(isControlPlane ? controlPlaneFiles(args.keys) : []),
      ...containerdFiles({
        pause: pauseOf(args),
        registries: config.kubernetes.registries,
        mirror: platform.registryMirror,
      }),
      ...shippedFiles(shipped),
    ],
    units: shippedUnits(shipped),
    users: users(args),
    keptDisks: isControlPlane ? [etcdDisk] : [],
    timeServers: config.network.ntp,
  };
}

/** The format of each kind of start-up data. */
const formats: Readonly<Record<MachineConfig['cloudInit'], (plan: BootPlan) => string>> = {
  noCloud: renderCloudConfig,
  configDrive: renderCloudConfig,
  ignition: renderIgnition,
};

/** What a machine reads at its first boot, so that it becomes a node. Holds secrets. */
export function renderUserData(args: BootstrapArgs): string {
  return formats[args.machine.cloudInit](bootPlan(args));
}
