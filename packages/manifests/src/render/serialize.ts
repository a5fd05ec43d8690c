// SPDX-License-Identifier: Apache-2.0
import { stringify } from 'yaml';
import type { KubernetesObject } from '../kubernetes-object.ts';

/**
 * Returns objects as YAML for people and `kubectl`. Strings that either YAML 1.1 (Kubernetes) or
 * YAML 1.2 (most other readers) would read as another type are quoted.
 */
export function toYaml(objects: readonly KubernetesObject[]): string {
  return objects
    .map((object) => {
      const text = stringify(object, {
        version: '1.2',
        compat: 'yaml-1.1',
        lineWidth: 0,
        blockQuote: 'literal',
        aliasDuplicateObjects: false,
      });
      return `---\n${text}`;
    })
    .join('');
}

/**
 * Returns the same objects as a Kubernetes List in JSON, one object per line, which programs load.
 */
export function toJson(objects: readonly KubernetesObject[]): string {
  const items = objects.map((object) => JSON.stringify(object)).join(',\n');
  return `{"apiVersion":"v1","kind":"List","items":[\n${items}\n]}\n`;
}
