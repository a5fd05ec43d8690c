// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { fileIn, generatorFlags, generatorOptionSpecs } from './generator-flags.ts';

/** The files of a new environment. */
export const newEnvironment: CommandSpec = {
  name: 'new environment',
  group: 'New files',
  summary: 'write the files of an environment: infra cluster, platform, address plan, limits',
  details: 'In a terminal it asks for what is missing.',
  arguments: [{ name: 'name', text: 'of the environment' }],
  options: generatorOptionSpecs('environment'),
  examples: [
    'new environment hall-2 --storage-class ceph-block --endpoints 10.40.8.10-10.40.8.49 --load-balancers 10.40.8.50-10.40.8.250',
    'new environment hall-2 --storage-class ceph-block --endpoints 10.40.8.10-10.40.8.49 --load-balancers 10.40.8.50-10.40.8.250 --from-kkp-seed seed.yaml --datacenter hall-2',
  ],
  plan: (input, { folder }) => {
    const flags = generatorFlags('environment', input, { fromKkpSeed: fileIn(folder) });
    const generator = ['@strata/nx-pulumi:environment', input.argument('name')];
    return [{ argv: ['nx', 'g', ...generator, ...flags] }];
  },
};
