// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { judgeEnvironment } from './test-environment/judge-environment.ts';
import { environmentFiles, environments } from './test-environment/valid-environment.ts';
import type { EnvironmentChoice } from './test-environment/valid-environment.ts';

/**
 * Number of environments. Each takes about half a second, so `npm test` tries a few, the same in
 * every run, and `npx nx run policies:thousand-environments` a thousand.
 */
const count = Number(process.env.STRATA_VALID_ENVIRONMENTS ?? '16');
const seed = Number(process.env.STRATA_ENVIRONMENT_SEED ?? '7');

const usual: EnvironmentChoice = {
  release: 'v1.8',
  hosts: 6,
  hostCpu: 64,
  storage: 'shared',
  flavors: [],
  mirror: false,
  bound: false,
  clusters: [
    {
      kubernetes: '1.35.4',
      workers: 2,
      size: 'standard-4',
      vlan: false,
      backup: true,
      administrator: true,
      delivery: true,
    },
  ],
};

test('no policy or gate objects to backups, to a person who is administrator of a user cluster, or to delivery by Flux, without a mirror', async () => {
  expect(await judgeEnvironment(environmentFiles(usual), 'lab')).toEqual([]);
}, 140_000);

test('no policy or gate objects to a mirror, with the settings of the runbook for sites without network', async () => {
  const files = environmentFiles({ ...usual, mirror: true });
  expect(await judgeEnvironment(files, 'lab')).toEqual([]);
}, 140_000);

test(
  `no policy or gate objects to ${count} generated valid environments (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(environments, async (choice) => {
        expect(await judgeEnvironment(environmentFiles(choice), 'lab')).toEqual([]);
      }),
      { numRuns: count, seed },
    );
  },
  120_000 + count * 20_000,
);
