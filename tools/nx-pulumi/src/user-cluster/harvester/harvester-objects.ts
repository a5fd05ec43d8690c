// SPDX-License-Identifier: Apache-2.0
import { isOfKind } from '../translate/read-objects.ts';
import type { ReadObject } from '../translate/read-objects.ts';
import { Source } from '../translate/source.ts';
import { translatedKinds } from './object-kinds.ts';
import type { TranslatedKind } from './object-kinds.ts';

/** Objects of Harvester that a file may have beside those of Rancher. */
export class HarvesterObjects {
  readonly #objects: readonly ReadObject[];

  constructor(objects: readonly ReadObject[]) {
    this.#objects = objects;
  }

  /**
   * Returns the object of a name; undefined where the file does not have it.
   *
   * @param reference - name, with a namespace before it or without one.
   * @param namespace - of machines, which is that of names without one.
   * @see https://github.com/harvester/docker-machine-driver-harvester/blob/v1.0.6/harvester/client.go `NamespacedNamePartsByDefault`
   */
  find(kind: TranslatedKind, reference: string, namespace: string): Source | undefined {
    const [name = '', inNamespace = namespace] = reference.split('/').reverse();
    const found = this.#objects.find((one) => {
      if (!isOfKind(one, kind, translatedKinds[kind]) || one.metadata?.name !== name) return false;
      return new Source(one).text('metadata.namespace') === inNamespace;
    });
    return found && new Source(found);
  }
}
