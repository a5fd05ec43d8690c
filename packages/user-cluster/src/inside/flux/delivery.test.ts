// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import { definitionsOf } from '@strata/manifests/definitions';
import { loadManifest } from '@strata/manifests';
import { checkCustomResource, named, recordProgram } from '@strata/testing';
import { testContext } from '../../test-context.ts';
import { createDelivery } from './index.ts';

const manifest = loadManifest('flux', releases[0].tenant.flux.version);
const https = {
  url: 'https://git.example.org/shop.git',
  ref: { branch: 'main' },
  path: './clusters/shop',
};
const privateKey = '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n';
const knownHosts = 'git.example.org ssh-ed25519 AAAA\n';

const record = (more: object = {}) =>
  recordProgram(() => {
    const context = testContext({ delivery: { flux: { ...https, ...more } } });
    const { flux } = context.config.delivery;
    if (flux === undefined) throw new Error('nothing is delivered');
    createDelivery('flux', { ...context, flux, manifest, needs: [] });
  });

// Proves: clusters.delivery
test('a repository and what is delivered of it, after the controllers', async () => {
  const recording = await record();
  const repository = named(recording, 'flux-repository');
  expect(repository.inputs).toMatchObject({
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'flux-system', namespace: 'flux-system' },
    spec: { url: https.url, ref: { branch: 'main' }, interval: '60s' },
  });
  expect(repository.inputs.spec).not.toHaveProperty('secretRef');
  const kustomization = named(recording, 'flux-kustomization');
  expect(kustomization.inputs).toMatchObject({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    spec: {
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      path: './clusters/shop',
      prune: true,
      interval: '600s',
      retryInterval: '60s',
    },
  });
  expect(kustomization.dependsOn).toEqual(
    expect.arrayContaining(['flux-repository', 'flux/Deployment/flux-system/kustomize-controller']),
  );
  expect(repository.dependsOn).toContain('flux/Deployment/flux-system/source-controller');
});

// Proves: clusters.delivery
test('when it is removed, what was delivered stays, and the kinds of Flux with their objects', async () => {
  const recording = await record();
  expect(named(recording, 'flux-kustomization').inputs.spec).toMatchObject({
    deletionPolicy: 'Orphan',
  });
  const kept = recording.resources.filter(({ retainOnDelete }) => retainOnDelete);
  expect(kept.map(({ name }) => name.split('/')[1]).sort()).toEqual([
    ...Array.from({ length: 6 }, () => 'CustomResourceDefinition'),
    'Namespace',
  ]);
  const { type } = named(recording, 'flux/Namespace/flux-system');
  expect(type).toBe('kubernetes:core/v1:NamespacePatch');
});

test('its namespace lets no pod have more than it needs', async () => {
  expect(named(await record(), 'flux/Namespace/flux-system').inputs.metadata).toMatchObject({
    labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
  });
});

// Proves: clusters.delivery
test.each([
  ['a token', { credentials: { password: 'token' } }, { username: 'git', password: 'token' }],
  [
    'a key of SSH',
    { url: 'ssh://git@git.example.org/shop.git', credentials: { privateKey, knownHosts } },
    { identity: privateKey, known_hosts: knownHosts },
  ],
  [
    'an authority alone',
    { certificateAuthority: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' },
    { 'ca.crt': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' },
  ],
])('Flux has %s from a Secret, which is one in the state', async (_, more, expected) => {
  const recording = await record(more);
  const secret = named(recording, 'flux-secret');
  expect(secret.inputs.stringData).toEqual(expected);
  expect(secret.secretInputs).toContain('stringData');
  const repository = named(recording, 'flux-repository');
  expect(repository.inputs.spec).toMatchObject({ secretRef: { name: 'flux-system' } });
  expect(repository.dependsOn).toContain('flux-secret');
});

test('Flux’s own definitions have every field', async () => {
  const definitions = await definitionsOf('flux', releases[0].tenant.flux.version);
  if (definitions === undefined) throw new Error('no definitions');
  const { resources } = await record({ credentials: { password: 'token' } });
  const own = resources.filter(({ type }) => type.includes('.toolkit.fluxcd.io/'));
  expect(own).toHaveLength(2);
  expect(own.flatMap(({ inputs }) => checkCustomResource(definitions, inputs))).toEqual([]);
});
