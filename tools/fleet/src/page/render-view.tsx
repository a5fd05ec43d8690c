// SPDX-License-Identifier: Apache-2.0
import { renderToString } from 'preact-render-to-string';
import type { ComparedFleet } from '../change-model.ts';
import { Page } from './app.tsx';
import { parseRoute } from './route.ts';

/** Returns the HTML of a view as it is after loading, without a browser. */
export function renderView(fleet: ComparedFleet, hash: string): string {
  const names = fleet.environments.map(({ name }) => name);
  return renderToString(<Page fleet={fleet} route={parseRoute(hash, names)} />);
}
