// SPDX-License-Identifier: Apache-2.0

/** The part of a VM's `spec` that decides its size. */
export interface FoundSpec {
  readonly instancetype?: { readonly name?: string };
  readonly dataVolumeTemplates?: readonly {
    readonly spec?: {
      readonly storage?: { readonly resources?: { readonly requests?: { storage?: unknown } } };
    };
  }[];
  readonly template?: {
    readonly spec?: {
      readonly domain?: {
        readonly cpu?: Readonly<Partial<Record<'sockets' | 'cores' | 'threads', number>>>;
        readonly memory?: { readonly guest?: unknown };
      };
      readonly networks?: readonly { readonly multus?: { readonly networkName?: string } }[];
      readonly volumes?: readonly { readonly containerDisk?: object }[];
    };
  };
}

interface Metadata {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly deletionTimestamp?: string;
  readonly managedFields?: readonly ManagedFields[];
}

/**
 * An entry of `managedFields`: the owner of fields of an object.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
interface ManagedFields {
  readonly manager?: string;
  readonly fieldsV1?: { readonly 'f:spec'?: { readonly 'f:replicas'?: object } };
}

/** The part of a pool or VM that is read. */
export interface FoundItem {
  readonly metadata: Metadata;
  readonly spec?: FoundSpec & {
    readonly replicas?: number;
    readonly virtualMachineTemplate?: { readonly metadata?: Partial<Metadata> };
  };
}
