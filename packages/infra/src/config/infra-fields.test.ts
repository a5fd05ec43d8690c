// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
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

test('has a default for everything but how to reach the hosts', () => {
  const { problems, valid } = inspect({});
  expect({ problems, valid }).toEqual({
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
        highDensity: { swapGiB: 8, swappiness: 60, ksm: 'host', ksmPagesToScan: 1000 },
        highPerformance: {
          reservedCores: 2,
          hugepagesGiB: 0,
          governor: 'performance',
          pinInterrupts: true,
          topologyManager: 'restricted',
        },
      },
      bridges: [],
    },
    problems: [],
  });
});

test('reports all problems of bridges and profiles at once', () => {
  const { problems } = inspect({
    bridges: [
      {
        name: 'a-bridge-with-a-name',
        uplink: 'eth1',
        mtu: 900,
        vlans: [1, '1-9', '9-5', '5-4095', 4095, '5-5'],
      },
    ],
    hostProfiles: { highPerformance: { reservedCores: 3 } },
  });
  expect(problems.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'hostProfiles.highPerformance.reservedCores: expected 1 or 2, got 3',
    'bridges.0.name: expected the name of a bridge, at most 15 characters, got "a-bridge-with-a-name"',
    'bridges.0.mtu: expected bytes from 1280 to 9216, got 900',
    ...['1', '"1-9"', '"9-5"', '"5-4095"', '4095'].map(
      (found, place) =>
        `bridges.0.vlans.${place}: expected a VLAN ID from 2 to 4094 (1 is for frames without a tag, those of the hosts among them), or a range such as 100-199, got ${found}`,
    ),
  ]);
});
