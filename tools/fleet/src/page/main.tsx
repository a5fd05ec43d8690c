// SPDX-License-Identifier: Apache-2.0
import { render } from 'preact';
import type { ComparedFleet } from '../change-model.ts';
import { App } from './app.tsx';

const root = document.getElementById('page');
const data = document.getElementById('fleet');
if (root !== null && data !== null) {
  render(<App fleet={JSON.parse(data.textContent) as ComparedFleet} />, root);
}
