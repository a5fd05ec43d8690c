// SPDX-License-Identifier: Apache-2.0
import { createPublicKey } from 'node:crypto';
import { annotationKeys } from '@strata/contracts';
import { ResourceLife } from '@strata/strata-provider/testing';
import { recordProgram } from '@strata/testing';
import type { RecordedResource } from '@strata/testing';
import * as pulumi from '@pulumi/pulumi';
import { testContext } from '../test-context.ts';
import { UserCluster } from '../user-cluster.ts';
import {
  foundKeys,
  keptSecrets,
  keyResources,
  matchKeys,
  startUpFiles,
  tokenInFiles,
} from './index.ts';
import type { ClientCertificate, KeptKeys, KeyResource } from './index.ts';

interface ObjectInputs {
  readonly metadata?: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly stringData?: Readonly<Record<string, string>>;
}

/** A cluster whose program ran with the real provider of keys. */
interface MadeCluster {
  /** Key resources as the state has them. */
  readonly state: readonly KeyResource[];
  readonly objects: readonly ObjectInputs[];
}

const secretNames = ['privateKeyPem', 'authorityKeyPem', 'base64', 'value'];

function parentsOf(resource: RecordedResource, all: readonly RecordedResource[]) {
  const parents: { type: string; name: string }[] = [];
  let parent = resource.parent;
  while (parent !== undefined) {
    const found = all.find(({ custom, name }) => name === parent && !custom);
    if (found === undefined) break;
    parents.unshift({ type: found.type, name: found.name });
    parent = found.parent;
  }
  return parents;
}

async function make(settings: Readonly<Record<string, unknown>>): Promise<MadeCluster> {
  const made = new Map<string, Awaited<ReturnType<ResourceLife['create']>>>();
  const { resources } = await recordProgram(
    () => {
      const context = testContext(settings);
      return new UserCluster('demo', {
        ...context,
        infraKubeconfig: pulumi.secret('infra'),
        manifests: {},
      });
    },
    {
      outputs: async (type, name, inputs) => {
        if (!type.startsWith('strata:keys:')) return {};
        const life = await new ResourceLife(type).create(inputs);
        made.set(name, life);
        return life.outputs;
      },
    },
  );
  const state = resources.flatMap((one): KeyResource[] => {
    const life = made.get(one.name);
    if (life === undefined) return [];
    const { inputs, outputs } = life;
    const secrets = [...Object.keys(inputs), ...Object.keys(outputs)].filter((name) =>
      secretNames.includes(name),
    );
    const parents = parentsOf(one, resources);
    return [{ type: one.type, name: one.name, parents, inputs, outputs, secrets }];
  });
  return { state, objects: resources.map(({ inputs }) => inputs as unknown as ObjectInputs) };
}

const dataOf = ({ objects }: MadeCluster, name: string) =>
  objects.find((one) => one.metadata?.name === name && one.stringData !== undefined)?.stringData;

/** Returns the Secrets with start-up data of VMs whose names begin so. */
function startUps({ objects }: MadeCluster, prefix: string) {
  return objects.flatMap(({ metadata, stringData }) => {
    const userdata = stringData?.userdata;
    if (metadata?.name.startsWith(prefix) !== true || userdata === undefined) return [];
    const files = startUpFiles(userdata) ?? new Map<string, string>();
    const record = metadata.annotations?.[annotationKeys.keyFingerprints] ?? '{}';
    return [{ owner: metadata.name, files, record }];
  });
}

function loginOf(kubeconfig = ''): ClientCertificate {
  const { users } = JSON.parse(kubeconfig) as {
    readonly users: readonly { readonly user: Readonly<Record<string, string>> }[];
  };
  const decoded = (field: string) => Buffer.from(users[0]?.user[field] ?? '', 'base64').toString();
  return {
    certificatePem: decoded('client-certificate-data'),
    privateKeyPem: decoded('client-key-data'),
  };
}

function kept(cluster: MadeCluster): KeptKeys {
  const members = startUps(cluster, 'cp-');
  const records = members.map(({ owner, record }) => ({
    owner,
    fingerprints: JSON.parse(record) as Record<string, string>,
  }));
  const matched = matchKeys(
    records,
    members.map(({ files }) => foundKeys(files)),
  );
  expect(matched).toMatchObject({ missing: [], ambiguous: [] });
  const { expiration } =
    cluster.state.find(({ name }) => name === 'demo-keys-token')?.outputs ?? {};
  const value = tokenInFiles(startUps(cluster, 'md-')[0]?.files ?? new Map()) ?? '';
  const [tokenId = ''] = value.split('.');
  const controllers = Object.entries(keptSecrets.kubeconfigs).map(
    ([resource, secret]) =>
      [resource, loginOf(dataOf(cluster, secret)?.[keptSecrets.kubeconfigField])] as const,
  );
  const client = dataOf(cluster, keptSecrets.backupCertificate.secret) ?? {};
  const store = dataOf(cluster, keptSecrets.backupPassword.secret);
  const hostKey = dataOf(cluster, keptSecrets.hostKey.secret)?.[keptSecrets.hostKey.field];
  const publicKeyPem =
    hostKey === undefined
      ? ''
      : createPublicKey(hostKey).export({ type: 'spki', format: 'pem' }).toString();
  return {
    keys: matched.keys,
    token: { tokenId, value, expiration: String(expiration) },
    certificates: {
      ...Object.fromEntries(controllers),
      [keptSecrets.backupCertificate.resource]: {
        certificatePem: client[keptSecrets.backupCertificate.certificate] ?? '',
        privateKeyPem: client[keptSecrets.backupCertificate.key] ?? '',
      },
    },
    ...(hostKey !== undefined && { hostKey: { privateKeyPem: hostKey, publicKeyPem } }),
    ...(store !== undefined && { backupPassword: store[keptSecrets.backupPassword.field] ?? '' }),
  };
}

const byName = (resources: readonly KeyResource[]) =>
  Object.fromEntries(
    resources.map((one) => [one.name, { ...one, secrets: [...one.secrets].sort() }]),
  );

const backup = { target: { volume: { sizeGiB: 2 } } };

// Proves: backups.lost-state
test.each([
  ['a new cluster', {}],
  [
    'a cluster with a bastion',
    {
      access: {
        ssh: {
          via: 'bastion',
          authorizedKeys: [
            'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJmZbP5y0X0lUO8Y1kqk2Z5w5s5c5H5U5o5x5f5g5h5j a@b',
          ],
        },
      },
    },
  ],
  [
    'a key of encryption in the middle of its rotation',
    { keys: { encryption: { generation: 2, phase: 'write' } } },
  ],
])(
  'the keys of %s are put together from its Secrets as the program has made them',
  async (_, change) => {
    const cluster = await make({ backup, cni: { type: 'none' }, ...change });
    const found = byName(keyResources('demo', kept(cluster)));
    const expected = byName(cluster.state);
    expect(Object.keys(found).sort()).toEqual(
      Object.keys(expected)
        .filter((name) => name !== 'demo-keys-admin-certificate')
        .sort(),
    );
    for (const [name, resource] of Object.entries(found)) expect(resource).toEqual(expected[name]);
  },
);

// Proves: backups.lost-state
test.each([
  ['serviceAccount', 'trust', 'demo-keys-service-account-2'],
  ['serviceAccount', 'sign', 'demo-keys-service-account'],
  ['authority', 'trust', 'demo-keys-cluster-2'],
  ['authority', 'sign', 'demo-keys-cluster'],
  ['etcdAuthority', 'trust', 'demo-keys-etcd-2'],
  ['etcdAuthority', 'sign', 'demo-keys-etcd'],
  ['frontProxyAuthority', 'trust', 'demo-keys-front-proxy-2'],
  ['frontProxyAuthority', 'sign', 'demo-keys-front-proxy'],
])(
  'of the key %s in phase %s of its rotation, %s has its public half alone',
  async (key, phase, half) => {
    const keys = { [key]: { generation: 2, phase } };
    const cluster = await make({ backup, cni: { type: 'none' }, keys });
    const found = byName(keyResources('demo', kept(cluster)));
    const all = byName(cluster.state);
    const outputs = { ...all[half]?.outputs, privateKeyPem: '' };
    expect(found[half]).toEqual({ ...all[half], outputs });
    for (const [name, resource] of Object.entries(found)) {
      if (name !== half) expect(resource).toEqual(all[name]);
    }
  },
);
