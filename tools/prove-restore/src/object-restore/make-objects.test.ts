// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { endedAfterEach } from '@strata/testing';
import type { TestCluster } from '@strata/testing';
import { PlayedTarget } from '../testing/played-target.ts';
import type { BroughtObject } from './choose-objects.ts';
import { compareTarget } from './compare-target.ts';
import type { ComparedObject } from './compare-target.ts';
import { makeObjects } from './make-objects.ts';
import type { Manifest } from './manifest.ts';
import { ServedKinds } from './served-kinds.ts';

const shop = '/api/v1/namespaces/shop';
const options = { isElsewhere: false, isStopped: false };

function brought(
  apiVersion: string,
  kind: string,
  path: string,
  more: object = {},
  owners: BroughtObject['owners'] = [],
): BroughtObject {
  const [first = '', second] = path.split('/');
  const metadata = second === undefined ? { name: first } : { namespace: first, name: second };
  const manifest: Manifest = { apiVersion, kind, metadata, ...more };
  const labels: Readonly<Record<string, string>> = {
    CustomResourceDefinition: 'customresourcedefinitions.apiextensions.k8s.io',
  };
  return { label: labels[kind] ?? kind, manifest, remarks: [], owners };
}

const namespace = brought('v1', 'Namespace', 'shop');
const settings = brought('v1', 'ConfigMap', 'shop/settings', { data: { a: 'b' } });

const start = endedAfterEach((target: PlayedTarget): Promise<TestCluster> => target.start());

async function clientOf(target: PlayedTarget): Promise<ApiClient> {
  const { kubeconfig } = await start(target);
  return new ApiClient(await readKubeconfig(kubeconfig));
}

const claim = {
  key: '/PersistentVolumeClaim/shop/data',
  namespace: 'shop',
  name: 'data',
  isBlock: false,
};

async function compare(target: PlayedTarget, all: readonly BroughtObject[]) {
  const client = await clientOf(target);
  const served = new ServedKinds(client);
  const chosen = { brought: all, leftOut: [], claims: [claim] };
  const compared = await compareTarget(client, served, chosen, options);
  return {
    ...compared,
    target: { client, served, signal: new AbortController().signal, pause: 1 },
  };
}

const unserved =
  ': its Kubernetes or its operator has another version, or the operator is missing; definitions of kinds come by --kind customresourcedefinitions.apiextensions.k8s.io';

const verdicts = (objects: readonly ComparedObject[]) =>
  objects.map(({ isUnjudged, manifest, verdict, why }) =>
    [manifest.metadata.name, verdict, why ?? (isUnjudged === true ? 'unjudged' : undefined)].filter(
      (one) => one !== undefined,
    ),
  );

// Proves: backups.restore-objects
test('each object is new, there with the same or with another content, or refused, and nothing is made', async () => {
  const target = new PlayedTarget();
  target.add(shop, namespace.manifest);
  target.add(`${shop}/configmaps/settings`, {
    ...settings.manifest,
    metadata: { ...settings.manifest.metadata, uid: 'u' },
    status: {},
  });
  target.add(`${shop}/configmaps/other`, brought('v1', 'ConfigMap', 'shop/other').manifest);
  target.add(`${shop}/secrets/going`, {
    ...brought('v1', 'Secret', 'shop/going').manifest,
    metadata: { namespace: 'shop', name: 'going', deletionTimestamp: '2026-05-01T00:00:00Z' },
  });
  target.refusals['/secrets/wrong'] = 'Secret "wrong" is \u001b[31minvalid';
  target.refusals['/secrets/strange'] = 'admission webhook "x" does not support dry run';
  target.add(
    `${shop}/persistentvolumeclaims/data`,
    brought('v1', 'PersistentVolumeClaim', 'shop/data').manifest,
  );
  const { missingClaims, objects } = await compare(target, [
    namespace,
    settings,
    brought('v1', 'ConfigMap', 'shop/other', { data: { a: 'b' } }),
    brought('v1', 'Secret', 'shop/going'),
    brought('v1', 'Secret', 'shop/wrong'),
    brought('v1', 'Secret', 'shop/strange'),
    brought('v1', 'Secret', 'shop/fine'),
    brought('v1', 'Pod', 'shop/alone'),
    brought('example.org/v1', 'Cart', 'shop/one'),
    brought('apps/v0', 'Deployment', 'shop/old'),
    brought('../v1', 'Secret', 'shop/forged'),
  ]);
  expect(verdicts(objects)).toEqual([
    ['shop', 'same'],
    ['settings', 'same'],
    ['other', 'differs'],
    ['going', 'refused', 'the target is deleting it: wait until it is gone'],
    ['wrong', 'refused', String.raw`Secret "wrong" is \u001b[31minvalid`],
    ['strange', 'new', 'unjudged'],
    ['fine', 'new'],
    ['alone', 'new', 'unjudged'],
    ['one', 'refused', `the target does not serve Cart of example.org/v1${unserved}`],
    ['old', 'refused', `the target does not serve Deployment of apps/v0${unserved}`],
    ['forged', 'refused', `the target does not serve Secret of ../v1${unserved}`],
  ]);
  expect(missingClaims).toEqual([]);
  expect(target.changes).toEqual([]);
});

const carts = brought('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'carts.example.org', {
  spec: { group: 'example.org', names: { kind: 'Cart' } },
});
const cart = brought('example.org/v1', 'Cart', 'shop/one');

// Proves: backups.restore-objects
test('what comes with its namespace or kind is made after them, and a new kind is waited for', async () => {
  const target = new PlayedTarget();
  target.slowness = 3;
  const { missingClaims, objects, ...rest } = await compare(target, [
    namespace,
    carts,
    settings,
    cart,
  ]);
  expect(missingClaims).toEqual([claim]);
  expect(verdicts(objects)).toEqual([
    ['shop', 'new'],
    ['carts.example.org', 'new'],
    ['settings', 'new', 'unjudged'],
    ['one', 'new', 'unjudged'],
  ]);
  expect(await makeObjects(rest.target, objects)).toEqual({ made: 4, failed: [] });
  expect(target.changes).toEqual([
    'POST /api/v1/namespaces/shop',
    'POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions/carts.example.org',
    `POST ${shop}/configmaps/settings`,
    'POST /apis/example.org/v1/namespaces/shop/carts/one',
  ]);
});

// Proves: backups.restore-objects
test('the ServiceAccount that a controller makes first gets what people had set', async () => {
  const target = new PlayedTarget();
  const account = brought('v1', 'ServiceAccount', 'shop/default', {
    imagePullSecrets: [{ name: 'registry' }],
  });
  const path = `${shop}/serviceaccounts/default`;
  target.races[path] = brought('v1', 'ServiceAccount', 'shop/default').manifest;
  const { objects, ...rest } = await compare(target, [namespace, account]);
  expect(await makeObjects(rest.target, objects)).toEqual({ made: 2, failed: [] });
  expect(target.objects[path]?.imagePullSecrets).toEqual([{ name: 'registry' }]);
});

// Proves: backups.restore-objects
test('one that is refused, or that somebody has made meanwhile, keeps no other back and stays as it is', async () => {
  const target = new PlayedTarget();
  target.add(shop, namespace.manifest);
  const late = brought('v1', 'ConfigMap', 'shop/late', { data: { a: 'b' } });
  const { objects, ...rest } = await compare(target, [late, settings]);
  target.races[`${shop}/configmaps/late`] = brought('v1', 'ConfigMap', 'shop/late').manifest;
  expect(await makeObjects(rest.target, objects)).toEqual({
    made: 1,
    failed: [{ title: 'ConfigMap shop/late', why: 'already exists' }],
  });
  expect(target.objects[`${shop}/configmaps/late`]).not.toHaveProperty('data');
});

// Proves: backups.restore-objects
test('what judges requests is made when nothing else is left to do', async () => {
  const target = new PlayedTarget();
  const owner = brought('apps/v1', 'Deployment', 'shop/web');
  const api = 'admissionregistration.k8s.io/v1';
  const { objects, ...rest } = await compare(target, [
    namespace,
    brought('v1', 'Secret', 'shop/owned', {}, [{ manifest: owner.manifest }]),
    owner,
    brought(api, 'ValidatingWebhookConfiguration', 'all', {}, [{ manifest: namespace.manifest }]),
  ]);
  await makeObjects(rest.target, objects);
  expect(target.changes.slice(-3)).toEqual([
    `PATCH ${shop}/secrets/owned`,
    `POST /apis/${api}/validatingwebhookconfigurations/all`,
    `PATCH /apis/${api}/validatingwebhookconfigurations/all`,
  ]);
});

// Proves: backups.restore-objects
test('owners are set by the uids of the target, once; who has other owners, or none there, is left', async () => {
  const target = new PlayedTarget();
  target.add(shop, namespace.manifest);
  const owner = brought('apps/v1', 'Deployment', 'shop/web');
  const owners = [{ manifest: owner.manifest, controller: true, blockOwnerDeletion: true }];
  const absent = [{ manifest: brought('apps/v1', 'Deployment', 'shop/gone').manifest }];
  const all = [
    brought('v1', 'Secret', 'shop/owned', {}, owners),
    brought('v1', 'Secret', 'shop/alone', {}, absent),
    owner,
  ];
  const { objects, ...rest } = await compare(target, all);
  expect(await makeObjects(rest.target, objects)).toEqual({ made: 3, failed: [] });
  const uid = target.objects['/apis/apps/v1/namespaces/shop/deployments/web']?.metadata.uid;
  const owned = `${shop}/secrets/owned`;
  expect(target.objects[owned]?.metadata.ownerReferences).toEqual([
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'web',
      uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
  expect(target.objects[`${shop}/secrets/alone`]?.metadata.ownerReferences).toBeUndefined();
  target.changes.length = 0;
  const again = await compareTarget(
    rest.target.client,
    rest.target.served,
    { brought: all, leftOut: [], claims: [] },
    options,
  );
  expect(verdicts(again.objects).map(([, verdict]) => verdict)).toEqual(['same', 'same', 'same']);
  expect(await makeObjects(rest.target, again.objects)).toEqual({ made: 0, failed: [] });
  expect(target.changes).toEqual([]);
});
