// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseManifest, staticProcess } from './static-pod.ts';

const root = mkdtempSync(join(tmpdir(), 'static-pod-'));
afterAll(() => rmSync(root, { recursive: true }));

function file(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
}

for (const path of [
  '/usr/local/lib/kubernetes/1.35.4/kube-apiserver',
  '/usr/local/lib/etcd',
  '/etc/kubernetes/pki/ca.crt',
  '/etc/strata/encryption.yaml',
]) {
  file(path);
}

const manifest = (image: string, command: string[], volumes = '[]', mounts = '[]') =>
  parseManifest(`apiVersion: v1
kind: Pod
metadata: {name: a, namespace: kube-system}
spec:
  containers: [{name: a, image: "${image}", command: ${JSON.stringify(command)}, volumeMounts: ${mounts}}]
  volumes: ${volumes}
`);

const pki = '[{name: pki, hostPath: {path: /etc/kubernetes/pki, type: DirectoryOrCreate}}]';
const pkiMount = '[{name: pki, mountPath: /etc/kubernetes/pki}]';
const apiserver = 'mirror.example/k8s/kube-apiserver:v1.35.4';
const command = ['kube-apiserver', '--client-ca-file=/etc/kubernetes/pki/ca.crt'];

test('runs the API server of any registry as the program of its version, with its own arguments', () => {
  const process = staticProcess(root, manifest(apiserver, command, pki, pkiMount));
  expect(process.command).toEqual([
    '/usr/local/lib/kubernetes/1.35.4/kube-apiserver',
    '--client-ca-file=/etc/kubernetes/pki/ca.crt',
  ]);
});

test('runs etcd without fsync, and makes its folder', () => {
  const data = '[{name: data, hostPath: {path: /var/lib/etcd, type: DirectoryOrCreate}}]';
  const mount = '[{name: data, mountPath: /var/lib/etcd}]';
  const image = 'registry.k8s.io/etcd:3.6.6-0';
  const etcd = manifest(image, ['etcd', '--data-dir=/var/lib/etcd'], data, mount);
  expect(staticProcess(root, etcd).command).toEqual([
    '/usr/local/lib/etcd',
    '--data-dir=/var/lib/etcd',
    '--unsafe-no-fsync',
  ]);
  expect(existsSync(join(root, 'var/lib/etcd'))).toBe(true);
});

test.each([
  [
    'another image',
    manifest('nginx:1', ['nginx']),
    'Failed to pull image "nginx:1": only a control plane\'s own images are played',
  ],
  [
    'a version that the guest has not got',
    manifest('registry.k8s.io/kube-apiserver:v1.99.0', ['kube-apiserver']),
    'Failed to pull image "registry.k8s.io/kube-apiserver:v1.99.0": not found',
  ],
  [
    'a file that no volume has',
    manifest(apiserver, ['kube-apiserver', '--x=/etc/strata/encryption.yaml'], pki, pkiMount),
    'open /etc/strata/encryption.yaml: no such file or directory (no volume of the pod has it)',
  ],
  [
    'a file that must be there',
    manifest(apiserver, command, '[{name: a, hostPath: {path: /etc/no, type: File}}]'),
    'volume a: hostPath type check failed: /etc/no is not a file',
  ],
])('%s keeps a pod from running', (_name, pod, message) => {
  expect(() => staticProcess(root, pod)).toThrow(message);
});
