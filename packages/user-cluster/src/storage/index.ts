// SPDX-License-Identifier: Apache-2.0
export { checkStorage } from './check-storage.ts';
export type { StorageClassPlan } from './storage-classes.ts';
export { driverName, storageClasses } from './storage-classes.ts';
export { createStorageController } from './storage-controller.ts';
export { usualAccessModes } from './usual-access-modes.ts';
