// SPDX-License-Identifier: Apache-2.0
import type { MachineConfig } from '../config/index.ts';
import { versionOf } from './bootstrap-args.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';
import type { BootPlan, LoginUser } from './boot-plan.ts';
import { renderCloudConfig } from './cloud-config.ts';
import { containerdFiles } from './containerd-files.ts';
import { controlPlaneFiles } from './control-plane-files.ts';
import { etcdDisk, growRule } from './etcd-disk.ts';
import { layoutOf } from './guest-layouts.ts';
import { renderIgnition } from './ignition.ts';
import { findMinor } from './kubernetes-minors.ts';
import { hasOwnEndpoint, machineFiles } from './machine-files.ts';
import { shippedFiles, shippedUnits } from './shipped-files.ts';
import { growVolumeRule } from './volume-growth.ts';

/** Returns the user with all keys; no user where there is no key. */
function users({ config, machine }: BootstrapArgs): LoginUser[] {
  const { user, authorizedKeys } = config.access.ssh;
  const all = [...new Set([...authorizedKeys, ...machine.authorizedKeys])];
  return all.length === 0 ? [] : [{ name: user, authorizedKeys: all }];
}

/**
 * Returns the tag of the pause image for the VM's minor.
 *
 * @throws Error for a version that is not supported: `checkKubernetes` refuses it before.
 */
function pauseOf(args: BootstrapArgs): string {
  const version = versionOf(args);
  const minor = findMinor(version);
  if (minor === undefined) throw new Error(`Kubernetes ${version} is not supported`);
  return minor.pause;
}

function bootPlan(args: BootstrapArgs): BootPlan {
  const { config, platform } = args;
  const isControlPlane = args.role === 'control-plane';
  const shipped = {
    layout: layoutOf(args.machine),
    hasEndpoint: hasOwnEndpoint(args),
    isControlPlane,
    hasPeers: isControlPlane && config.controlPlane.replicas > 1,
    drainSeconds: args.machine.drain.timeoutSeconds,
  };
  return {
    files: [
      ...machineFiles(args),
      ...(isControlPlane ? [...controlPlaneFiles(args), growRule] : []),
      growVolumeRule,
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

/** Renderer of each kind of start-up data. */
const formats: Readonly<Record<MachineConfig['cloudInit'], (plan: BootPlan) => string>> = {
  noCloud: renderCloudConfig,
  configDrive: renderCloudConfig,
  ignition: renderIgnition,
};

/** Renders what a VM reads at its first boot to become a node. The text holds secrets. */
export function renderUserData(args: BootstrapArgs): string {
  return formats[args.machine.cloudInit](bootPlan(args));
}
