// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { loadManifest } from '@strata/manifests';
import { checkKnownCards } from './check-known-cards.ts';
import type { SriovPolicyConfig } from './config/index.ts';
import { smallManifest } from './test-manifest.ts';
import { testPolicy } from './test-policy.ts';

const version = findRelease('v1.8')?.optional['sriov-network-operator'].version ?? '';
const upstream = loadManifest('sriov-network-operator', version);

const policy = (nicSelector: SriovPolicyConfig['nicSelector']): SriovPolicyConfig => ({
  ...testPolicy,
  nicSelector,
});

const problemsOf = (...selectors: SriovPolicyConfig['nicSelector'][]) =>
  checkKnownCards(selectors.map(policy), upstream);

test('accepts cards that the operator knows, and policies that name none', () => {
  expect(
    problemsOf(
      { vendor: '15b3' },
      { vendor: '8086', deviceID: '1572' },
      { deviceID: '1017' },
      { pfNames: ['ens1f0'] },
    ),
  ).toEqual([]);
});

test('rejects cards that the operator leaves out', () => {
  const problems = problemsOf(
    { vendor: '10de' },
    { vendor: '15b3', deviceID: '1572' },
    { vendor: '8086', deviceID: '10fb' },
    { deviceID: '10fb' },
  );
  expect(problems.map(({ path }) => path.join('.'))).toEqual([
    'sriov.policies.0.nicSelector.vendor',
    'sriov.policies.1.nicSelector.deviceID',
    'sriov.policies.2.nicSelector.deviceID',
    'sriov.policies.3.nicSelector.deviceID',
  ]);
  expect(problems.map(({ message }) => message.split(';')[0])).toEqual([
    'the operator knows no card of the vendor "10de"',
    'the operator knows no card "1572" of the vendor "15b3", and leaves it out',
    'the operator knows no card "10fb" of the vendor "8086", and leaves it out',
    'the operator knows no card "10fb", and leaves it out',
  ]);
});

test('rejects nothing where the manifest names no cards', () => {
  const manifest = smallManifest('sriov-network-operator');
  expect(checkKnownCards([policy({ vendor: '10de' })], manifest)).toEqual([]);
});
