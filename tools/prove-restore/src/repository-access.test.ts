// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessOf, bucketVariables } from './repository-access.ts';

const access = { repository: 's3:https://s3.example.org/backups/prod.shop', password: 'hush' };

test('the repository is that of the stack, or a copy with the same password', () => {
  expect(accessOf({}, { access })).toEqual(access);
  expect(accessOf({ repository: '/copy' }, { access })).toEqual({
    repository: '/copy',
    password: 'hush',
  });
  expect(accessOf({}, {})).toBeUndefined();
});

test('a volume of the infra cluster is to be copied first', () => {
  const inside = { access: { ...access, repository: '/backups/prod.shop' } };
  expect(() => accessOf({}, inside)).toThrow(
    'The backups are in a volume of the infra cluster: copy /backups/prod.shop from a pod that mounts the claim etcd-backup, and give the copy as --repository.',
  );
  expect(accessOf({ repository: '/copy' }, inside)).toMatchObject({ repository: '/copy' });
});

test('a bucket is reached as the job of the backups reaches it, else by the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bucket-'));
  try {
    const keys = { id: 'AKIA', secret: 'hush' };
    const bucket = { region: 'eu-central-1', keys, authorityPem: 'the authority' };
    expect(bucketVariables(bucket, folder)).toEqual({
      AWS_DEFAULT_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'hush',
      AWS_SESSION_TOKEN: undefined,
      RESTIC_CACERT: join(folder, 'authority.pem'),
    });
    expect(readFileSync(join(folder, 'authority.pem'), 'utf8')).toBe('the authority');
    expect(bucketVariables({}, folder)).toEqual({});
  } finally {
    rmSync(folder, { recursive: true });
  }
});
