// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '@strata/strata-provider/resource-types';
import { encryptionKeyName, generationName } from '@strata/user-cluster/restored';
import type { EncryptionKey } from '@strata/user-cluster/restored';
import type { TokenFacts } from '@strata/user-cluster/restore';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';
import { bucketAccess } from './bucket-access.ts';
import type { BucketAccess } from './bucket-access.ts';
import { plainValue } from './plain-value.ts';
import { inside, nameOf } from './state-file.ts';
import type { StateResource } from './state-file.ts';

/** An object that the stack has made inside the cluster. */
export interface ExpectedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** When the stack made it; RFC 3339. */
  readonly made?: string;
  /** When the cluster deletes it by itself; RFC 3339. */
  readonly ends?: string;
}

/** A group of machines: the control plane or a pool. */
export interface ExpectedGroup {
  readonly name: string;
  readonly replicas: number;
  /** When the stack last changed any of it; RFC 3339. */
  readonly changed?: string;
}

/** Facts about a cluster from the state of its stack. They include secrets. */
export interface ExpectedCluster {
  /** Repository of its backups and their password; undefined for a cluster without backups. */
  readonly access?: { readonly repository: string; readonly password: string };
  readonly bucket: BucketAccess;
  /** Every key that the stack has ever encrypted Secrets in etcd with, or is about to. */
  readonly encryptionKeys: readonly EncryptionKey[];
  /** Certificate of the cluster's authority in PEM; two of them while it is rotated. */
  readonly authorityPem: string;
  readonly kubernetes: string;
  /** The token by which new machines join; it is in their start-up data. */
  readonly joinToken: TokenFacts;
  readonly groups: readonly ExpectedGroup[];
  readonly objects: readonly ExpectedObject[];
}

const stackOutputs = z.object({
  kubernetes: z.string(),
  machineGroups: z.array(
    z.object({
      name: z.string(),
      role: z.enum(['control-plane', 'worker']),
      // A hibernated cluster has pools without machines.
      replicas: z.int().min(0),
    }),
  ),
  backup: z.object({ repository: z.string(), password: z.string() }).optional(),
});

const objectInputs = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }),
  stringData: z.object({ expiration: z.string().optional() }).optional(),
});

/** Reads fields with a schema. @throws ProveError naming what is missing, without any value. */
function read<T>(schema: z.ZodType<T>, fields: unknown, what: string): T {
  const found = schema.safeParse(plainValue(fields));
  if (found.success) return found.data;
  const paths = found.error.issues.map(({ path }) => path.join('.'));
  throw new ProveError(
    `The state has no usable ${what} (${[...new Set(paths)].join(', ')}); bring the stack up once.`,
  );
}

/** Returns the output of the one resource with this type and name. */
function keyOf(
  resources: readonly StateResource[],
  type: string,
  name: string,
  output: string,
): string {
  const found = resources.find((one) => one.type === type && nameOf(one) === name);
  if (found === undefined) {
    throw new ProveError(`The state has no ${name}: it is not that of a user cluster that is up.`);
  }
  const schema = z.object({ [output]: z.string().min(1) });
  return read(schema, { [output]: found.outputs[output] }, name)[output] ?? '';
}

/** Returns the keys of all generations, of which the state has every one up to the newest. */
function encryptionKeysOf(resources: readonly StateResource[], cluster: string): EncryptionKey[] {
  const { randomKey } = resourceTypes;
  const resourceOf = (generation: number) =>
    generationName(`${cluster}-keys-encryption`, generation);
  const keys: EncryptionKey[] = [];
  for (let generation = 1; ; generation += 1) {
    const resource = resourceOf(generation);
    const isMade = resources.some((one) => one.type === randomKey && nameOf(one) === resource);
    if (!isMade && generation > 1) return keys;
    const secret = keyOf(resources, randomKey, resource, 'base64');
    keys.push({ name: encryptionKeyName(generation), secret });
  }
}

/** Returns the certificates of the cluster's authority, of all generations that the state has. */
function authoritiesOf(resources: readonly StateResource[], cluster: string): string {
  const { authority } = resourceTypes;
  const first = `${cluster}-keys-cluster`;
  const isOwn = (name: string) =>
    name.startsWith(first) && /^(-\d+)?$/.test(name.slice(first.length));
  const names = resources
    .filter(({ type }) => type === authority)
    .map(nameOf)
    .filter(isOwn);
  const known = names.length === 0 ? [first] : names;
  return known.map((name) => keyOf(resources, authority, name, 'certificatePem')).join('\n');
}

function joinTokenOf(resources: readonly StateResource[], cluster: string): TokenFacts {
  const { joinToken: type } = resourceTypes;
  const value = (output: keyof TokenFacts) =>
    keyOf(resources, type, `${cluster}-keys-token`, output);
  return {
    tokenId: value('tokenId'),
    value: value('value'),
    expiration: value('expiration'),
  };
}

function latest(times: readonly (string | undefined)[]): string | undefined {
  const known = times.flatMap((time) => time ?? []);
  return known.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1);
}

/** Names of the resources of a group of machines begin like this. */
function prefixOf(cluster: string, { name, role }: { name: string; role: string }): string {
  return role === 'worker' ? `${cluster}-nodes-pool-${name}` : `${cluster}-nodes-control-plane`;
}

/** Returns whether a resource is of the group with this prefix and of no group with a longer one. */
function isOf(resource: StateResource, prefix: string, all: readonly string[]): boolean {
  const name = nameOf(resource);
  const owners = all.filter((one) => name === one || name.startsWith(`${one}-`));
  return owners.sort((one, other) => other.length - one.length)[0] === prefix;
}

function objectOf({ created, inputs }: StateResource): ExpectedObject[] {
  const object = objectInputs.safeParse(plainValue(inputs));
  if (!object.success) return [];
  const { apiVersion, kind, metadata, stringData } = object.data;
  const { name, namespace } = metadata;
  const ends = stringData?.expiration;
  return [
    {
      apiVersion,
      kind,
      name,
      ...(namespace !== undefined && { namespace }),
      ...(created !== undefined && { made: created }),
      ...(ends !== undefined && { ends }),
    },
  ];
}

/**
 * Returns what the state of a stack says of its cluster.
 *
 * @param cluster - name of the cluster, by which its resources are named.
 * @throws ProveError when it is not the state of a cluster that is up.
 */
export function expectedCluster(
  resources: readonly StateResource[],
  cluster: string,
): ExpectedCluster {
  const stack = resources.find(({ type }) => type === 'pulumi:pulumi:Stack');
  const { backup, kubernetes, machineGroups } = read(
    stackOutputs,
    stack?.outputs ?? {},
    'outputs of the stack',
  );
  const prefixes = machineGroups.map((group) => prefixOf(cluster, group));
  return {
    ...(backup !== undefined && { access: backup }),
    bucket: bucketAccess(resources, cluster),
    encryptionKeys: encryptionKeysOf(resources, cluster),
    authorityPem: authoritiesOf(resources, cluster),
    kubernetes,
    joinToken: joinTokenOf(resources, cluster),
    groups: machineGroups.map((group) => {
      const prefix = prefixOf(cluster, group);
      const own = resources.filter((one) => isOf(one, prefix, prefixes));
      const changed = latest(own.map(({ created, modified }) => modified ?? created));
      const { name, replicas } = group;
      return { name, replicas, ...(changed !== undefined && { changed }) };
    }),
    objects: inside(resources, cluster).flatMap(objectOf),
  };
}
