// SPDX-License-Identifier: Apache-2.0
import { mutationSettings } from './settings.ts';

test('selects all folders of a package when none is named', () => {
  expect(mutationSettings(['infra'])).toEqual({
    package: 'infra',
    folders: ['access', 'cluster', 'config', 'kubeone', 'profile'],
    isWide: false,
  });
  expect(mutationSettings(['--wide', 'user-cluster', 'cloud'])).toEqual({
    package: 'user-cluster',
    folders: ['cloud'],
    isWide: true,
  });
});

test('refuses packages and folders that are not in the table', () => {
  expect(() => mutationSettings(['sandbox'])).toThrow(
    'there is no package "sandbox"; there are infra, kubevirt-stack, user-cluster. ' +
      'Usage: npm run mutate -- [--wide] <package> [folder ...]',
  );
  expect(() => mutationSettings(['infra', 'ssh'])).toThrow(
    'infra renders nothing in "ssh", as rendering-folders.ts has it: access, cluster, config, kubeone, profile',
  );
});
