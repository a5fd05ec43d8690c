// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from '../command.ts';
import { environmentArgument } from '../stacks.ts';
import { fileIn, generatorFlags, generatorOptionSpecs } from './generator-flags.ts';

/** The file of a new user cluster. */
export const newCluster: CommandSpec = {
  name: 'new cluster',
  group: 'New files',
  summary: 'write the file of a user cluster, with the next free addresses of its environment',
  arguments: [environmentArgument, { name: 'name', text: 'of the cluster' }],
  options: generatorOptionSpecs('user-cluster', ['environment']),
  examples: [
    'new cluster production shop',
    'new cluster production shop --workers 3 --vlan',
    'new cluster production shop --profile offices',
    'new cluster production shop --from-kkp shop.kkp.yaml',
    'new cluster production shop --from-capk shop.capk.yaml',
    'new cluster production shop --from-harvester shop.harvester.yaml',
  ],
  plan: (input, { folder, repository }) => {
    const environment = input.argument('environment');
    repository.stacksOf(environment);
    // The generator runs in the root of the repository.
    const flags = generatorFlags('user-cluster', input, {
      fromCapk: fileIn(folder),
      fromHarvester: fileIn(folder),
      fromKkp: fileIn(folder),
    });
    const generator = ['@strata/nx-pulumi:user-cluster', input.argument('name')];
    return [{ argv: ['nx', 'g', ...generator, '--environment', environment, ...flags] }];
  },
};
