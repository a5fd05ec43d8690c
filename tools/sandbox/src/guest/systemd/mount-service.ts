// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { mountEntry } from '../root/fstab.ts';
import { unmount } from '../root/mounts.ts';
import type { MountUnit } from './unit-file.ts';
import { UnitService } from './unit-service.ts';

/** A mount from a unit file. */
export class MountService extends UnitService<MountUnit> {
  private readonly root: string;

  constructor(unit: MountUnit, root: string) {
    super(unit);
    this.root = root;
  }

  start(): Promise<void> {
    const { what, where, type } = this.unit;
    // The unit stays failed unless the mount succeeds.
    this.state = 'failed';
    return Promise.resolve().then(() => {
      mountEntry(this.root, { device: what, folder: where, type });
      this.state = 'active';
    });
  }

  stop(): Promise<void> {
    if (this.state === 'active') unmount(join(this.root, this.unit.where));
    this.state = 'inactive';
    return Promise.resolve();
  }

  /** Unmounts at the end of a shutdown: the mount is in use until then. */
  powerOff(): Promise<void> {
    return this.stop();
  }
}
