// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import type { CloudInitSource, MachineInstance } from './virtual-machine.ts';

/** Looks a Secret of the machine's namespace up; its values as text. */
export type SecretReader = (name: string) => Promise<Readonly<Record<string, string>> | undefined>;

/** What KubeVirt puts on the disk from which cloud-init reads. */
export interface CloudInitDisk {
  readonly instanceId: string;
  /** Of its file system. */
  readonly label: 'cidata' | 'config-2';
  readonly userData: string;
  readonly metaData: string;
  readonly networkData?: string;
}

type Kind = 'cloudInitNoCloud' | 'cloudInitConfigDrive';

/** Where the two kinds of disk differ. */
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

/** Keys under which a Secret may hold each kind of data. */
const userDataKeys = ['userdata', 'userData'];
const networkDataKeys = ['networkdata', 'networkData'];

/**
 * The cloud-init disk of a machine, as KubeVirt makes it; undefined for a machine without one.
 *
 * @throws Error when what it refers to is missing.
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
 * Whether something of a machine runs here: what Strata wrote, and whatever else brings commands.
 * Any other machine only looks as if it ran.
 */
export function hasGuest(machine: MachineInstance, disk: CloudInitDisk | undefined): boolean {
  if (disk === undefined) return false;
  const isStrata = machine.metadata.labels?.[labelKeys.pool] !== undefined;
  return isStrata || /^runcmd\s*:/m.test(disk.userData);
}

/** The guest's name for itself. */
export function hostnameOf({ metadata, spec }: MachineInstance): string {
  return spec.hostname ?? (metadata.name.split('.')[0] ?? '').slice(0, 63);
}

/** The same for all lives of a machine: admission writes it into the VirtualMachine. */
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
