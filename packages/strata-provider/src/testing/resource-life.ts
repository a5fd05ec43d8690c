// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '../lifecycle/index.ts';
import { lifecycleOf } from '../server/lifecycles.ts';
import { plainValues, type WireProperties } from '../server/property-values.ts';
import { ResourceServer } from '../server/resource-server.ts';
import { recordedWork, type RecordedWork } from './recorded-work.ts';

/** A resource's inputs and outputs, without marks. */
export interface Life {
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
}

/** One resource, driven as Pulumi's engine does: check, diff, then create or update. */
export class ResourceLife {
  readonly work: RecordedWork;
  readonly #server: ResourceServer;
  #inputs: WireProperties = {};
  #outputs: WireProperties = {};

  constructor(type: string, work = recordedWork()) {
    this.work = work;
    this.#server = new ResourceServer(lifecycleOf(type), work);
  }

  /** Returns the problems that a check finds in inputs. */
  problems(inputs: WireProperties): readonly Problem[] {
    return this.#server.check(inputs, this.#inputs).problems;
  }

  /** Returns the names of inputs that an update would change, with a star after those that replace the resource. */
  changes(inputs: WireProperties): readonly string[] {
    const { inputs: news } = this.#server.check(inputs, this.#inputs);
    const changes = this.#server.diff(news, { inputs: this.#inputs, outputs: this.#outputs });
    return changes.map(({ name, isReplacing }) => (isReplacing ? `${name}*` : name));
  }

  /** Returns the outputs of a preview in the wire format. */
  preview(inputs: WireProperties, { isNew = false } = {}): WireProperties {
    const { inputs: news } = this.#server.check(inputs, this.#inputs);
    const before = { inputs: this.#inputs, outputs: this.#outputs };
    return this.#server.preview(news, isNew ? undefined : before);
  }

  async create(given: WireProperties): Promise<Life> {
    const { inputs } = this.#server.check(given, {});
    return this.#keep(inputs, await this.#server.create(inputs));
  }

  async update(given: WireProperties): Promise<Life> {
    const { inputs } = this.#server.check(given, this.#inputs);
    const before = { inputs: this.#inputs, outputs: this.#outputs };
    return this.#keep(inputs, await this.#server.update(inputs, before));
  }

  async refresh(): Promise<Life> {
    const before = { inputs: this.#inputs, outputs: this.#outputs };
    return this.#keep(this.#inputs, await this.#server.read(before));
  }

  async delete(): Promise<void> {
    await this.#server.delete({ inputs: this.#inputs, outputs: this.#outputs });
  }

  /** Moves the clock forward. */
  async passDays(days: number): Promise<void> {
    await this.work.clock.sleep(days * 86_400_000, this.work.signal);
  }

  /** Inputs and outputs as they would be in the state, with marked secrets. */
  get state(): { readonly inputs: WireProperties; readonly outputs: WireProperties } {
    return { inputs: this.#inputs, outputs: this.#outputs };
  }

  #keep(inputs: WireProperties, outputs: WireProperties): Life {
    this.#inputs = inputs;
    this.#outputs = outputs;
    return { inputs: plainValues(inputs), outputs: plainValues(outputs) };
  }
}

/** Returns a value marked as a secret in the wire format. */
export function marked(value: unknown): unknown {
  return { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', value };
}

/** Mark of an unknown value in the wire format. */
export const markedUnknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
