// SPDX-License-Identifier: Apache-2.0
import type { OptionSpec } from './command.ts';

/** For answers that programs read. */
export const jsonOption: OptionSpec = { name: 'json', text: 'the answer as JSON' };
