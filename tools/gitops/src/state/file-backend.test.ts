// SPDX-License-Identifier: Apache-2.0
import { fileBackendUrl } from './file-backend-url.ts';
import { fileBackend, fileBackends } from './file-backend.ts';

test.each([
  ['file:///var/state', '/var/state'],
  [fileBackendUrl('/var/state'), '/var/state'],
  ['file://~/state?metadata=skip', '/home/ann/state'],
  ['s3://bucket?region=here', undefined],
])('the folder of %s', (url, folder) => {
  expect(fileBackend({ PULUMI_BACKEND_URL: url, HOME: '/home/ann' })).toBe(folder);
});

test('the URL of a file backend turns off attribute files', () => {
  expect(fileBackendUrl('/var/state')).toBe('file:///var/state?metadata=skip');
});

test('returns the folders of file backends of environments, without buckets', () => {
  const env = { STRATA_BACKENDS: 'lab=file:///lab,staging=s3://staging,prod=file:///prod' };
  expect(fileBackends(env, ['lab', 'staging', 'prod', 'lab'])).toEqual(['/lab', '/prod']);
  expect(fileBackends({ PULUMI_BACKEND_URL: 'file:///one' }, [])).toEqual(['/one']);
});
