// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { readFileSync } from 'node:fs';

/** An object of Kubernetes, as far as it is told from others. */
export interface RecordedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Resource {
  readonly type: string;
  readonly custom: boolean;
  readonly delete?: boolean;
  readonly outputs?: RecordedObject;
}

interface State {
  readonly checkpoint: {
    readonly latest?: {
      readonly resources?: readonly Resource[];
      readonly pending_operations?: readonly unknown[];
    };
  };
}

/** How an object is called in lists. */
export function nameOf({ kind, metadata: { name, namespace } }: RecordedObject): string {
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
}

/** Returns the objects that a stack's state records, and the number of unfinished operations. */
export function readRecord(stateFile: string): {
  readonly objects: readonly RecordedObject[];
  /** Resources that are to go still, and operations whose end is not known. */
  readonly unfinished: number;
} {
  const { checkpoint } = JSON.parse(readFileSync(stateFile, 'utf8')) as State;
  const resources = checkpoint.latest?.resources ?? [];
  const leaving = resources.filter((one) => one.delete === true);
  return {
    objects: resources
      .filter(({ custom, type }) => custom && type.startsWith('kubernetes:'))
      .flatMap(({ outputs }) => outputs ?? []),
    unfinished: leaving.length + (checkpoint.latest?.pending_operations ?? []).length,
  };
}

/** Which of some objects the cluster has; what is being deleted is there still. */
export async function liveObjects(
  session: RackSession,
  wanted: readonly RecordedObject[],
): Promise<string[]> {
  const items = wanted.map(({ apiVersion, kind, metadata: { name, namespace } }) => ({
    apiVersion,
    kind,
    metadata: { name, ...(namespace !== undefined && { namespace }) },
  }));
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const script = 'printf %s "$1" | kubectl get --filename - --ignore-not-found --output json';
  const { code, stderr, stdout } = await session.capture(['sh', '-c', script, 'sh', list]);
  if (code !== 0) throw new Error(`kubectl get failed:\n${stderr}`);
  if (stdout.trim() === '') return [];
  const found = JSON.parse(stdout) as RecordedObject | { readonly items: RecordedObject[] };
  return ('items' in found ? found.items : [found]).map(nameOf).sort();
}
