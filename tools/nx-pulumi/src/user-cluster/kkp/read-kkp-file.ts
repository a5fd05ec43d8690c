// SPDX-License-Identifier: Apache-2.0
import { parseAllDocuments } from 'yaml';

interface KkpObject {
  readonly kind?: unknown;
  readonly apiVersion?: unknown;
  readonly metadata?: { readonly name?: string };
  readonly items?: readonly unknown[];
}

/** Objects of a KKP file that describe one user cluster. */
export interface KkpFile {
  /** The object `Cluster`; undefined where the file has none. */
  readonly cluster: object | undefined;
  readonly deployments: readonly object[];
}

const kinds = { Cluster: 'kubermatic.k8c.io/', MachineDeployment: 'cluster.k8s.io/' } as const;

/** Returns the objects of a document: a list, as kubectl prints one, has several. */
function objectsOf(value: unknown): KkpObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const { items } = value as KkpObject;
  return Array.isArray(items) ? items.flatMap(objectsOf) : [value];
}

/** @throws Error when the document refers to an anchor that is not there. */
function valueOf(name: string, document: { readonly toJS: () => unknown }): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new Error(`${name} is no YAML: ${error instanceof Error ? error.message : ''}.`, {
      cause: error,
    });
  }
}

/**
 * Reads a Cluster and MachineDeployments of KKP, as `kubectl get -o yaml` prints them.
 *
 * @param name - of the file, for errors.
 * @throws Error when the text is no YAML, has objects of several clusters, or none that is of use.
 */
export function readKkpFile(name: string, text: string): KkpFile {
  const documents = parseAllDocuments(text);
  const broken = documents.flatMap(({ errors }) => errors)[0];
  if (broken !== undefined) {
    const { col, line } = broken.linePos?.[0] ?? { line: 0, col: 0 };
    throw new Error(`${name} is no YAML: line ${line}, column ${col} (${broken.code}).`);
  }
  const objects = documents.flatMap((document) => objectsOf(valueOf(name, document)));
  const of = (kind: keyof typeof kinds) =>
    objects.filter((one) => one.kind === kind && String(one.apiVersion).startsWith(kinds[kind]));
  const [clusters, deployments] = [of('Cluster'), of('MachineDeployment')];
  if (clusters.length > 1) {
    const names = clusters.map(({ metadata }) => metadata?.name ?? '?').join(', ');
    throw new Error(`${name} has the Clusters ${names}; leave one of them in it.`);
  }
  if (clusters.length + deployments.length === 0) {
    throw new Error(
      `${name} has neither a Cluster (kubermatic.k8c.io) nor a MachineDeployment (cluster.k8s.io) of KKP.`,
    );
  }
  return { cluster: clusters[0], deployments };
}
