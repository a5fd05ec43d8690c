// SPDX-License-Identifier: Apache-2.0
import type { Edit } from './edit.ts';
import { editsOfAll, editsOfOneProgram } from './edits-with-reach.ts';
import { editsWithoutReach } from './edits-without-reach.ts';

/** Edits of every kind, and what each reaches. */
export const edits: readonly Edit[] = [...editsWithoutReach, ...editsOfOneProgram, ...editsOfAll];
