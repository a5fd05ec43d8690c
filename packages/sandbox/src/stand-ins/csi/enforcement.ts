// SPDX-License-Identifier: Apache-2.0
import { parse } from 'yaml';
import { exitCodes, Fatal } from '../fatal.ts';
import { CsiError } from './csi-error.ts';

/** Which infra classes go with which snapshot classes. */
export interface SnapshotMapping {
  readonly storageClasses: readonly string[];
  readonly volumeSnapshotClasses: readonly string[];
}

/** Which infra storage classes a tenant may ask for. */
export interface Enforcement {
  readonly allowAll: boolean;
  /** Whether a tenant class may name no infra class and so take the infra cluster's default. */
  readonly allowDefault: boolean;
  readonly allowList: readonly string[];
  readonly storageSnapshotMapping: readonly SnapshotMapping[];
}

/** What holds without a word in the environment. */
const everything: Enforcement = {
  ...{ allowAll: true, allowDefault: true, allowList: [], storageSnapshotMapping: [] },
};

/**
 * Reads INFRA_STORAGE_CLASS_ENFORCEMENT. Absent, everything is allowed; present, what it does not
 * say is not. Keys are camelCase; others count for nothing, as upstream.
 *
 * @throws Fatal as klog.Fatal, when it is no such YAML.
 */
export function parseEnforcement(yaml: string): Enforcement {
  if (yaml === '') return everything;
  try {
    const given = (parse(yaml) ?? {}) as Partial<Enforcement>;
    if (typeof given !== 'object' || Array.isArray(given)) throw new Error('cannot unmarshal');
    return {
      allowAll: truth(given.allowAll),
      allowDefault: truth(given.allowDefault),
      allowList: given.allowList ?? [],
      storageSnapshotMapping: (given.storageSnapshotMapping ?? []).map((mapping) => ({
        storageClasses: mapping.storageClasses,
        volumeSnapshotClasses: mapping.volumeSnapshotClasses,
      })),
    };
  } catch (error) {
    const { message } = error as Error;
    throw new Fatal(`Failed to parse infra-storage-class-enforcement ${message}`, exitCodes.fatal);
  }
}

function truth(value: unknown): boolean {
  if (value !== undefined && value !== null && typeof value !== 'boolean') {
    throw new Error(`cannot unmarshal ${JSON.stringify(value)} into bool`);
  }
  return value === true;
}

/** @throws CsiError InvalidArgument when the tenant may not use the class. */
export function enforceStorageClass(enforcement: Enforcement, storageClassName: string): void {
  if (enforcement.allowAll) return;
  const allowed =
    storageClassName === ''
      ? enforcement.allowDefault
      : enforcement.allowList.includes(storageClassName);
  if (allowed) return;
  throw new CsiError('InvalidArgument', 'infraStorageclass is not in the allowed list');
}
