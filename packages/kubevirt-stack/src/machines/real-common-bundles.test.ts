// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { minorNumber } from '@strata/contracts/versions';
import { builtTool } from '@strata/testing';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { commonSizes } from './common-instancetypes.ts';
import { commonPreferences, takenPreferenceNames } from './common-preferences.ts';

// The real virt-operator of each release has what it installs as text in its program (go:embed). A test of it
// starts nothing: it reads the objects and compares them with the tables.

interface Size {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly cpu: {
      readonly guest: number;
      readonly dedicatedCPUPlacement?: boolean;
      readonly numa?: object;
    };
    readonly memory: { readonly guest: string; readonly hugepages?: { readonly pageSize: string } };
  };
}

interface Preference {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly cpu?: object;
    readonly firmware?: { readonly preferredEfi?: { readonly secureBoot?: boolean } };
    readonly devices?: Readonly<Record<string, unknown>>;
    readonly requirements?: {
      readonly architecture?: string;
      readonly cpu?: { readonly guest: number };
      readonly memory?: { readonly guest: string };
    };
  };
}

/** Objects of one kind in a program, each of which begins like all others of the bundle. */
function embedded<T>(program: string, kind: string): T[] {
  const beginning = '---\napiVersion: instancetype.kubevirt.io/v1beta1\nkind: ';
  return program
    .split(beginning)
    .slice(1)
    .filter((one) => one.startsWith(`${kind}\n`))
    .map((one) => {
      // After the last object of a bundle the program goes on with other bytes.
      const [object = ''] = one.split(/[^\n\x20-\x7e]|\n---/u);
      return parseAllDocuments(`kind: ${object}`)[0]?.toJS() as T;
    });
}

function firmwareOf(efi: { readonly secureBoot?: boolean } | undefined) {
  if (efi === undefined) return undefined;
  return efi.secureBoot === true ? 'uefi-secure-boot' : 'uefi';
}

const gib = (text: string) =>
  text.endsWith('Mi') ? Number.parseFloat(text) / 1024 : Number.parseFloat(text);

const toolchain = resolve(import.meta.dirname, '../../../../tools/toolchain');
const tools = readdirSync(toolchain).filter((name) => /^kubevirt(-[\d.]+)?$/.test(name));

/** Version of the KubeVirt that a tool builds, without a leading `v`. */
function versionOf(tool: string): string {
  const text = readFileSync(join(toolchain, tool, 'go.mod'), 'utf8');
  return /^(?:require )?\s*kubevirt\.io\/kubevirt v(\S+)/m.exec(text)?.[1] ?? '';
}

test('there is a KubeVirt to compare with for each release', () => {
  expect(tools.map((tool) => minorNumber(versionOf(tool))).toSorted()).toEqual(
    releases.map(({ components }) => minorNumber(components.kubevirt.version)).toSorted(),
  );
});

// Proves: sizes.common-instancetypes
test.each(tools)('the tables say what the real virt-operator of %s installs', (tool) => {
  const version = versionOf(tool);
  const program = readFileSync(builtTool(`${tool}-${version}`, 'virt-operator'), 'latin1');
  const sizes = embedded<Size>(program, 'VirtualMachineClusterInstancetype');
  expect(
    Object.fromEntries(
      sizes.map(({ metadata: { name }, spec: { cpu, memory } }) => [
        name,
        {
          name,
          cpu: cpu.guest,
          memoryGiB: gib(memory.guest),
          ...(cpu.dedicatedCPUPlacement === true && { dedicatedCpus: true }),
          ...(memory.hugepages !== undefined && { hugepages: memory.hugepages.pageSize }),
          ...(cpu.numa !== undefined && { numaPassthrough: true }),
        },
      ]),
    ),
  ).toEqual(Object.fromEntries(commonSizes(version).map((size) => [size.name, size])));

  const preferences = embedded<Preference>(program, 'VirtualMachineClusterPreference');
  const names = preferences.map(({ metadata: { name } }) => name);
  expect(names.filter((name) => !name.includes('.')).toSorted()).toEqual(
    takenPreferenceNames.toSorted(),
  );
  for (const { name, requires, firmware } of commonPreferences()) {
    const { spec } = preferences.find(({ metadata }) => metadata.name === name) ?? {};
    const { architecture = 'amd64', cpu, memory } = spec?.requirements ?? {};
    expect({
      name,
      architecture,
      topology: spec?.cpu,
      firmware: firmwareOf(spec?.firmware?.preferredEfi),
      cpu: cpu?.guest,
      memory: memory && gib(memory.guest),
    }).toEqual({
      name,
      architecture: 'amd64',
      topology: undefined,
      firmware,
      cpu: requires?.cpu,
      memory: requires?.memoryGiB,
    });
    expect(spec?.devices).toMatchObject({
      preferredDiskBus: 'virtio',
      preferredInterfaceModel: 'virtio',
    });
    for (const key of [
      'preferredNetworkInterfaceMultiQueue',
      'preferredDisableHotplug',
      'preferredAutoattachGraphicsDevice',
    ]) {
      expect(spec?.devices).not.toHaveProperty(key);
    }
  }
});
