// SPDX-License-Identifier: Apache-2.0
// The page of the server; main.tsx is that of a file, which connects to nothing.
import { render } from 'preact';
import type { ComparedFleet } from '../change-model.ts';
import { Served } from './served.tsx';

const root = document.getElementById('page');
const data = document.getElementById('fleet');
if (root !== null && data !== null) {
  render(<Served fleet={JSON.parse(data.textContent) as ComparedFleet} />, root);
}
