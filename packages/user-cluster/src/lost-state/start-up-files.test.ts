// SPDX-License-Identifier: Apache-2.0
import { renderUserData } from '../bootstrap/index.ts';
import { testConfig, testControlPlane, testWorker } from '../bootstrap/test-bootstrap.ts';
import { startUpFiles } from './start-up-files.ts';
import { tokenInFiles } from './join-token.ts';

const ignition = testConfig({ controlPlane: { cloudInit: 'ignition' } });

test('reads the same files from cloud-init and from Ignition', () => {
  const cloud = startUpFiles(renderUserData(testControlPlane()));
  expect(cloud?.get('/etc/kubernetes/pki/etcd/ca.key')).toBe('key of etcd\n');
  const other = startUpFiles(renderUserData(testControlPlane(ignition)));
  expect(other?.get('/etc/kubernetes/pki/etcd/ca.key')).toBe('key of etcd\n');
  expect(other?.get('/etc/strata/encryption.yaml')).toBe(cloud?.get('/etc/strata/encryption.yaml'));
});

test('finds the token of a worker, and none in the files of a control plane', () => {
  const files = (text: string) => startUpFiles(text) ?? new Map<string, string>();
  expect(tokenInFiles(files(renderUserData(testWorker())))).toBe('abcdef.0123456789abcdef');
  expect(tokenInFiles(files(renderUserData(testControlPlane())))).toBeUndefined();
});

test.each(['', '#cloud-config\nruncmd: []\n', '{"storage":{"files":[{"path":"/a"}]}}', '[]'])(
  'takes no other text for start-up data: %j',
  (text) => {
    expect(startUpFiles(text)).toBeUndefined();
  },
);
