// SPDX-License-Identifier: Apache-2.0
import { credentialsFile } from '../credentials-file.ts';
import { testInputs } from '../test-config.ts';
import { hide, hiddenTexts } from './hidden-texts.ts';

/** Returns a line as it is printed when a registry has this password. */
function printed(password: string, line: string): string {
  const registries = {
    'registry.example.org': { mirrors: ['https://m'], username: 'robot-user', password },
  };
  const { kubeone } = testInputs({ containerd: { registries } });
  return hide(line, hiddenTexts({ credentials: credentialsFile(kubeone) }));
}

// The encoder of TOML escapes as JSON does; KubeOne's log without a terminal escapes once more.
const inToml = (password: string) => `password = ${JSON.stringify(password)}`;
const inLog = (password: string) => `msg=${JSON.stringify(inToml(password))}`;

test.each(['canary-registry', 'p@ss: word#1', '1234567890', 'with "quotes" and \\', "it's", 'abc'])(
  'hides the password %s in the script of a step that failed',
  (password) => {
    expect(printed(password, inToml(password))).toBe('password = "[secret]"');
    expect(printed(password, inLog(password))).toBe('msg="password = \\"[secret]\\""');
  },
);

test('leaves text alone that only has the letters of a short password, and names of accounts', () => {
  expect(printed('abc', 'abc of robot-user')).toBe('abc of robot-user');
});

test('hides keys of backups, and their password whatever is in it', () => {
  const backups = {
    repository: 's3:https://s3.example.org/a',
    password: 'key: value of restic',
    accessKeyId: 'canary-id',
    secretAccessKey: 'canary/key+',
  };
  const { kubeone } = testInputs({ backups });
  const texts = hiddenTexts({
    credentials: credentialsFile(kubeone),
    resticPassword: backups.password,
  });
  const line = `AWS_ACCESS_KEY_ID=canary-id AWS_SECRET_ACCESS_KEY=canary/key+ RESTIC=${backups.password}`;
  expect(hide(line, texts)).toBe(
    'AWS_ACCESS_KEY_ID=[secret] AWS_SECRET_ACCESS_KEY=[secret] RESTIC=[secret]',
  );
});

test('a password that is a part of another one does not leave the rest of that', () => {
  const texts = hiddenTexts({ resticPassword: 'longer-than-that' });
  expect(hide('longer-than-that', ['longer', ...texts])).toBe('[secret]');
});

test('hides nothing without credentials', () => {
  expect(hiddenTexts({})).toEqual([]);
});
