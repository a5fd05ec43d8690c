// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { inspectConfig } from '../read-config.ts';
import { bridges, hostProfiles } from './host-profile-fields.ts';
import { preflight } from './preflight-fields.ts';

const schema = z.strictObject({
  preflight,
  hostProfiles,
  bridges,
});

const inspect = (config: Readonly<Record<string, unknown>>, secretKeys: string[] = []) =>
  inspectConfig(schema, {
    project: 'infra',
    stack: 'sandbox',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [`infra:${key}`, JSON.stringify(value)]),
    ),
    secretKeys,
  });

test('has a default for everything but the way in', () => {
  expect(inspect({})).toEqual({
    valid: {
      preflight: {
        resolves: ['registry.k8s.io'],
        iommu: false,
        sriovFunctions: 0,
        diskGB: 30,
        waived: {},
      },
      hostProfiles: {
        profile: 'standard',
        hosts: {},
        highDensity: { swapGiB: 8, swappiness: 60, ksmPagesToScan: 1000 },
        highPerformance: {
          reservedCores: 2,
          hugepagesGiB: 0,
          governor: 'performance',
          pinInterrupts: true,
        },
      },
      bridges: [],
    },
    problems: [],
  });
});

test('says what is wrong with bridges and profiles, all at once', () => {
  const { problems } = inspect({
    bridges: [{ name: 'a-bridge-with-a-name', uplink: 'eth1', mtu: 900, vlans: [4095] }],
    hostProfiles: { highPerformance: { reservedCores: 3 } },
  });
  expect(problems.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'hostProfiles.highPerformance.reservedCores: expected 1 or 2, got 3',
    'bridges.0.name: expected the name of a bridge, at most 15 characters, got "a-bridge-with-a-name"',
    'bridges.0.mtu: expected bytes from 1280 to 9216, got 900',
    'bridges.0.vlans.0: expected a VLAN ID from 1 to 4094, or a range such as 100-199, got 4095',
  ]);
});
