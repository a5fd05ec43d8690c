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

/** One resource as Pulumi's engine drives it: check, diff, then create or update. */
export class ResourceLife {
  readonly work: RecordedWork;
  readonly #server: ResourceServer;
  #inputs: WireProperties = {};
  #outputs: WireProperties = {};

  constructor(type: string, work = recordedWork()) {
    this.work = work;
    this.#server = new ResourceServer(lifecycleOf(type), work);
  }

  /** What a check says about inputs. */
  problems(inputs: WireProperties): readonly Problem[] {
    return this.#server.check(inputs, this.#inputs).problems;
  }

  /** Names of inputs that an update would change; a star after those that make another resource. */
  changes(inputs: WireProperties): readonly string[] {
    const { inputs: news } = this.#server.check(inputs, this.#inputs);
    const changes = this.#server.diff(news, { inputs: this.#inputs, outputs: this.#outputs });
    return changes.map(({ name, isReplacing }) => (isReplacing ? `${name}*` : name));
  }

  /** Outputs in a preview, still marked. */
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

  /** Lets time go by. */
  async passDays(days: number): Promise<void> {
    await this.work.clock.sleep(days * 86_400_000, this.work.signal);
  }

  /** As it would be in the state: secrets are marked. */
  get state(): { readonly inputs: WireProperties; readonly outputs: WireProperties } {
    return { inputs: this.#inputs, outputs: this.#outputs };
  }

  #keep(inputs: WireProperties, outputs: WireProperties): Life {
    this.#inputs = inputs;
    this.#outputs = outputs;
    return { inputs: plainValues(inputs), outputs: plainValues(outputs) };
  }
}

/** How a secret is marked on the wire. */
export function marked(value: unknown): unknown {
  return { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', value };
}

/** How an unknown value is marked on the wire. */
export const markedUnknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
