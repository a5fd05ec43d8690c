// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { annotationKeys, labelKeys } from '@strata/contracts';
import {
  authorityLifecycle,
  certificateLifecycle,
  randomKeyLifecycle,
  signingKeyLifecycle,
  systemClock,
} from '@strata/strata-provider/key-lifecycles';
import { testCluster } from '@strata/testing';
import { foundKeys, keptSecrets } from '@strata/user-cluster/lost-state';
import { readInfraKeys } from './infra-keys.ts';

const idle = () => undefined;
const work = {
  urn: 'keys',
  clock: systemClock,
  signal: new AbortController().signal,
  status: idle,
  info: idle,
};

const pki = '/etc/kubernetes/pki';

async function authority(commonName: string) {
  return authorityLifecycle.create(
    {
      commonName,
      organizations: ['shop'],
      lifetimeDays: 3650,
      renewBeforeDays: 365,
      validFrom: '2026-01-01T00:00:00Z',
    },
    work,
  );
}

type Files = Readonly<Record<string, string>>;

const encryption = (...secrets: readonly string[]) =>
  JSON.stringify({
    resources: [{ providers: [{ secretbox: { keys: secrets.map((secret) => ({ secret })) } }] }],
  });

/** Keys of a cluster, and the files that its VMs start with. */
async function madeKeys() {
  const [cluster, etcd, frontProxy] = await Promise.all(
    ['kubernetes', 'etcd-ca', 'front-proxy-ca'].map(authority),
  );
  const { base64 } = await randomKeyLifecycle.create({ bytes: 32 }, work);
  const { base64: next } = await randomKeyLifecycle.create({ bytes: 32 }, work);
  const tokens = await signingKeyLifecycle.create({}, work);
  const { publicKeyPem: nextTokens } = await signingKeyLifecycle.create({}, work);
  const pair = (name: string, of: typeof cluster) => ({
    [`${pki}/${name}.crt`]: of?.certificatePem ?? '',
    [`${pki}/${name}.key`]: of?.privateKeyPem ?? '',
  });
  const files: Files = {
    ...pair('ca', cluster),
    ...pair('etcd/ca', etcd),
    ...pair('front-proxy-ca', frontProxy),
    [`${pki}/sa.key`]: tokens.privateKeyPem,
    [`${pki}/sa.pub`]: tokens.publicKeyPem,
    '/etc/strata/encryption.yaml': encryption(base64),
  };
  const reading: Files = { ...files, '/etc/strata/encryption.yaml': encryption(base64, next) };
  const trusting: Files = { ...files, [`${pki}/sa.pub`]: tokens.publicKeyPem + nextTokens };
  return { files, reading, trusting };
}

/** Records the keys in files under names, in the order in which files have them. */
function record(files: Files, names: readonly string[]): string {
  const { keys, publicOnly } = foundKeys(new Map(Object.entries(files)));
  const all = [
    ...keys.map(({ fingerprint }) => fingerprint),
    ...publicOnly.map(({ fingerprint }) => fingerprint),
  ];
  return JSON.stringify(Object.fromEntries(names.map((name, at) => [name, all[at]])));
}

const base = ['cluster', 'etcd', 'front-proxy', 'service-account', 'encryption'] as const;

const base64 = (text: string) => Buffer.from(text).toString('base64');

interface Member {
  readonly files: Files;
  /** Record of the VM's keys. @default none */
  readonly record?: string;
}

function secret(name: string, files: Files) {
  const write_files = Object.entries(files).map(([path, content]) => ({ path, content }));
  const userdata = base64(`#cloud-config\n${JSON.stringify({ write_files })}\n`);
  return { metadata: { name }, data: { userdata } };
}

function machine(index: number, { record: text }: Member) {
  return {
    metadata: {
      name: `cp-${index}`,
      uid: `uid-${index}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
      ...(text !== undefined && { annotations: { [annotationKeys.keyFingerprints]: text } }),
    },
    spec: {
      template: {
        spec: {
          volumes: [
            { cloudInitNoCloud: { secretRef: { name: `cp-${index}-userdata-0000000${index}` } } },
          ],
        },
      },
    },
  };
}

const namespacePath = '/api/v1/namespaces/cluster-shop';

function objectsOf(members: readonly Member[], more: readonly object[] = []) {
  return {
    [namespacePath]: { metadata: { labels: { [labelKeys.environment]: 'production' } } },
    '/apis/kubevirt.io/v1/namespaces/cluster-shop/virtualmachines': {
      items: members.map((member, index) => machine(index, member)),
    },
    [`${namespacePath}/secrets`]: {
      items: [
        ...members.map(({ files }, index) => secret(`cp-${index}-userdata-0000000${index}`, files)),
        ...more,
      ],
    },
  };
}

async function read(
  objects: Readonly<Record<string, object>>,
  environment = 'production',
  now = new Date('2026-06-01T00:00:00Z'),
) {
  await using cluster = await testCluster(objects);
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig));
  return await readInfraKeys(api, environment, 'shop', now).catch((error: unknown) => {
    throw new Error((error as Error).message.replace(cluster.endpoint, 'SERVER'));
  });
}

async function refusal(
  objects: Readonly<Record<string, object>>,
  environment?: string,
  now?: Date,
) {
  const found = await read(objects, environment, now).catch((error: unknown) => error as Error);
  return found instanceof Error ? found.message : 'not refused';
}

// Proves: backups.lost-state
test('names the keys of a cluster by what its VMs record, and finds the token of workers', async () => {
  const { files } = await madeKeys();
  const worker = secret('md-a-userdata-12345678', {
    '/etc/strata/kubeadm.yaml': '{"token": "abcdef.0123456789abcdef"}',
  });
  const found = await read(objectsOf([{ files, record: record(files, base) }], [worker]));
  expect(found).toMatchObject({
    keys: [...base].sort().map((name) => ({ name })),
    tokens: ['abcdef.0123456789abcdef'],
    startUpSecrets: ['cp-0-userdata-00000000', 'md-a-userdata-12345678'],
    certificates: {},
  });
});

// Proves: backups.lost-state
test('has the keys of both generations in the middle of a rotation', async () => {
  const { files, reading } = await madeKeys();
  const members = [
    { files: reading, record: record(reading, [...base, 'encryption-2']) },
    { files, record: record(files, base) },
  ];
  expect(await read(objectsOf(members))).toMatchObject({
    keys: [...base, 'encryption-2'].sort().map((name) => ({ name })),
  });
});

test('an infra cluster without the namespace, or of another environment, is refused', async () => {
  expect(await refusal({})).toBe(
    'The infra cluster at SERVER has no namespace cluster-shop: either it is not that of production, or nothing of shop is left. Nothing is changed.',
  );
  expect(await refusal(objectsOf([]), 'staging')).toBe(
    'The namespace cluster-shop at SERVER is one of the environment production, not of staging: give the kubeconfig of the right infra cluster. Nothing is changed.',
  );
  expect(await refusal(objectsOf([]))).toBe(
    'cluster-shop has no VM of a control plane, so nothing says which keys the cluster has. Nothing is changed.',
  );
});

// Proves: backups.lost-state
test('a Secret that is missing or was edited by hand is refused, with the key that it lacks', async () => {
  const { files, reading } = await madeKeys();
  const text = record(files, base);
  const whole = objectsOf([{ files, record: text }]);
  const unreadable =
    "The Secret cp-0-userdata-00000000 of cluster-shop, with which cp-0 starts, is missing or was edited by hand: its start-up data cannot be read. Nothing is changed. Restore the Secret, for example from a backup of the infra cluster's etcd.";
  expect(await refusal({ ...whole, [`${namespacePath}/secrets`]: { items: [] } })).toBe(unreadable);
  const broken = {
    metadata: { name: 'cp-0-userdata-00000000' },
    data: { userdata: base64('#cloud-config\nruncmd: []\n') },
  };
  expect(await refusal({ ...whole, [`${namespacePath}/secrets`]: { items: [broken] } })).toBe(
    unreadable,
  );
  const other = { ...files, '/etc/strata/encryption.yaml': encryption('b3RoZXI=') };
  expect(await refusal(objectsOf([{ files: other, record: text }]))).toBe(
    'Nothing is changed, because of its keys:\n- VirtualMachine cp-0 has the key "encryption", but no Secret of cluster-shop has it: somebody has edited or deleted the Secret with its start-up data. The VM itself has it in /etc/strata/encryption.yaml: docs/runbooks/restore-state.md#a-secret-that-was-edited says how to put it back.',
  );
  expect(await refusal(objectsOf([{ files: reading }]))).toBe(
    'VirtualMachine cp-0 does not record which keys it has, as VMs of earlier versions of Strata: its keys cannot be told apart, and only a copy of the state brings the cluster back (docs/runbooks/restore-state.md#restore). Nothing is changed.',
  );
});

// Proves: backups.lost-state
test('a key of tokens of which the VMs have the public half alone is named, and verifies as before', async () => {
  const { trusting } = await madeKeys();
  const text = record(trusting, [...base, 'service-account-2']);
  // The files have it last.
  const found = await read(objectsOf([{ files: trusting, record: text }]));
  expect(found.halves).toEqual(['service-account-2']);
  expect(found.keys.find(({ name }) => name === 'service-account-2')?.key).toMatchObject({
    kind: 'signing',
    privateKeyPem: '',
  });
});

async function kubeconfig(signer: Awaited<ReturnType<typeof authority>>, validFrom: string) {
  const { certificatePem, privateKeyPem } = await certificateLifecycle.create(
    {
      authorityCertificatePem: signer.certificatePem,
      authorityKeyPem: signer.privateKeyPem,
      commonName: 'strata:controller',
      organizations: [],
      dnsNames: [],
      addresses: [],
      usages: ['client'],
      lifetimeDays: 365,
      renewBeforeDays: 60,
      validFrom,
    },
    work,
  );
  const user = {
    'client-certificate-data': base64(certificatePem),
    'client-key-data': base64(privateKeyPem),
  };
  return { kubeconfig: base64(JSON.stringify({ users: [{ user }] })) };
}

// Proves: backups.lost-state
test('takes certificates of controllers from their kubeconfigs, and leaves out those that are due', async () => {
  const { files } = await madeKeys();
  const signer = await authority('kubernetes');
  const { 'keys-cloud-certificate': cloud, 'keys-csi-certificate': csi } = keptSecrets.kubeconfigs;
  const login = async (name: string, validFrom: string) => ({
    metadata: { name },
    data: await kubeconfig(signer, validFrom),
  });
  const found = await read(
    objectsOf(
      [{ files, record: record(files, base) }],
      [await login(cloud, '2025-08-02T00:00:00Z'), await login(csi, '2025-07-31T00:00:00Z')],
    ),
  );
  expect(Object.keys(found.certificates)).toEqual(['keys-cloud-certificate']);
});

// Proves: backups.lost-state
test('an authority in its last year is refused, for its renewal would replace all VMs', async () => {
  const { files } = await madeKeys();
  const objects = objectsOf([{ files, record: record(files, base) }]);
  const due = (name: string) =>
    `- the authority "${name}" is in its last year: an update would renew it and replace all VMs, so no state can be put together that changes nothing (docs/runbooks/restore-state.md#without-a-copy).`;
  const start = 'Nothing is changed, because of its keys:';
  expect(await refusal(objects, 'production', new Date('2034-12-30T00:00:00Z'))).toBe(
    [start, due('cluster'), due('etcd'), due('front-proxy')].join('\n'),
  );
  expect(await refusal(objects, 'production', new Date('2034-12-29T23:59:59Z'))).toBe(
    'not refused',
  );
});
