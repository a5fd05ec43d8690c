// SPDX-License-Identifier: Apache-2.0
export { addresses, machineAddress } from './boot/addresses.ts';
export type { MachineSeed } from './boot/machine-disks.ts';
export { makeDisks } from './boot/machine-disks.ts';
export type { MachineNetwork } from './boot/machine-network.ts';
export { startMachineNetwork } from './boot/machine-network.ts';
export type { Qemu } from './boot/qemu.ts';
export { findQemu } from './boot/qemu.ts';
export type { Boot } from './boot/virtual-machine.ts';
export { powerOn } from './boot/virtual-machine.ts';
export type { HostTools } from './debian/host-tools.ts';
export { ensureHostTools } from './debian/host-tools.ts';
export type { MachineImage } from './debian/machine-image.ts';
export { ensureMachineImage } from './debian/machine-image.ts';
export type { Download, ImageSpec } from './images/write-mirror.ts';
export { ensureMirror } from './images/write-mirror.ts';
export { MissingPrerequisite } from './missing-prerequisite.ts';
export { findOnPath } from './run-command.ts';
