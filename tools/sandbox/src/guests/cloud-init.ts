// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { CloudInitSource, MachineInstance } from './virtual-machine.ts';

/**
 * Reads a Secret in the machine's namespace; returns its values as text, undefined when there is
 * none.
 */
export type SecretReader = (name: string) => Promise<Readonly<Record<string, string>> | undefined>;

/** Contents of the disk with start-up data, as KubeVirt makes it. */
export interface CloudInitDisk {
  readonly instanceId: string;
  /** Label of its file system. */
  readonly label: 'cidata' | 'config-2';
  readonly userData: string;
  readonly metaData: string;
  readonly networkData?: string;
}

type Kind = 'cloudInitNoCloud' | 'cloudInitConfigDrive';

/** Differences between the two kinds of disk. */
const kinds: Readonly<
  Record<
    Kind,
    {
      readonly label: CloudInitDisk['label'];
      readonly propagation: 'noCloud' | 'configDrive';
      readonly instanceId: (machine: MachineInstance) => string;
      readonly metaData: (machine: MachineInstance, keys: object) => object;
    }
  >
> = {
  cloudInitNoCloud: {
    label: 'cidata',
    propagation: 'noCloud',
    instanceId: uuidOf,
    metaData: (machine, keys) => ({
      ...instanceType(machine, 'instance-type'),
      'instance-id': uuidOf(machine),
      'local-hostname': hostnameOf(machine),
      ...optional('public-keys', keys),
    }),
  },
  cloudInitConfigDrive: {
    label: 'config-2',
    propagation: 'configDrive',
    instanceId: ({ metadata }) => `${metadata.name}.${metadata.namespace ?? ''}`,
    metaData: (machine, keys) => ({
      ...instanceType(machine, 'instance_type'),
      instance_id: `${machine.metadata.name}.${machine.metadata.namespace ?? ''}`,
      hostname: hostnameOf(machine),
      uuid: uuidOf(machine),
      ...optional('public_keys', keys),
    }),
  },
};

/** Keys of a Secret under which each kind of data may be. */
const userDataKeys = ['userdata', 'userData'];
const networkDataKeys = ['networkdata', 'networkData'];

/**
 * Returns the cloud-init disk of a machine, as KubeVirt makes it; undefined for a machine without
 * one.
 *
 * @throws Error when an object that it refers to does not exist.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/cloud-init/cloud-init.go
 */
export async function readCloudInit(
  machine: MachineInstance,
  secret: SecretReader,
): Promise<CloudInitDisk | undefined> {
  for (const volume of machine.spec.volumes ?? []) {
    const kind: Kind | undefined = volume.cloudInitNoCloud
      ? 'cloudInitNoCloud'
      : volume.cloudInitConfigDrive && 'cloudInitConfigDrive';
    const source = kind && volume[kind];
    if (kind === undefined || source === undefined) continue;
    const userData = await userDataOf(source, secret);
    const networkData = await networkDataOf(source, secret);
    const { instanceId, label, metaData, propagation } = kinds[kind];
    const keys = await publicKeys(machine, propagation, secret);
    return {
      instanceId: instanceId(machine),
      label,
      userData,
      metaData: JSON.stringify(metaData(machine, keys)),
      ...(networkData !== '' && { networkData }),
    };
  }
  return undefined;
}

/**
 * Returns whether a guest runs for a machine with start-up data: for every machine of a pool of
 * Strata, and for any other whose user-data contains commands. All other machines only look as if
 * they ran.
 */
export function hasGuest(machine: MachineInstance, disk: CloudInitDisk | undefined): boolean {
  if (disk === undefined) return false;
  const isStrata = machine.metadata.labels?.[labelKeys.pool] !== undefined;
  return isStrata || /^runcmd\s*:/m.test(disk.userData);
}

/** Returns the host name of the guest. */
export function hostnameOf({ metadata, spec }: MachineInstance): string {
  return spec.hostname ?? (metadata.name.split('.')[0] ?? '').slice(0, 63);
}

/**
 * Returns the UUID, which is the same in all lives of a machine: admission writes it into the
 * VirtualMachine.
 */
function uuidOf({ metadata, spec }: MachineInstance): string {
  return spec.domain?.firmware?.uuid ?? metadata.uid;
}

function instanceType({ metadata }: MachineInstance, key: string): object {
  const { annotations = {} } = metadata;
  const name =
    annotations['kubevirt.io/cluster-instancetype-name'] ??
    annotations['kubevirt.io/instancetype-name'];
  return optional(key, name ?? {});
}

function optional(key: string, value: string | object): object {
  return Object.keys(value).length > 0 ? { [key]: value } : {};
}

async function userDataOf(source: CloudInitSource, secret: SecretReader): Promise<string> {
  const found = await fromSecret(source.secretRef?.name, userDataKeys, secret);
  return found ?? rawOrBase64(source.userData, source.userDataBase64);
}

async function networkDataOf(source: CloudInitSource, secret: SecretReader): Promise<string> {
  const found = await fromSecret(source.networkDataSecretRef?.name, networkDataKeys, secret);
  return found ?? rawOrBase64(source.networkData, source.networkDataBase64);
}

async function fromSecret(
  name: string | undefined,
  keys: readonly string[],
  secret: SecretReader,
): Promise<string | undefined> {
  if (name === undefined) return undefined;
  const data = await secret(name);
  if (data === undefined) throw new Error(`Secret ${name} is not there`);
  return keys.map((key) => data[key]).find((value) => value !== undefined);
}

function rawOrBase64(raw = '', base64 = ''): string {
  return raw === '' ? Buffer.from(base64, 'base64').toString() : raw;
}

async function publicKeys(
  { spec }: MachineInstance,
  propagation: 'noCloud' | 'configDrive',
  secret: SecretReader,
): Promise<object> {
  const values: string[] = [];
  for (const { sshPublicKey } of spec.accessCredentials ?? []) {
    const name = sshPublicKey?.source.secret?.secretName;
    if (sshPublicKey?.propagationMethod[propagation] === undefined || name === undefined) continue;
    values.push(...Object.values((await secret(name)) ?? {}));
  }
  return Object.fromEntries(values.map((value, index) => [String(index), value]));
}
