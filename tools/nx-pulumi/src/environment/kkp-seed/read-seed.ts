// SPDX-License-Identifier: Apache-2.0
import { describeIssues, formatPath } from '@strata/contracts';
import { printableLine } from '@strata/contracts/one-line';
import { isMapping } from '../../user-cluster/mapping.ts';
import type { Mapping } from '../../user-cluster/mapping.ts';
import { isOfKind, readObjects } from '../../user-cluster/translate/read-objects.ts';
import type { ReadObject } from '../../user-cluster/translate/read-objects.ts';
import { kubevirtDatacenter } from './datacenter-fields.ts';
import type { KubevirtDatacenter } from './datacenter-fields.ts';
import { otherProvidersOf } from './datacenter-keys.ts';

/** A datacenter of KubeVirt, and what stands beside it in its file. */
export interface SeedFile {
  readonly datacenter: string;
  /** The datacenter as the file has it, without values that say nothing. */
  readonly content: Mapping;
  /** Its `spec.kubevirt`, checked. */
  readonly kubevirt: KubevirtDatacenter;
  /** Its Seed, with all datacenters. */
  readonly seed: ReadObject & Mapping;
  /** All objects of the file. */
  readonly objects: readonly ReadObject[];
}

const group = 'kubermatic.k8c.io';

/** A datacenter and the Seed that has it. */
interface Found {
  readonly name: string;
  readonly content: Mapping;
  readonly seed: ReadObject & Mapping;
}

/** Whether a value says nothing: KKP's own example has null and empty texts for what is not set. */
const isUnsaid = (value: unknown) => value === undefined || value === null || value === '';

/** Returns a value without keys that say nothing, at every depth. */
function onlySaid(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onlySaid);
  if (!isMapping(value)) return value;
  const said = Object.entries(value).filter(([, inner]) => !isUnsaid(inner));
  return Object.fromEntries(said.map(([key, inner]) => [key, onlySaid(inner)]));
}

const mappingAt = (outer: Mapping, key: string): Mapping => {
  const inner = outer[key];
  return isMapping(inner) ? inner : {};
};

const specOf = ({ content }: Found) => mappingAt(content, 'spec');
const isOfKubevirt = (one: Found) => isMapping(specOf(one).kubevirt);

/** Returns names in quotes; "none" without any. */
const listed = (found: readonly Found[]) =>
  found.length === 0 ? 'none' : found.map(({ name }) => `"${printableLine(name)}"`).join(', ');

/** @throws Error when the file has no Seed, with the other command where it has a Cluster of KKP. */
function seedsOf(path: string, objects: readonly ReadObject[]): (ReadObject & Mapping)[] {
  const seeds = objects.filter((one) => isOfKind(one, 'Seed', group));
  if (seeds.length > 0) return seeds.map((one) => onlySaid(one) as ReadObject & Mapping);
  const hasCluster = objects.some((one) => isOfKind(one, 'Cluster', group));
  const hint = hasCluster
    ? ' A Cluster is for "npx strata new cluster ENVIRONMENT NAME --from-kkp".'
    : '';
  throw new Error(`${path} has no Seed (${group}) of KKP.${hint}`);
}

/** Returns the datacenter that is asked for, or the only one of KubeVirt. */
function choose(path: string, all: readonly Found[], asked: string | undefined): Found {
  const ofKubevirt = all.filter(isOfKubevirt);
  const known = `Of kubevirt the file has: ${listed(ofKubevirt)}.`;
  const candidates = asked === undefined ? ofKubevirt : all.filter(({ name }) => name === asked);
  const [first, second] = candidates;
  if (first === undefined) {
    throw new Error(
      asked === undefined
        ? `${path} has no datacenter of kubevirt; it has: ${listed(all)}.`
        : `${path} has no datacenter "${asked}". ${known}`,
    );
  }
  if (second !== undefined) {
    throw new Error(
      asked === undefined
        ? `${path} has several datacenters of kubevirt, and an environment is one of them: say --datacenter with one of ${listed(ofKubevirt)}.`
        : `${path} has the datacenter "${asked}" twice; leave one of them in it.`,
    );
  }
  if (isOfKubevirt(first)) return first;
  const [provider = 'no provider'] = otherProvidersOf(specOf(first));
  throw new Error(
    `${path}: the datacenter "${first.name}" is of ${provider}; only those of kubevirt are translated. ${known}`,
  );
}

/** @throws Error listing everything that is wrong with a datacenter, each with its path in the file. */
function checked(path: string, found: Found): KubevirtDatacenter {
  const value = specOf(found).kubevirt;
  const { data, error } = kubevirtDatacenter.safeParse(value);
  if (error === undefined) return data;
  const place = ['spec', 'datacenters', found.name, 'spec', 'kubevirt'];
  const lines = describeIssues(kubevirtDatacenter, value, error.issues, () => false).map(
    (problem) => `\n  ${formatPath([...place, ...problem.path])}: ${problem.message}`,
  );
  throw new Error(`${path} cannot be translated:${lines.join('')}`);
}

/**
 * Reads a datacenter of a Seed of KKP, as `kubectl get seeds -o yaml` prints it, alone or in a list.
 *
 * @param path - of the file, for errors.
 * @param asked - name of the datacenter. @default the only one of KubeVirt
 * @throws Error when the text is no YAML or has no Seed, when nobody can tell which datacenter is meant, when it
 * is of another provider, or when its values are wrong.
 */
export function readSeed(path: string, text: string, asked?: string): SeedFile {
  const objects = readObjects(path, text);
  const all = seedsOf(path, objects).flatMap((seed) =>
    Object.entries(mappingAt(mappingAt(seed, 'spec'), 'datacenters')).map(
      ([name, content]): Found => ({ name, seed, content: isMapping(content) ? content : {} }),
    ),
  );
  const found = choose(path, all, asked);
  const { content, name, seed } = found;
  return { datacenter: name, content, kubevirt: checked(path, found), seed, objects };
}
