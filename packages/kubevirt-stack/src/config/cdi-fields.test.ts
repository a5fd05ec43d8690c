// SPDX-License-Identifier: Apache-2.0
import { parseConfig } from '@strata/contracts/program';
import { z } from 'zod';
import { cdi } from './cdi-fields.ts';
import { storageProfiles } from './cdi-storage-profile-fields.ts';

function read(value: object, secretKeys: readonly string[] = []) {
  const identity = { project: 'kubevirt-stack', stack: 'sandbox' };
  const values = { 'kubevirt-stack:cdi': JSON.stringify(value) };
  return parseConfig(z.strictObject({ cdi }), { ...identity, values, secretKeys }).cdi;
}

test('waits for the first consumer by default, and leaves the rest to CDI', () => {
  expect(read({})).toEqual({ featureGates: ['HonorWaitForFirstConsumer'] });
});

// Proves: cdi.importer-settings
test('rejects a proxy in plain text, because it may contain a password', () => {
  const proxy = { importProxy: { HTTPSProxy: 'http://user:word@proxy.example.org:3128' } };
  expect(() => read(proxy)).toThrow(
    'config.kubevirt-stack:cdi.importProxy.HTTPSProxy: a secret in plain text; remove it, then ' +
      'pulumi -C packages/kubevirt-stack config set --stack sandbox --secret ' +
      "--path 'cdi.importProxy.HTTPSProxy'",
  );
  expect(read(proxy, ['kubevirt-stack:cdi'])).toMatchObject(proxy);
});

test('never prints an invalid proxy', () => {
  const attempt = () =>
    read({ importProxy: { HTTPProxy: 'user:word@proxy' } }, ['kubevirt-stack:cdi']);
  expect(attempt).toThrow(
    'config.kubevirt-stack:cdi.importProxy.HTTPProxy: expected the URL of a proxy like ' +
      '"http://user:password@proxy.example.org:3128", got a secret value that is not shown',
  );
});

const share = 'a number from 0 to 1 with at most three decimals';

test.each([
  [{ filesystemOverhead: { global: 6 } }, 'filesystemOverhead.global', share, '6'],
  [
    { filesystemOverhead: { storageClass: { fast: 0.0625 } } },
    'filesystemOverhead.storageClass.fast',
    share,
    '0.0625',
  ],
  [
    { uploadProxyURLOverride: 'https://uploads.example.org' },
    'uploadProxyURLOverride',
    'a host and port like "uploads.example.org:443"',
    '"https://uploads.example.org"',
  ],
  [
    { cloneStrategyOverride: 'smart' },
    'cloneStrategyOverride',
    'one of "snapshot", "csi-clone", "copy"',
    '"smart"',
  ],
  [
    { podResourceRequirements: { limits: { cpu: 2 } } },
    'podResourceRequirements.limits.cpu',
    'CPUs such as "750m" or "2"',
    '2',
  ],
])('rejects %j', (settings, path, expected, got) => {
  expect(() => read(settings)).toThrow(
    `config.kubevirt-stack:cdi.${path}: expected ${expected}, got ${got}`,
  );
});

test('accepts shares with three decimals', () => {
  const filesystemOverhead = { global: 0.055, storageClass: { fast: 0, raw: 1, odd: 0.29 } };
  expect(read({ filesystemOverhead }).filesystemOverhead).toEqual(filesystemOverhead);
});

test('accepts storage profiles, and has none by default', () => {
  expect(storageProfiles.parse(undefined)).toEqual([]);
  const profile = {
    storageClass: 'fast',
    claimPropertySets: [{ accessModes: ['ReadWriteMany'], volumeMode: 'Block' }],
    cloneStrategy: 'csi-clone',
    snapshotClass: 'fast',
    dataImportCronSourceFormat: 'pvc',
  };
  expect(storageProfiles.parse([profile])).toEqual([profile]);
  expect(() => storageProfiles.parse([{ ...profile, claimPropertySets: [] }])).toThrow(
    'Too small: expected array to have >=1 items',
  );
});
