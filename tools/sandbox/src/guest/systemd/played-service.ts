// SPDX-License-Identifier: Apache-2.0
import type { ActiveState, Service } from './service.ts';

/** Returns a unit of the image that only reports that it runs. */
export function playedService(name: string, description: string): Service {
  let state: ActiveState = 'inactive';
  return {
    name,
    description,
    after: [],
    before: [],
    wants: [],
    wantedBy: ['multi-user.target'],
    get state() {
      return state;
    },
    start: () => {
      state = 'active';
      return Promise.resolve();
    },
    stop: () => {
      state = 'inactive';
      return Promise.resolve();
    },
  };
}
