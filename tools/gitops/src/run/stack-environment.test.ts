// SPDX-License-Identifier: Apache-2.0
import { masker } from './mask.ts';
import { stackEnvironment } from './stack-environment.ts';

const env = {
  PATH: '/bin',
  PULUMI_BACKEND_URL: 'file:///shared',
  PULUMI_CONFIG_PASSPHRASE: 'shared-passphrase',
};
const both = {
  ...env,
  STRATA_BACKENDS: 'staging=s3://staging?region=x\n\nproduction = file:///production\n',
  STRATA_PASSPHRASES: 'lab=another-secret,staging=first=secret',
};

test('a stack runs only with the backend and the passphrase of its environment', () => {
  expect(stackEnvironment(both, 'staging')).toEqual({
    PATH: '/bin',
    PULUMI_BACKEND_URL: 's3://staging?region=x',
    PULUMI_CONFIG_PASSPHRASE: 'first=secret',
  });
});

test('an environment without a passphrase does not get that of another one', () => {
  expect(stackEnvironment(both, 'production')).toEqual({
    PATH: '/bin',
    PULUMI_BACKEND_URL: 'file:///production',
  });
});

test('the file with a passphrase of all stacks is not read either', () => {
  const file = { PULUMI_CONFIG_PASSPHRASE_FILE: '/f', STRATA_PASSPHRASES: 'staging=a' };
  expect(stackEnvironment(file, 'production')).toEqual({});
  expect(stackEnvironment(file, 'staging')).toEqual({ PULUMI_CONFIG_PASSPHRASE: 'a' });
  const { PULUMI_CONFIG_PASSPHRASE_FILE } = file;
  expect(stackEnvironment({ PULUMI_CONFIG_PASSPHRASE_FILE }, 'staging')).toEqual({
    PULUMI_CONFIG_PASSPHRASE_FILE,
  });
});

test('without the variables, all stacks have the same backend, as with plain Pulumi', () => {
  expect(stackEnvironment({ ...env, STRATA_BACKENDS: '' }, 'staging')).toEqual(env);
});

test('refuses an environment that STRATA_BACKENDS does not name, instead of using another backend', () => {
  expect(() => stackEnvironment(both, 'lab')).toThrow(
    'STRATA_BACKENDS does not say where the states of "lab" are: add lab=URL, or run this where they may be read',
  );
});

test('names an invalid entry by its number, because it may be a passphrase', () => {
  const wrong = { STRATA_PASSPHRASES: 'staging=first\nonly-a-passphrase' };
  expect(() => stackEnvironment(wrong, 'staging')).toThrow(
    /^entry 2 of STRATA_PASSPHRASES is not "environment=value": entries are separated by new lines or commas$/,
  );
});

test('masks each passphrase in texts', () => {
  expect(masker(both)('it was first=secret')).toBe('it was [secret]');
});
