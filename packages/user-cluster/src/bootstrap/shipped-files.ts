// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import type { UserDataFile } from './cloud-config.ts';

/** Where the scripts are on a machine. */
export const scriptFolder = '/opt/strata/bin';

const unitFolder = '/etc/systemd/system';

/** Runs at every boot until the machine is a node: cloud-init's own commands run only once. */
export const bootstrapUnit = 'strata-bootstrap.service';

/** What a drain may take beyond the time that it gives pods, in seconds. */
const drainMargin = 60;

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

function script(name: string): UserDataFile {
  return {
    path: `${scriptFolder}/${name}`,
    content: read(`scripts/${name}.sh`),
    permissions: '0755',
  };
}

function unit(name: string, folder: string): UserDataFile {
  return { path: `${folder}/${name}`, content: read(`units/${name}`), permissions: '0644' };
}

/** Put in place only where the image has not brought its own. */
const installedUnits = ['containerd.service', 'kubelet.service'] as const;

/** The same on every machine: what differs is in /etc/strata/machine.env. */
const always: readonly UserDataFile[] = [
  ...['bootstrap', 'install-kubernetes', 'drain', 'power'].map(script),
  unit(bootstrapUnit, unitFolder),
  unit('strata-power.service', unitFolder),
  ...installedUnits.map((name) => unit(name, '/etc/strata/units')),
];

/** For a control-plane machine that is alone. */
const ownEndpoint: readonly UserDataFile[] = [
  script('endpoint'),
  unit('strata-endpoint.service', unitFolder),
];

/** The time that systemd gives it follows from the configuration. */
function drainUnit(drainSeconds: number): UserDataFile {
  const file = unit('strata-drain.service', unitFolder);
  const content = file.content.replace('@STOP_SECONDS@', `${drainSeconds + drainMargin}`);
  return { ...file, content };
}

/** Scripts and systemd units of a machine. */
export function shippedFiles(machine: {
  readonly hasEndpoint: boolean;
  readonly drainSeconds: number;
}): UserDataFile[] {
  return [...always, drainUnit(machine.drainSeconds), ...(machine.hasEndpoint ? ownEndpoint : [])];
}
