// SPDX-License-Identifier: Apache-2.0
import { describeVariables, environmentVariables } from './environment-variables.ts';

test('a shell is told the tools and that the backend was chosen, never a key', () => {
  const before = { PATH: '/usr/bin', STRATA_PASSPHRASES: 'prod=hush' };
  const after = {
    PATH: '/cache/bin-1:/usr/bin',
    PULUMI_HOME: '/cache/home',
    PULUMI_BACKEND_URL: 's3://states',
    PULUMI_CONFIG_PASSPHRASE: 'hush',
  };
  expect(describeVariables(before, after, 'prod')).toEqual([
    'export PATH=/cache/bin-1:"$PATH"',
    'export PULUMI_HOME=/cache/home',
    '# with the backend and the key of prod, from STRATA_BACKENDS',
  ]);
});

test('what the person has set already is not told', () => {
  const before = {
    PATH: '/usr/bin',
    PULUMI_HOME: '/home/me/.pulumi',
    PULUMI_BACKEND_URL: 'file:///x',
  };
  const after = { ...before, PATH: '/cache/bin-1:/usr/bin' };
  expect(describeVariables(before, after, 'prod')).toEqual(['export PATH=/cache/bin-1:"$PATH"']);
});

test('an environment without a backend is named', async () => {
  await expect(
    environmentVariables('prod', { STRATA_BACKENDS: 'staging=file:///x' }),
  ).rejects.toMatchObject({
    name: 'GitopsError',
    message:
      'STRATA_BACKENDS does not say where the states of "prod" are: add prod=URL, or run this where they may be read',
  });
});
