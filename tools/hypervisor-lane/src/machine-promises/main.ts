// SPDX-License-Identifier: Apache-2.0
import { renderScript } from './render-script.ts';

process.stdout.write(renderScript());
