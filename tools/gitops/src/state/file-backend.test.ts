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

test('a state has no other files beside it', () => {
  expect(fileBackendUrl('/var/state')).toBe('file:///var/state?metadata=skip');
});

test('environments have file backends of their own; one in a bucket is no folder', () => {
  const env = { STRATA_BACKENDS: 'lab=file:///lab,staging=s3://staging,prod=file:///prod' };
  expect(fileBackends(env, ['lab', 'staging', 'prod', 'lab'])).toEqual(['/lab', '/prod']);
  expect(fileBackends({ PULUMI_BACKEND_URL: 'file:///one' }, [])).toEqual(['/one']);
});
