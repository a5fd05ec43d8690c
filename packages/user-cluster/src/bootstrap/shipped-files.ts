// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { UserDataFile, UserDataUnit } from './boot-plan.ts';
import { etcdDevice, growUnit } from './etcd-disk.ts';
import type { GuestLayout } from './guest-layouts.ts';
import { growVolumeUnit } from './volume-growth.ts';

/** Folder of the scripts on a VM. */
export const scriptFolder = '/opt/strata/bin';

/** Seconds that a drain may take beyond the time that it gives pods. */
const drainMargin = 60;

/** Facts about a VM that its scripts and units depend on. */
export interface ShippedArgs {
  readonly layout: GuestLayout;
  /** Whether the VM has the API's address as one of its own. */
  readonly hasEndpoint: boolean;
  readonly isControlPlane: boolean;
  /** Whether the VM's etcd is one of several members. */
  readonly hasPeers: boolean;
  readonly drainSeconds: number;
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

function script(name: string): UserDataFile {
  return {
    path: `${scriptFolder}/${name}`,
    content: read(`scripts/${name}.sh`),
    permissions: '0755',
  };
}

/** Returns the text of a unit on this VM: each placeholder between two @ gets its value. */
function unitText(name: string, { layout, drainSeconds }: ShippedArgs): string {
  return read(`units/${name}`)
    .replaceAll('@PREFIX@', layout.prefix)
    .replaceAll('@PATH@', layout.path)
    .replaceAll('@ETCD_DEVICE@', etcdDevice)
    .replaceAll('@STOP_SECONDS@', `${drainSeconds + drainMargin}`);
}

/** Units that are installed only where the image lacks its own. */
const installedUnits = ['containerd.service', 'kubelet.service'] as const;

/** Unit of a single control-plane VM. */
const endpointUnit = 'strata-endpoint.service';

/**
 * Units of a VM, and whether every boot starts them. The first one runs until the VM is a node, and
 * enables the others when they are needed.
 */
const units: Readonly<Record<string, boolean>> = {
  'strata-bootstrap.service': true,
  'strata-node.service': false,
  'strata-power.service': false,
  'strata-drain.service': false,
  [endpointUnit]: false,
  [growUnit]: true,
  [growVolumeUnit]: false,
};

/**
 * Returns the scripts of a VM. They are the same on every VM: all differences are in
 * /etc/strata/machine.env.
 */
export function shippedFiles(args: ShippedArgs): UserDataFile[] {
  const names = ['bootstrap', 'install-kubernetes', 'keep-node', 'drain', 'power', 'grow-volume'];
  return [
    ...names.map(script),
    ...(args.hasEndpoint ? [script('endpoint')] : []),
    ...(args.hasPeers ? [script('remove-lost-member')] : []),
    ...installedUnits.map((name): UserDataFile => ({
      path: `/etc/strata/units/${name}`,
      content: unitText(name, args),
      permissions: '0644',
    })),
  ];
}

/** Returns the units of a VM. */
export function shippedUnits(args: ShippedArgs): UserDataUnit[] {
  return Object.entries(units)
    .filter(([name]) => args.hasEndpoint || name !== endpointUnit)
    .filter(([name]) => args.isControlPlane || name !== growUnit)
    .map(([name, enabled]) => ({ name, content: unitText(name, args), enabled }));
}
