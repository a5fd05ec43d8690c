// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '@strata/cluster-client';
import { answeringCluster, endedAfterEach } from '@strata/testing';
import { readBackup } from './read-backup.ts';

const serve = endedAfterEach(answeringCluster);

const kinds = {
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions': { items: [] },
  '/apis/apiregistration.k8s.io/v1/apiservices': { items: [] },
  '/apis': { groups: [] },
  '/api/v1': {
    resources: ['configmaps', 'namespaces', 'secrets'].map((name) => ({
      name,
      kind: `${name[0]?.toUpperCase() ?? ''}${name.slice(1, -1)}`,
      verbs: ['list'],
    })),
  },
};

const list = (...names: readonly string[]) => ({
  metadata: {},
  items: names.map((path) => {
    const [name, namespace] = path.split('/').reverse();
    return { metadata: { name, ...(namespace !== undefined && { namespace }) } };
  }),
});

const locked = {
  message: 'unable to transform key "/registry/secrets/old/x": no matching prefix found',
};

/** Reads the backup of an API that answers with these lists, or with an error of its own for `locked`. */
async function read(lists: Readonly<Record<string, object>>) {
  const { endpoint } = await serve(({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    const all: typeof lists = { ...kinds, '/api/v1/configmaps': list(), ...lists };
    const answer = all[path];
    if (answer === undefined) throw new Error(`nobody should ask for ${url}`);
    if (answer === locked) response.writeHead(500);
    response.end(JSON.stringify(answer));
  });
  const { objects, unreadable } = await readBackup(
    new ApiClient({ server: endpoint, options: {} }, { seconds: 20 }),
  );
  const secrets = objects.filter(({ label }) => label === 'secrets');
  return {
    secrets: secrets.map(({ manifest: { kind, metadata } }) => [
      kind,
      metadata.namespace,
      metadata.name,
    ]),
    unreadable,
  };
}

// Proves: backups.restore-objects
test('a Secret that cannot be decrypted takes those of its namespace with it, and no others', async () => {
  expect(
    await read({
      '/api/v1/namespaces': list('old', 'shop', 'empty'),
      '/api/v1/secrets': locked,
      '/api/v1/namespaces/old/secrets': locked,
      '/api/v1/namespaces/shop/secrets': list('shop/a', 'shop/b'),
      '/api/v1/namespaces/empty/secrets': list(),
    }),
  ).toEqual({
    secrets: [
      ['Secret', 'shop', 'a'],
      ['Secret', 'shop', 'b'],
    ],
    unreadable: [{ kind: 'secrets', namespace: 'old', why: locked.message }],
  });
});

// Proves: backups.restore-objects
test('a Secret in a namespace that is gone is not passed over', async () => {
  expect(
    await read({
      '/api/v1/namespaces': list('shop'),
      '/api/v1/secrets': locked,
      '/api/v1/namespaces/shop/secrets': list('shop/a'),
    }),
  ).toEqual({
    secrets: [['Secret', 'shop', 'a']],
    unreadable: [{ kind: 'secrets', why: locked.message }],
  });
});

// Proves: backups.restore-objects
test('where all can be read, Secrets are asked for once', async () => {
  expect(
    await read({ '/api/v1/namespaces': list('shop'), '/api/v1/secrets': list('shop/a') }),
  ).toEqual({ secrets: [['Secret', 'shop', 'a']], unreadable: [] });
});
