// SPDX-License-Identifier: Apache-2.0
import type { ActiveState, Service } from './service.ts';

/** The fields that unit files of every kind have. */
type Facts = Pick<Service, 'name' | 'description' | 'after' | 'before' | 'wants' | 'wantedBy'>;

/** A unit from a file, which sets its name, its order and the units that want it. */
export abstract class UnitService<U extends Facts> implements Service {
  readonly unit: U;
  state: ActiveState = 'inactive';

  constructor(unit: U) {
    this.unit = unit;
  }

  get name(): string {
    return this.unit.name;
  }
  get description(): string {
    return this.unit.description;
  }
  get after(): readonly string[] {
    return this.unit.after;
  }
  get before(): readonly string[] {
    return this.unit.before;
  }
  get wants(): readonly string[] {
    return this.unit.wants;
  }
  get wantedBy(): readonly string[] {
    return this.unit.wantedBy;
  }

  abstract start(): Promise<void>;
  abstract stop(): Promise<void>;
}
