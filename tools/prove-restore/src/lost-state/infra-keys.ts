// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { clusterNamespace, labelKeys } from '@strata/contracts';
import { certificateFacts } from '@strata/strata-provider/certificate-facts';
import { systemClock } from '@strata/strata-provider/key-lifecycles';
import {
  controlPlaneGroup,
  foundKeys,
  keptSecrets,
  keyFilesOf,
  keyTerms,
  kubeconfigTerm,
  matchKeys,
  readFingerprints,
  startUpFiles,
  startUpSecretName,
  startUpSecrets,
  tokenInFiles,
} from '@strata/user-cluster/lost-state';
import type { FoundKeys, KeptKeys, MatchedKeys } from '@strata/user-cluster/lost-state';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';
import { foundMachine, virtualMachine } from '../restore/found-machine.ts';
import { isDue } from './due.ts';

const texts = z.record(z.string(), z.string()).default({});

const namespaceObject = z.object({ metadata: z.object({ labels: texts }) });

const secrets = z.object({
  items: z.array(
    z.object({ metadata: z.object({ name: z.string(), annotations: texts }), data: texts }),
  ),
});

const machines = z.object({ items: z.array(virtualMachine) });

/** Keys of a running cluster, as its namespace on the infra cluster has them. */
export interface InfraKeys extends Omit<KeptKeys, 'token'> {
  /** Names of authorities and keys of tokens whose private half is nowhere. */
  readonly halves: readonly string[];
  /** Names of all Secrets with start-up data. */
  readonly startUpSecrets: readonly string[];
  /** Tokens by which VMs of pools join, with their secrets. */
  readonly tokens: readonly string[];
}

/** Where the keys of a cluster are. */
interface Place {
  readonly environment: string;
  readonly cluster: string;
  readonly namespace: string;
}

const decoded = (data: string | undefined) => Buffer.from(data ?? '', 'base64').toString();

/** Refuses an infra cluster that has nothing of the cluster, or that of another environment. */
async function checkPlace(api: ApiClient, place: Place): Promise<void> {
  const { cluster, environment, namespace } = place;
  const found = await api.get(`/api/v1/namespaces/${namespace}`);
  if (found === undefined) {
    throw new ProveError(
      `The infra cluster at ${api.server} has no namespace ${namespace}: either it is not that of ${environment}, or nothing of ${cluster} is left. Nothing is changed.`,
    );
  }
  const { labels } = namespaceObject.parse(found).metadata;
  const owner = labels[labelKeys.environment];
  if (owner !== environment) {
    throw new ProveError(
      `The namespace ${namespace} at ${api.server} is one of the environment ${owner ?? '(none)'}, not of ${environment}: give the kubeconfig of the right infra cluster. Nothing is changed.`,
    );
  }
}

function refuseUnmatched(
  { ambiguous, keys, missing }: MatchedKeys,
  { namespace }: Place,
  now: Date,
): void {
  const due = keys.filter(
    ({ key }) => key.kind === 'authority' && isDue(key.certificatePem, keyTerms.authority, now),
  );
  const problems = [
    ...missing.map(
      ({ name, owner }) =>
        `${owner} has the key "${name}", but no Secret of ${namespace} has it: somebody has edited or deleted the Secret with its start-up data. The VM itself has it in ${filesOfKey(name)}: docs/runbooks/restore-state.md#a-secret-that-was-edited says how to put it back.`,
    ),
    ...due.map(
      ({ name }) =>
        `the authority "${name}" is in its last year: an update would renew it and replace all VMs, so no state can be put together that changes nothing (docs/runbooks/restore-state.md#without-a-copy).`,
    ),
    ...ambiguous.map(
      (name) =>
        `VMs of the control plane have different keys called "${name}": docs/runbooks/rotate-keys.md says how VMs get the same.`,
    ),
  ];
  if (problems.length > 0) {
    throw new ProveError(['Nothing is changed, because of its keys:', ...problems].join('\n- '));
  }
}

/** Returns words for the files of a VM that have a key. */
function filesOfKey(name: string): string {
  const [, key = ''] = /^(.+?)(?:-\d+)?$/.exec(name) ?? [];
  return keyFilesOf[key] ?? 'its files';
}

interface Login {
  readonly users: readonly {
    readonly user: { 'client-certificate-data'?: string; 'client-key-data'?: string };
  }[];
}

/** A certificate with its key; nothing where the one is not of the other, or where an update renews it. */
function certificateOf(
  name: string,
  certificatePem: string,
  privateKeyPem: string,
  now: Date,
): KeptKeys['certificates'] {
  try {
    const { lifetimeDays } = certificateFacts(certificatePem);
    if (isDue(certificatePem, kubeconfigTerm(lifetimeDays), now)) return {};
    const isPair = new X509Certificate(certificatePem).checkPrivateKey(
      createPrivateKey(privateKeyPem),
    );
    return isPair ? { [name]: { certificatePem, privateKeyPem } } : {};
  } catch {
    return {};
  }
}

function kubeconfigCertificate(name: string, text: string, now: Date): KeptKeys['certificates'] {
  try {
    const { user = {} } = (JSON.parse(text) as Login).users[0] ?? {};
    const certificate = decoded(user['client-certificate-data']);
    return certificateOf(name, certificate, decoded(user['client-key-data']), now);
  } catch {
    return {};
  }
}

function hostKeyOf(privateKeyPem: string): KeptKeys['hostKey'] {
  try {
    const key = createPublicKey(createPrivateKey(privateKeyPem));
    return { privateKeyPem, publicKeyPem: key.export({ type: 'spki', format: 'pem' }).toString() };
  } catch {
    return undefined;
  }
}

type DataOf = (secret: string) => Readonly<Record<string, string>>;

/** Reads keys that are not in start-up data. Those that are missing are made anew by an update. */
function keptOf(dataOf: DataOf, now: Date): Omit<KeptKeys, 'keys' | 'token'> {
  const { backupCertificate, backupPassword, hostKey, kubeconfigField, kubeconfigs } = keptSecrets;
  const client = dataOf(backupCertificate.secret);
  const password = decoded(dataOf(backupPassword.secret)[backupPassword.field]);
  const host = hostKeyOf(decoded(dataOf(hostKey.secret)[hostKey.field]));
  return {
    certificates: {
      ...Object.fromEntries(
        Object.entries(kubeconfigs).flatMap(([name, secret]) =>
          Object.entries(
            kubeconfigCertificate(name, decoded(dataOf(secret)[kubeconfigField]), now),
          ),
        ),
      ),
      ...certificateOf(
        backupCertificate.resource,
        decoded(client[backupCertificate.certificate]),
        decoded(client[backupCertificate.key]),
        now,
      ),
    },
    ...(password !== '' && { backupPassword: password }),
    ...(host !== undefined && { hostKey: host }),
  };
}

const controlPlane = new RegExp(String.raw`^${controlPlaneGroup}-\d+$`);

/**
 * Reads the keys of a running cluster from the infra cluster.
 *
 * @param api - of the infra cluster.
 * @throws ProveError when they are not there, or are not those that the VMs record.
 */
export async function readInfraKeys(
  api: ApiClient,
  environment: string,
  cluster: string,
  now = systemClock.now(),
): Promise<InfraKeys> {
  const place = { environment, cluster, namespace: clusterNamespace(cluster) };
  const { namespace } = place;
  await checkPlace(api, place);
  const { items: all } = machines.parse(
    await api.request('GET', `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines`),
  );
  const members = all.filter(({ metadata }) => controlPlane.test(metadata.name));
  if (members.length === 0) {
    throw new ProveError(
      `${namespace} has no VM of a control plane, so nothing says which keys the cluster has. Nothing is changed.`,
    );
  }
  const { items } = secrets.parse(
    await api.request('GET', `/api/v1/namespaces/${namespace}/secrets`),
  );
  const dataOf: DataOf = (name) => items.find(({ metadata }) => metadata.name === name)?.data ?? {};
  const filesOf = (name: string) => startUpFiles(decoded(dataOf(name).userdata));
  const records = members.map((member) => recordOf(member, filesOf, place));
  const startUps = startUpSecrets(items).map(({ generation, owner }) => ({
    name: startUpSecretName(owner, generation),
    owner,
  }));
  const keysOf = (name: string): FoundKeys => foundKeys(filesOf(name) ?? new Map());
  const found = startUps.filter(({ owner }) => controlPlane.test(owner));
  const matched = matchKeys(
    records,
    found.map(({ name }) => keysOf(name)),
  );
  refuseUnmatched(matched, place, now);
  const tokens = startUps
    .filter(({ owner }) => !controlPlane.test(owner))
    .flatMap(({ name }) => tokenInFiles(filesOf(name) ?? new Map()) ?? []);
  return {
    keys: matched.keys,
    halves: matched.halves,
    startUpSecrets: startUps.map(({ name }) => name),
    tokens: [...new Set(tokens)],
    ...keptOf(dataOf, now),
  };
}

/** Returns which keys a VM records. @throws ProveError when it records none, or its Secret is not there. */
function recordOf(
  member: z.infer<typeof virtualMachine>,
  filesOf: (name: string) => ReadonlyMap<string, string> | undefined,
  { namespace }: Place,
) {
  const { name, userData = '' } = foundMachine(member);
  if (filesOf(userData) === undefined) {
    throw new ProveError(
      `The Secret ${userData} of ${namespace}, with which ${name} starts, is missing or was edited by hand: its start-up data cannot be read. Nothing is changed. Restore the Secret, for example from a backup of the infra cluster's etcd.`,
    );
  }
  const owner = `VirtualMachine ${name}`;
  const fingerprints = readFingerprints(owner, member.metadata.annotations);
  if (Object.keys(fingerprints).length === 0) {
    throw new ProveError(
      `${owner} does not record which keys it has, as VMs of earlier versions of Strata: its keys cannot be told apart, and only a copy of the state brings the cluster back (docs/runbooks/restore-state.md#restore). Nothing is changed.`,
    );
  }
  return { owner, fingerprints };
}
