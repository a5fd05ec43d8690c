// SPDX-License-Identifier: Apache-2.0
import { controlPlaneFiles } from './control-plane-files.ts';
import { kubeadmConfigs } from './kubeadm-config.ts';
import { machineFiles } from './machine-files.ts';
import { testControlPlane, testWorker } from './test-bootstrap.ts';

const bundle = 'certificate of the cluster\ncertificate of the next one\n';
const authority = { certificatePem: bundle, publicKeyPins: ['sha256:aa', 'sha256:bb'] };
const controlPlane = { ...testControlPlane(), authority };

const contentOf = (files: readonly { readonly path: string; readonly content: string }[]) =>
  Object.fromEntries(files.map(({ content, path }) => [path, content]));

const flag = 'cluster-signing-cert-file';

// The controller manager takes one certificate: pkg/controller/certificates/signer/ca_provider.go `setCA`.
// Proves: keys.authority-rotation
test('a control plane that trusts two authorities signs with one, whose certificate is a file of its own', () => {
  const files = contentOf(controlPlaneFiles(controlPlane));
  expect(files['/etc/kubernetes/pki/ca.crt']).toBe(bundle);
  expect(files['/etc/kubernetes/pki/ca.key']).toBe('key of the cluster\n');
  expect(files['/etc/kubernetes/pki/signing-ca.crt']).toBe('certificate of the cluster\n');
  const value = '/etc/kubernetes/pki/signing-ca.crt';
  const made = controlPlaneFiles(controlPlane).find(({ path }) => path === value);
  expect(made?.permissions).toBe('0644');
  const text = kubeadmConfigs(controlPlane)['kubeadm.yaml'] ?? '';
  const documents = text.split('---\n').map((one) => JSON.parse(one) as Record<string, unknown>);
  expect(documents[1]).toMatchObject({
    controllerManager: {
      extraArgs: [
        { name: 'leader-elect', value: 'false' },
        { name: flag, value },
      ],
    },
  });
});

test('a control plane that trusts one is as it always was', () => {
  const files = controlPlaneFiles(testControlPlane());
  expect(contentOf(files)).not.toHaveProperty(['/etc/kubernetes/pki/signing-ca.crt']);
  expect(kubeadmConfigs(testControlPlane())['kubeadm.yaml']).not.toContain(flag);
});

// kubeadm takes a cluster of which one authority is pinned: cmd/kubeadm/app/util/pubkeypin `CheckAny`.
// Proves: keys.authority-rotation
test('a worker that trusts two authorities finds its cluster in this phase and in the next one', () => {
  const worker = { ...testWorker(), authority };
  expect(contentOf(machineFiles(worker))['/etc/strata/ca.crt']).toBe(bundle);
  expect(JSON.parse(kubeadmConfigs(worker)['kubeadm.yaml'] ?? '')).toMatchObject({
    discovery: { bootstrapToken: { caCertHashes: ['sha256:aa', 'sha256:bb'] } },
  });
});

// Proves: keys.control-plane-authority-rotation
test('a control plane that trusts two authorities of etcd and of the front proxy has both in files of kubeadm, and signs with the first', () => {
  const { keys } = testControlPlane();
  const both = (name: string) => `certificate of ${name}\ncertificate of the next ${name}\n`;
  const rotated = {
    ...testControlPlane(),
    keys: {
      ...keys,
      etcd: { ...keys.etcd, trustedPem: both('etcd') },
      frontProxy: { ...keys.frontProxy, trustedPem: both('the front proxy') },
    },
  };
  const plain = contentOf(controlPlaneFiles(testControlPlane()));
  const files = contentOf(controlPlaneFiles(rotated));
  expect(files).toEqual({
    ...plain,
    '/etc/kubernetes/pki/etcd/ca.crt': both('etcd'),
    '/etc/kubernetes/pki/front-proxy-ca.crt': both('the front proxy'),
  });
  expect(plain['/etc/kubernetes/pki/etcd/ca.crt']).toBe('certificate of etcd\n');
  expect(files['/etc/kubernetes/pki/etcd/ca.key']).toBe('key of etcd\n');
  expect(files['/etc/kubernetes/pki/front-proxy-ca.key']).toBe('key of the front proxy\n');
  expect(kubeadmConfigs(rotated)).toEqual(kubeadmConfigs(testControlPlane()));
});
