// SPDX-License-Identifier: Apache-2.0
import { measurementName, mutationSettings } from './settings.ts';

test('selects all folders of a package when none is named', () => {
  expect(mutationSettings(['infra'])).toEqual({
    package: 'infra',
    folders: ['access', 'cluster', 'config', 'kubeone', 'profile'],
    isWide: false,
    isResumed: false,
  });
  expect(mutationSettings(['--wide', 'user-cluster', '--resume', 'cloud'])).toEqual({
    package: 'user-cluster',
    folders: ['cloud'],
    isWide: true,
    isResumed: true,
  });
});

test('refuses packages and folders that are not in the table', () => {
  expect(() => mutationSettings(['sandbox'])).toThrow(
    'there is no package "sandbox"; there are infra, kubevirt-stack, user-cluster. ' +
      'Usage: npm run mutate -- [--wide] [--resume] <package> [folder ...], or npm run mutate -- scripts [script ...]',
  );
  expect(() => mutationSettings(['infra', 'ssh'])).toThrow(
    'infra renders nothing in "ssh", as rendering-folders.ts has it: access, cluster, config, kubeone, profile',
  );
});

test('each set of folders has a name of its own', () => {
  const nameOf = (...args: string[]) => measurementName(mutationSettings(args));
  expect(nameOf('infra')).toBe('infra');
  expect(nameOf('infra', 'cluster', 'access')).toBe('infra+cluster+access');
  expect(nameOf('kubevirt-stack', 'monitoring/alerts')).toBe('kubevirt-stack+monitoring-alerts');
});
