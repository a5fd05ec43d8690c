// SPDX-License-Identifier: Apache-2.0
import { systemClock } from '@strata/strata-provider/key-lifecycles';

/** Returns the environment in which a lifecycle makes something without an engine: it reports nothing. */
export function silentWork(urn: string) {
  return {
    urn,
    clock: systemClock,
    signal: new AbortController().signal,
    status: () => undefined,
    info: () => undefined,
  };
}
