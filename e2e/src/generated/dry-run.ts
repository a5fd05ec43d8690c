// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject } from '@strata/manifests';
import type { RecordedResource } from '@strata/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An object that some configuration makes. */
export interface MadeObject {
  readonly object: KubernetesObject;
  /** The first configuration that makes it. */
  readonly title: string;
}

/** How a command ended, and what it complained about. */
export interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs kubectl with the rights of an administrator. */
export type Kubectl = (args: readonly string[]) => Promise<Ended>;

/** The namespace that all objects are tried in. */
export const triedIn = 'config-fuzz';

/**
 * Objects that stay where they are: there may be one KubeVirt in a cluster, and MetalLB's webhooks
 * take its objects in its own namespace alone.
 */
const staysAtHome = (apiVersion: string, kind: string) =>
  kind === 'KubeVirt' || apiVersion.startsWith('metallb.io/');

/** Returns the Kubernetes object of a resource for an API server; undefined if it has none. */
function objectOf({ custom, inputs, name, type }: RecordedResource): KubernetesObject | undefined {
  const { apiVersion, kind, metadata = {}, ...rest } = inputs as Partial<KubernetesObject>;
  // Kinds are given without their schemas, and are there already.
  if (!custom || !type.startsWith('kubernetes:') || kind === 'CustomResourceDefinition') {
    return undefined;
  }
  if (apiVersion === undefined || kind === undefined) return undefined;
  const { namespace } = metadata as { readonly namespace?: string };
  const moved = namespace !== undefined && !staysAtHome(apiVersion, kind) && { namespace: triedIn };
  // Pulumi names what has no name of its own.
  return {
    apiVersion,
    kind,
    ...rest,
    metadata: { name: name.toLowerCase(), ...metadata, ...moved },
  };
}

/** The objects of many configurations, each content once. */
export class MadeObjects {
  readonly #objects = new Map<string, MadeObject>();

  add(title: string, resources: readonly RecordedResource[]): void {
    for (const resource of resources) {
      const object = objectOf(resource);
      if (object === undefined) continue;
      const text = JSON.stringify(object);
      if (!this.#objects.has(text)) this.#objects.set(text, { object, title });
    }
  }

  get all(): readonly MadeObject[] {
    return [...this.#objects.values()];
  }
}

/** So many objects are sent by one command. */
const batchSize = 200;

/** Messages that say nothing about the object itself, but about objects that already exist. */
const meetsOthers: readonly { readonly words: RegExp; readonly reason: string }[] = [
  { words: /overlaps with already defined/, reason: 'MetalLB compares pools with the living ones' },
  { words: /cannot change roleRef|field is immutable/, reason: 'a living object has the name' },
  { words: /^Warning: /, reason: 'is no refusal' },
];

function titled(line: string, batch: readonly MadeObject[]): string {
  const makers = batch.filter(({ object }) => line.includes(`"${object.metadata.name}"`));
  return [line, ...new Set(makers.map(({ title }) => title.slice(0, 1_000)))].join('\n    ');
}

/**
 * Lets an API server, its admission and its webhooks judge objects; nothing is stored.
 *
 * @param folder - for the files that kubectl reads; secrets of the configurations are made up.
 * @returns every refusal, with the configurations that may have made its object.
 */
export async function refusals(
  kubectl: Kubectl,
  objects: readonly MadeObject[],
  folder: string,
): Promise<string[]> {
  const found: string[] = [];
  for (let first = 0; first < objects.length; first += batchSize) {
    const batch = objects.slice(first, first + batchSize);
    const file = join(folder, `objects-${first}.json`);
    const items = batch.map(({ object }) => object);
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }), { mode: 0o600 });
    const flags = ['--server-side', '--dry-run=server', '--force-conflicts', '--validate=strict'];
    const { code, stderr } = await kubectl(['apply', ...flags, '-o', 'name', '-f', file]);
    const lines = stderr.split('\n').filter((line) => line.trim() !== '');
    if (code !== 0 && lines.length === 0) throw new Error(`kubectl ended with ${code}`);
    const own = lines.filter((line) => !meetsOthers.some(({ words }) => words.test(line)));
    found.push(...own.map((line) => titled(line, batch)));
  }
  return found;
}
