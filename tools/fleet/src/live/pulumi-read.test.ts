// SPDX-License-Identifier: Apache-2.0
import { FakePulumi } from '../testing/fake-pulumi.ts';
import { pulumiRead } from './pulumi-read.ts';

const secret = 'Kanarienvogel7f3e9c';

test('returns what Pulumi prints, in the folder of the program and without questions', async () => {
  using pulumi = new FakePulumi('echo " $PWD $*"');
  expect(await pulumiRead(['stack', 'ls'], pulumi.options)).toBe(
    `${pulumi.options.cwd} stack ls --non-interactive --color=never`,
  );
});

test.each([
  [`error: no stack named 'prod' found`, 'it has not been brought up'],
  [
    `error: incorrect passphrase ${secret}`,
    'its secrets cannot be read: the passphrase is another one',
  ],
  [
    'error: passphrase must be set with PULUMI_CONFIG_PASSPHRASE',
    'its secrets cannot be read: there is no key (STRATA_PASSPHRASES, or PULUMI_CONFIG_PASSPHRASE)',
  ],
  [
    'error: PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions',
    'no variable names the backend of its state (STRATA_BACKENDS, or PULUMI_BACKEND_URL)',
  ],
  [
    `error: could not list s3://${secret}@bucket`,
    'Pulumi failed (exit code 255): npx strata doctor may say why',
  ],
])('says what %j means, in words of its own', async (printed, reason) => {
  using pulumi = new FakePulumi(`echo ${secret}; echo "${printed}" >&2; exit 255`);
  await expect(pulumiRead(['stack', 'ls'], pulumi.options)).rejects.toThrow(new Error(reason));
});

test('kills a command that takes too long', async () => {
  using pulumi = new FakePulumi('trap "" TERM INT; exec sleep 20');
  await expect(pulumiRead(['stack', 'ls'], { ...pulumi.options, seconds: 0.2 })).rejects.toThrow(
    'Pulumi did not answer within 0.2 s',
  );
});

test('names a Pulumi that is missing', async () => {
  const options = { cwd: '/', env: { PATH: '/nowhere' } };
  await expect(pulumiRead(['stack', 'ls'], options)).rejects.toThrow('pulumi is not on PATH');
});
