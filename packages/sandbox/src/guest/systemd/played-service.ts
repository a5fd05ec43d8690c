// SPDX-License-Identifier: Apache-2.0
import type { ActiveState, Service } from './service.ts';

/** A unit of the image that only says that it runs. */
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
