// SPDX-License-Identifier: Apache-2.0
import type { Mapping } from '../../user-cluster/mapping.ts';
import { bookkeeping, leftOutLines } from '../../user-cluster/translate/left-out.ts';
import { otherObjects } from '../../user-cluster/translate/other-objects.ts';
import type { ReadObject } from '../../user-cluster/translate/read-objects.ts';
import { Source } from '../../user-cluster/translate/source.ts';
import { withValues } from '../../user-cluster/translate/with-values.ts';
import type { KubevirtDatacenter } from './datacenter-fields.ts';
import { datacenterKeys, otherProvidersOf } from './datacenter-keys.ts';
import type { SeedFile } from './read-seed.ts';
import { leftOutOf, takeKept } from './seed-key.ts';
import { seedKeys } from './seed-keys.ts';
import { translateDns } from './translate-dns.ts';
import type { TranslatedDns } from './translate-dns.ts';
import { translateImages } from './translate-images.ts';
import { translateStorage } from './translate-storage.ts';

/** Settings for a new environment from a datacenter of KKP. */
export interface SeedTranslation {
  /** Golden images; none where the datacenter has none. */
  readonly images: readonly Mapping[];
  /** `network.dns` of all user clusters; without servers where an option names them. */
  readonly dns: TranslatedDns['dns'];
  /** Other keys of `userClusterDefaults`. */
  readonly defaults: Mapping;
  /** Keys of a profile for its user clusters; none where they would be those of any cluster. */
  readonly profile: Mapping;
  /**
   * Messages for people about values that are not kept or need something. No message contains a value that may
   * be a secret.
   */
  readonly lines: readonly string[];
}

/** Selectors of a NetworkPolicy that choose pods by labels. */
const isSelecting = (key: string, value: unknown) =>
  ['podSelector', 'namespaceSelector'].includes(key) && Object.keys(value as object).length > 0;

/** Whether a NetworkPolicy chooses pods by labels, at any depth. */
function selects(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]: readonly [string, unknown]) => isSelecting(key, inner) || selects(inner),
  );
}

/** Returns messages about policies that name labels, which are other ones here. */
function policyLines(title: string, { customNetworkPolicies = [] }: KubevirtDatacenter): string[] {
  return customNetworkPolicies.flatMap(({ name, spec }, index) =>
    selects(spec)
      ? [
          `${title}: spec.kubevirt.customNetworkPolicies[${index}] (${name}) chooses pods by labels: compare them with those of machines here, which are not KKP's`,
        ]
      : [],
  );
}

/** Returns the keys of a profile for clusters of the datacenter. */
function profileOf(kubevirt: KubevirtDatacenter, hasSnapshots: boolean): Mapping {
  const { ccmLoadBalancerEnabled, ccmZoneAndRegionEnabled } = kubevirt;
  return withValues({
    cloud: withValues({
      loadBalancers: ccmLoadBalancerEnabled === false ? false : undefined,
      zones: ccmZoneAndRegionEnabled === false ? false : undefined,
    }),
    storage: withValues({ snapshots: hasSnapshots ? true : undefined }),
  });
}

/** Returns messages about other datacenters of the Seed. */
function otherDatacenters(title: string, { datacenter, seed }: SeedFile): string[] {
  const { datacenters } = seed.spec as { readonly datacenters: Readonly<Record<string, Mapping>> };
  return Object.entries(datacenters)
    .filter(([name]) => name !== datacenter)
    .map(([name, content]) => {
      const spec = (content.spec ?? {}) as Mapping;
      const [provider] = otherProvidersOf(spec);
      const reason =
        spec.kubevirt !== undefined || provider === undefined
          ? 'an environment is one datacenter; make another one of it with --datacenter'
          : `it is of ${provider}, and environments are of KubeVirt alone`;
      return `${title}: spec.datacenters.${name} is left out: ${reason}`;
    });
}

/** Returns messages about keys of the Seed that are not those of a datacenter. */
function seedLines(file: SeedFile): string[] {
  const { metadata, spec, ...rest } = file.seed as Mapping & {
    readonly metadata?: { readonly name?: string };
    readonly spec: Mapping;
  };
  const title = `Seed ${metadata?.name ?? '?'}`;
  const source = new Source({ ...rest, metadata, spec: { ...spec, datacenters: undefined } });
  takeKept(source, seedKeys);
  const reasons = { ...bookkeeping, 'metadata.name': '', ...leftOutOf(seedKeys) };
  return [...leftOutLines(title, source, reasons), ...otherDatacenters(title, file)];
}

/** Returns messages about objects beside the Seed. */
function objectLines({ objects, seed }: SeedFile): string[] {
  const isItself = (one: ReadObject) =>
    one.kind === seed.kind && one.metadata?.name === seed.metadata?.name;
  const others = objects.filter((one) => !isItself(one));
  return otherObjects(others, new Set(), {
    translated: { Seed: 'kubermatic.k8c.io' },
    referred: ['Seed'],
    others: {},
    reasonOf: ({ kind }) =>
      kind === 'Seed' ? `the datacenter is of Seed ${seed.metadata?.name ?? '?'}` : undefined,
  });
}

/**
 * Translates a datacenter of a Seed, and names what of both has no counterpart.
 *
 * @param namesServers - whether an option names the DNS servers.
 */
export function translateSeed(file: SeedFile, namesServers: boolean): SeedTranslation {
  const { content, datacenter, kubevirt } = file;
  const title = `Datacenter ${datacenter}`;
  const source = new Source(content);
  takeKept(source, datacenterKeys);
  const dns = translateDns(title, kubevirt, namesServers);
  const images = translateImages(title, kubevirt);
  const storage = translateStorage(title, kubevirt);
  const { customNetworkPolicies } = kubevirt;
  return {
    images: images.images,
    dns: dns.dns,
    defaults: withValues({
      isolation: withValues({ customNetworkPolicies }),
      storage: withValues({ classes: storage.classes }),
    }),
    profile: profileOf(kubevirt, storage.hasSnapshots),
    lines: [
      ...images.lines,
      ...dns.lines,
      ...policyLines(title, kubevirt),
      ...storage.lines,
      ...leftOutLines(title, source, leftOutOf(datacenterKeys)),
      ...seedLines(file),
      ...objectLines(file),
    ],
  };
}
