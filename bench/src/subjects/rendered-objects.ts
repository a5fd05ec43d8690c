// SPDX-License-Identifier: Apache-2.0

/** State as `pulumi stack export` writes it. */
export interface StateExport {
  readonly deployment: {
    readonly resources?: readonly {
      readonly type: string;
      readonly custom?: boolean;
      readonly inputs?: Readonly<Record<string, unknown>>;
      readonly provider?: string;
    }[];
  };
}

/** Any Kubernetes object. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Objects of a user cluster: those on the infra cluster, and those inside it. */
export interface RenderedCluster {
  readonly infra: readonly KubeObject[];
  readonly tenant: readonly KubeObject[];
}

/** @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/properties.go */
const secretKey = '4dabf18193072939515e22adb298388d';

/**
 * Returns a value in which each marked secret is replaced by its plain text, which the export
 * contains.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { plaintext } = value as { readonly plaintext?: string };
  if (secretKey in value && plaintext !== undefined) return plain(JSON.parse(plaintext));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/**
 * Returns whether another controller makes the object. CDI makes a StorageProfile for every
 * StorageClass as soon as it runs, which is in the middle of an installation. Strata patches it;
 * tools that create objects always come too late.
 */
const isMadeByOthers = ({ object: { kind } }: { readonly object: KubeObject }) =>
  kind === 'StorageProfile';

/** Kinds that must exist before all other objects of their cluster. */
const early = ['Namespace', 'CustomResourceDefinition'];

const rank = ({ kind }: KubeObject) => (early.includes(kind) ? early.indexOf(kind) : early.length);

/**
 * Returns the objects that a stack has created in clusters, as it sent them, in an order in which
 * they can be created, without those that it has only patched.
 *
 * @param infraProviders - names of the providers of the infra cluster; any other one belongs to the
 * user cluster.
 */
export function renderedObjects(
  state: StateExport,
  infraProviders: readonly string[] = ['infra', 'accounts'],
): RenderedCluster {
  const { resources = [] } = state.deployment;
  const objects = resources
    .filter(({ type }) => type.startsWith('kubernetes:'))
    .map(({ inputs, provider = '' }) => ({
      object: plain(inputs) as KubeObject,
      isInfra: infraProviders.some((name) => provider.includes(`::${name}::`)),
    }))
    .filter((one) => !isMadeByOthers(one));
  const of = (isInfra: boolean) =>
    objects
      .filter((one) => one.isInfra === isInfra)
      .map(({ object }) => object)
      .toSorted((a, b) => rank(a) - rank(b));
  return { infra: of(true), tenant: of(false) };
}
