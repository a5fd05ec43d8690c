// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { UserDataFile, UserDataUnit } from './boot-plan.ts';
import { etcdDevice, growUnit } from './etcd-disk.ts';
import type { GuestLayout } from './guest-layouts.ts';

/** Where the scripts are on a machine. */
export const scriptFolder = '/opt/strata/bin';

/** What a drain may take beyond the time that it gives pods, in seconds. */
const drainMargin = 60;

/** What scripts and units depend on. */
export interface ShippedArgs {
  readonly layout: GuestLayout;
  /** Whether the machine has the API's address as one of its own. */
  readonly hasEndpoint: boolean;
  readonly isControlPlane: boolean;
  /** Whether the machine's etcd is one of several members. */
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

/** A unit as it is on this machine: what stands between two @ differs from machine to machine. */
function unitText(name: string, { layout, drainSeconds }: ShippedArgs): string {
  return read(`units/${name}`)
    .replaceAll('@PREFIX@', layout.prefix)
    .replaceAll('@PATH@', layout.path)
    .replaceAll('@ETCD_DEVICE@', etcdDevice)
    .replaceAll('@STOP_SECONDS@', `${drainSeconds + drainMargin}`);
}

/** Put in place only where the image has not brought its own. */
const installedUnits = ['containerd.service', 'kubelet.service'] as const;

/** For a control-plane machine that is alone. */
const endpointUnit = 'strata-endpoint.service';

/**
 * The units of a machine, and whether every boot starts them. The first one runs until the machine is
 * a node; it enables the others when it is their time.
 */
const units: Readonly<Record<string, boolean>> = {
  'strata-bootstrap.service': true,
  'strata-node.service': false,
  'strata-power.service': false,
  'strata-drain.service': false,
  [endpointUnit]: false,
  [growUnit]: true,
};

/** Scripts of a machine. None differs from machine to machine: what does is in /etc/strata/machine.env. */
export function shippedFiles(args: ShippedArgs): UserDataFile[] {
  const names = ['bootstrap', 'install-kubernetes', 'keep-node', 'drain', 'power'];
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

/** Units of a machine. */
export function shippedUnits(args: ShippedArgs): UserDataUnit[] {
  return Object.entries(units)
    .filter(([name]) => args.hasEndpoint || name !== endpointUnit)
    .filter(([name]) => args.isControlPlane || name !== growUnit)
    .map(([name, enabled]) => ({ name, content: unitText(name, args), enabled }));
}
